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
  /** `choice`: of Java, `{0, choice, 0#no files|1#one file|1<{0} files}`. */
  readonly type: 'plural' | 'select' | 'selectordinal' | 'choice';
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
const NAME = '\\{\\s{0,9}([\\p{L}\\p{N}_.-]{1,64})\\s{0,9},\\s{0,9}';
const HEAD = new RegExp(
  `${NAME}(plural|selectordinal|select|choice)\\s{0,9},(?:\\s{0,9}offset:\\d{1,9})?`,
  'uy',
);
const SELECTOR = /\s{0,99}(=\d{1,9}|[\p{L}\p{N}_.-]{1,64})\s{0,99}\{/uy;
const LIMIT = /\|?\s{0,9}(-?(?:\d[\d.]{0,20}|∞))\s?[#<≤]/y;
const END_OF_CHOICE = /\s{0,99}\}/y;
/** An argument without a choice; its style is free text. */
const ARGUMENT = /\{\s{0,9}[\p{L}\p{N}_.-]{1,64}\s{0,9}(?:,[^{}']{0,200})?\}/uy;
/** Text from an apostrophe before a syntax sign to the next one; a doubled one is an apostrophe. */
const QUOTED = /'(?:'|[{}#|](?:[^']|''){0,1000}'?)/y;
const SYNTAX = /[{}'#|]/g;
const ANY_ICU = new RegExp(`${NAME}(?:plural|selectordinal|select)\\s{0,9},`, 'gu');
const ANY_CHOICE = new RegExp(`${NAME}(?:plural|selectordinal|select|choice)\\s{0,9},`, 'gu');

/** The complete plurals and selects in a text, in order, with their content. Linear. */
export function icuChoices(text: string): IcuChoice[] {
  return choicesIn(text, ANY_ICU, false);
}

function choicesIn(text: string, heads: RegExp, isJava: boolean): IcuChoice[] {
  const choices: IcuChoice[] = [];
  if (!text.includes('{')) return choices;
  const budget = { units: MAX_READS * text.length, isJava };
  heads.lastIndex = 0;
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    const choice = readChoice(text, head.index, 1, budget, false);
    if (budget.units < 0) break;
    if (!choice) continue;
    choices.push(choice);
    heads.lastIndex = choice.end;
  }
  return choices;
}

/** Whether a text begins a plural or select, and none of them is complete. */
export function isBrokenIcu(text: string): boolean {
  ANY_ICU.lastIndex = 0;
  return ANY_ICU.test(text) && icuChoices(text).length === 0;
}

/** The parts of a message; undefined for texts that are too costly. */
export function icuParts(text: string): readonly IcuPart[] | undefined {
  return readOption(text, 0, 0, { units: MAX_READS * text.length, isJava: false }, 'whole');
}

/**
 * The parts of plurals, selects and Java's choices that are not text: arguments, keywords, selectors and
 * braces, in order.
 */
export function icuSkeleton(text: string): Span[] {
  const spans: Span[] = [];
  for (const choice of choicesIn(text, ANY_CHOICE, true)) addSkeleton(choice, spans);
  return spans;
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
  /** Whether Java's choices are read, too. */
  readonly isJava: boolean;
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
  const isJava = type === 'choice';
  if (isJava && !budget.isJava) return undefined;
  const options: IcuOption[] = [];
  for (let at = start + length; ;) {
    const selector = matchAt(isJava ? LIMIT : SELECTOR, text, at);
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
      isJava ? 'choice' : isInPlural || type !== 'select' ? 'plural' : 'select',
    );
    if (!parts) return undefined;
    const end = parts.at(-1)?.end ?? from;
    options.push({ selector: selector[1]!, start: from, end, parts });
    at = isJava ? end : end + 1;
  }
}

/** The parts up to the option's closing brace, or Java's next limit; undefined without one. A whole text ends at its end. */
function readOption(
  text: string,
  start: number,
  depth: number,
  budget: Budget,
  within: 'plural' | 'select' | 'choice' | 'whole',
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
    const isEnd = sign[0] === '}' || (within === 'choice' && matchAt(LIMIT, text, at)?.[0].startsWith('|'));
    if (isEnd === true && within !== 'whole') {
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
