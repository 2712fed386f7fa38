import { merged } from './spans.ts';
import type { Span } from './spans.ts';

/**
 * ICU messages (`{count, plural, one {# car} other {# cars}}`), parsed with the place of every part, so that
 * a file can be changed around unchanged parts. See
 * https://unicode-org.github.io/icu/userguide/format_parse/messages/.
 */
export type IcuPart =
  | ({ readonly kind: 'text' } & Span)
  /** `{name}`, `{price, number, ::currency/EUR}`. */
  | ({ readonly kind: 'argument' } & Span)
  /** The `#` of a plural form. */
  | ({ readonly kind: 'number' } & Span)
  | IcuChoice;

export interface IcuChoice extends Span {
  readonly kind: 'choice';
  readonly argument: string;
  readonly type: 'plural' | 'select' | 'selectordinal';
  readonly options: readonly IcuOption[];
}

/** `start` and `end` delimit the text between its braces. */
export interface IcuOption extends Span {
  readonly selector: string;
  readonly parts: readonly IcuPart[];
}

/** Deeper choices are read as plain text. Each level may have to be read once more. */
const MAX_DEPTH = 6;
const MAX_READS = 2 * MAX_DEPTH;
const HEAD =
  /\{\s{0,9}([\p{L}\p{N}_.-]{1,64})\s{0,9},\s{0,9}(plural|selectordinal|select)\s{0,9},(?:\s{0,9}offset:\d{1,9})?/uy;
const SELECTOR = /\s{0,99}(=\d{1,9}|[\p{L}\p{N}_.-]{1,64})\s{0,99}\{/uy;
const END_OF_CHOICE = /\s{0,99}\}/y;
/** An argument without a choice; its style is free text. */
const ARGUMENT = /\{\s{0,9}[\p{L}\p{N}_.-]{1,64}\s{0,9}(?:,[^{}']{0,200})?\}/uy;
/** Text from an apostrophe before a syntax sign to the next one; a doubled one is an apostrophe. */
const QUOTED = /'(?:'|[{}#|](?:[^']|''){0,1000}'?)/y;
const SYNTAX = /[{}'#]/g;
const ANY_CHOICE = /\{\s{0,9}[\p{L}\p{N}_.-]{1,64}\s{0,9},\s{0,9}(?:plural|selectordinal|select)\s{0,9},/gu;

/** The complete plurals and selects in a text, in order, with their content. Linear. */
export function icuChoices(text: string): IcuChoice[] {
  const choices: IcuChoice[] = [];
  if (!text.includes('{')) return choices;
  const budget = { units: MAX_READS * text.length };
  ANY_CHOICE.lastIndex = 0;
  for (let head = ANY_CHOICE.exec(text); head; head = ANY_CHOICE.exec(text)) {
    const choice = readChoice(text, head.index, 1, budget, false);
    if (budget.units < 0) break;
    if (!choice) continue;
    choices.push(choice);
    ANY_CHOICE.lastIndex = choice.end;
  }
  return choices;
}

/** Whether a text begins a plural or select, and none of them is complete. */
export function isBrokenIcu(text: string): boolean {
  ANY_CHOICE.lastIndex = 0;
  return ANY_CHOICE.test(text) && icuChoices(text).length === 0;
}

/** The parts of a message; undefined for texts that are too costly. */
export function icuParts(text: string): readonly IcuPart[] | undefined {
  return readOption(text, 0, 0, { units: MAX_READS * text.length }, 'whole');
}

/**
 * The parts of plurals, selects and Java's choices that are not text: arguments, keywords, selectors and
 * braces, in order.
 */
export function icuSkeleton(text: string): Span[] {
  const spans: Span[] = [];
  for (const choice of icuChoices(text)) addSkeleton(choice, spans);
  return text.includes('choice') ? merged(spans, javaChoices(text)) : spans;
}

/** The `#` of plurals, in order. */
export function icuNumbers(text: string): Span[] {
  if (!text.includes('#')) return [];
  const spans: Span[] = [];
  const add = (parts: readonly IcuPart[]): void => {
    for (const part of parts) {
      if (part.kind === 'number') spans.push({ start: part.start, end: part.end });
      if (part.kind === 'choice') for (const option of part.options) add(option.parts);
    }
  };
  add(icuChoices(text));
  return spans;
}

const JAVA_CHOICE = /\{\s?[\w.-]{1,64}\s?,\s?choice\s?,/g;
const JAVA_LIMIT = /\|?\s{0,9}-?(?:\d[\d.]{0,20}|∞)\s?[#<≤]/y;
const MAX_JAVA_CHOICE = 2_000;

/** The skeletons of `{0, choice, 0#no files|1#one file|1<{0} files}`. */
function javaChoices(text: string): Span[] {
  const spans: Span[] = [];
  JAVA_CHOICE.lastIndex = 0;
  for (let head = JAVA_CHOICE.exec(text); head; head = JAVA_CHOICE.exec(text)) {
    const own = javaSkeleton(text, head.index, JAVA_CHOICE.lastIndex);
    spans.push(...own);
    JAVA_CHOICE.lastIndex = own.at(-1)?.end ?? JAVA_CHOICE.lastIndex;
  }
  return spans;
}

/** Empty if the choice does not close, or has no limits. */
function javaSkeleton(text: string, start: number, inside: number): Span[] {
  const spans: Span[] = [];
  let open = 1;
  for (let at = inside; at < Math.min(text.length, start + MAX_JAVA_CHOICE); at++) {
    const isLimit = open === 1 && (at === inside || text[at] === '|');
    const limit = isLimit ? matchAt(JAVA_LIMIT, text, at) : null;
    if (limit) {
      const end = at + limit[0].length;
      spans.push({ start: spans.length === 0 ? start : at, end });
      at = end - 1;
    } else if (text[at] === '{') open++;
    else if (text[at] === '}' && --open === 0)
      return spans.length === 0 ? [] : [...spans, { start: at, end: at + 1 }];
  }
  return [];
}

function addSkeleton(choice: IcuChoice, spans: Span[]): void {
  let at = choice.start;
  for (const option of choice.options) {
    spans.push({ start: at, end: option.start });
    for (const part of option.parts) if (part.kind === 'choice') addSkeleton(part, spans);
    at = option.end;
  }
  spans.push({ start: at, end: choice.end });
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Remaining UTF-16 units to read: nested unclosed choices are tried one after another. */
interface Budget {
  units: number;
}

function readChoice(
  text: string,
  start: number,
  depth: number,
  budget: Budget,
  isInPlural: boolean,
): IcuChoice | undefined {
  const head = depth > MAX_DEPTH ? null : matchAt(HEAD, text, start);
  if (!head) return undefined;
  const [{ length }, argument = '', type = ''] = head;
  const options: IcuOption[] = [];
  for (let at = start + length; ;) {
    const selector = matchAt(SELECTOR, text, at);
    if (!selector) {
      const end = matchAt(END_OF_CHOICE, text, at);
      if (!end || options.length === 0) return undefined;
      return {
        kind: 'choice',
        start,
        end: at + end[0].length,
        argument,
        type: type as IcuChoice['type'],
        options,
      };
    }
    const from = at + selector[0].length;
    const parts = readOption(
      text,
      from,
      depth,
      budget,
      isInPlural || type !== 'select' ? 'plural' : 'select',
    );
    if (!parts) return undefined;
    const end = parts.at(-1)?.end ?? from;
    options.push({ selector: selector[1]!, start: from, end, parts });
    at = end + 1;
  }
}

/** The parts up to the option's closing brace; undefined without one. A whole text ends at its end. */
function readOption(
  text: string,
  start: number,
  depth: number,
  budget: Budget,
  within: 'plural' | 'select' | 'whole',
): IcuPart[] | undefined {
  const parts: IcuPart[] = [];
  let from = start;
  const add = (part: IcuPart): void => {
    if (part.start > from) parts.push({ kind: 'text', start: from, end: part.start });
    parts.push(part);
    from = part.end;
  };
  let next = start;
  SYNTAX.lastIndex = next;
  for (let sign = SYNTAX.exec(text); sign; sign = SYNTAX.exec(text)) {
    const at = sign.index;
    if ((budget.units -= at + 1 - next) < 0) return undefined;
    next = at + 1;
    if (sign[0] === '}' && within !== 'whole') {
      if (at > from) parts.push({ kind: 'text', start: from, end: at });
      return parts;
    }
    if (sign[0] === '#' && within === 'plural') add({ kind: 'number', start: at, end: next });
    else if (sign[0] === "'") next = at + (matchAt(QUOTED, text, at)?.[0].length ?? 1);
    else if (sign[0] === '{') {
      const argument = matchAt(ARGUMENT, text, at);
      const part: IcuPart | undefined = argument
        ? { kind: 'argument', start: at, end: at + argument[0].length }
        : readChoice(text, at, depth + 1, budget, within === 'plural');
      if (part) add(part);
      // Braces of another syntax, such as {{name}} or ${a.b}, are text if they close.
      const end = part?.end ?? closingBrace(text, at) ?? (within === 'whole' ? next : undefined);
      if (end === undefined) return undefined;
      next = end;
    }
    SYNTAX.lastIndex = next;
  }
  budget.units -= text.length - next;
  if (within !== 'whole') return undefined;
  if (text.length > from) parts.push({ kind: 'text', start: from, end: text.length });
  return parts;
}

/** The index after the brace that closes another one, within one line and a few signs. */
function closingBrace(text: string, start: number): number | undefined {
  let open = 0;
  for (let at = start; at < Math.min(text.length, start + 200); at++) {
    if (text[at] === '{') open++;
    else if (text[at] === '}' && --open === 0) return at + 1;
    else if (text[at] === '\n') return undefined;
  }
  return undefined;
}
