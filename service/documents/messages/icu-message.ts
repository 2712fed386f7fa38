import { icuChoices, icuParts } from '../../text/icu.ts';
import type { IcuChoice, IcuOption, IcuPart } from '../../text/icu.ts';
import { magicWordParts } from './magic-words.ts';
import { messageText } from './message-text.ts';
import type { MessageCode, MessageText } from './message-text.ts';
import { isCovered, pluralCategories } from './plural-categories.ts';

/** One path through the plurals and selects of a message: a whole sentence. */
export interface IcuForm {
  /** `count=one gender=female`; empty for a message without choices. */
  readonly path: string;
  /** Undefined without words. */
  readonly message: MessageText | undefined;
}

export interface IcuMessage {
  readonly forms: readonly IcuForm[];
  /** `targets[i]`: coded text of form `i`, or null. Text around a plural goes into each form. */
  write(targets: readonly (string | null)[], to: string | undefined): string;
}

/** How to write a message within markup. */
export interface IcuMarkup {
  /** The message with its tags masked by other characters. */
  readonly masked?: string;
  readonly decode: (raw: string) => string;
  readonly encode: (text: string) => string;
}

const PLAIN: IcuMarkup = { decode: (raw) => raw, encode: (text) => text };

interface Source {
  readonly text: string;
  readonly markup: IcuMarkup;
  /** Its choices are MediaWiki's: nothing is quoted, and `|` divides forms. */
  readonly isMagic: boolean;
}

/** Nobody writes more forms by hand. */
const MAX_FORMS = 48;

/**
 * An ICU message, or one of MediaWiki, as its forms. Undefined with too many forms, or with a `#` of an outer plural's
 * offset.
 */
export function icuMessage(text: string, markup: IcuMarkup = PLAIN): IcuMessage | undefined {
  const magic = magicWordParts(text);
  const parts = magic ?? icuParts(markup.masked ?? text);
  if (!parts) return undefined;
  const forms: Form[] = [];
  const root = formsOf({ text, markup, isMagic: magic !== undefined }, piecesOf(parts, undefined), [], forms);
  if (!root) return undefined;
  return {
    forms: forms.map(({ path, message }) => ({ path, message })),
    write: (targets, to) => writeNode(root, targets, to === undefined ? () => [] : missingIn(to)),
  };
}

/** Whether the text uses the syntax: choices or quoting. */
export function isIcuMessage(text: string): boolean {
  return icuChoices(text).length > 0;
}

/** Whether a text has forms, of ICU or of MediaWiki. */
export function hasForms(text: string): boolean {
  return isIcuMessage(text) || magicWordParts(text) !== undefined;
}

/** Text of the source, and the choice that selects it. */
interface Piece {
  readonly part: IcuPart;
  /** The choice whose option contains it. */
  readonly owner: IcuChoice | undefined;
}

interface Selected {
  readonly choice: IcuChoice;
  readonly selector: string;
}

interface Form {
  readonly path: string;
  readonly raw: string;
  readonly message: MessageText | undefined;
  readonly index: number;
}

type Node =
  | { readonly form: Form }
  | { readonly choice: IcuChoice; readonly options: readonly Branch[]; readonly tail: string };

interface Branch {
  readonly selector: string;
  /** The syntax before the form: `{count, plural, one {`, `} other {`. */
  readonly head: string;
  readonly node: Node;
}

function piecesOf(parts: readonly IcuPart[], owner: IcuChoice | undefined): Piece[] {
  return parts.map((part) => ({ part, owner }));
}

function formsOf(
  source: Source,
  pieces: readonly Piece[],
  path: readonly Selected[],
  forms: Form[],
): Node | undefined {
  const { text } = source;
  const at = pieces.findIndex(({ part }) => part.kind === 'choice');
  if (at === -1) {
    if (forms.length === MAX_FORMS) return undefined;
    const form = formOf(source, pieces, path, forms.length);
    if (form) forms.push(form);
    return form && { form };
  }
  const choice = pieces[at]!.part as IcuChoice;
  const known = path.find(
    (one) => one.choice.argument === choice.argument && one.choice.type === choice.type,
  );
  const same = known && choice.options.find(({ selector }) => selector === known.selector);
  const inside = (option: IcuOption): Piece[] => [
    ...pieces.slice(0, at),
    ...piecesOf(option.parts, choice),
    ...pieces.slice(at + 1),
  ];
  // Already decided by an earlier plural or select.
  if (same) return formsOf(source, inside(same), path, forms);
  const options: Branch[] = [];
  let end = choice.start;
  for (const option of choice.options) {
    const { selector } = option;
    const node = formsOf(source, inside(option), [...path, { choice, selector }], forms);
    if (!node) return undefined;
    options.push({ selector, head: text.slice(end, option.start), node });
    end = option.end;
  }
  return { choice, options, tail: text.slice(end, choice.end) };
}

function formOf(
  { text, markup, isMagic }: Source,
  pieces: readonly Piece[],
  path: readonly Selected[],
  index: number,
): Form | undefined {
  const innermost = path.findLast(({ choice }) => choice.type !== 'select')?.choice;
  const isPlural = innermost !== undefined;
  let raw = '';
  const codes: MessageCode[] = [];
  for (const { part, owner } of pieces) {
    const own = text.slice(part.start, part.end);
    const start = raw.length;
    if (part.kind === 'text') {
      // Outside a plural, `#` is an ordinary character.
      raw += isPlural && !isInPlural(owner, path) ? own.replaceAll('#', "'#'") : own;
      continue;
    }
    if (part.kind === 'number' && pluralOf(owner, path) !== innermost) {
      const argument = numberOf(text, pluralOf(owner, path));
      if (argument === undefined) return undefined;
      raw += argument;
    } else {
      raw += own;
    }
    codes.push({ start, end: raw.length });
  }
  const isDoubled = text.includes("''");
  const plainly = { ...markup, encode: (plain: string) => markup.encode(plain.replaceAll('|', '/')) };
  const quoting = {
    codes: withQuoted(raw, codes),
    // A quoted sign in a translation is read back as a code.
    decode: (written: string) => markup.decode(written.replace(/'[{}#]+'/g, '')).replaceAll("''", "'"),
    encode: (plain: string) => markup.encode(encodeText(plain, isPlural, isDoubled)),
  };
  const message = messageText(raw, isMagic ? plainly : quoting);
  return {
    path: path.map(({ choice, selector }) => `${choice.argument}=${selector}`).join(' '),
    raw,
    message,
    index,
  };
}

/** The plural that a `#` in an option refers to: the option's own, or the innermost one around it. */
function pluralOf(owner: IcuChoice | undefined, path: readonly Selected[]): IcuChoice | undefined {
  if (!owner || owner.type !== 'select') return owner;
  const at = path.findIndex(({ choice }) => choice === owner);
  return path.slice(0, at).findLast(({ choice }) => choice.type !== 'select' && contains(choice, owner))
    ?.choice;
}

function isInPlural(owner: IcuChoice | undefined, path: readonly Selected[]): boolean {
  return pluralOf(owner, path) !== undefined;
}

function contains(outer: IcuChoice, inner: IcuChoice): boolean {
  return outer.start <= inner.start && outer.end >= inner.end;
}

/** The number of an outer plural, written out; undefined if that differs from the argument itself. */
function numberOf(text: string, choice: IcuChoice | undefined): string | undefined {
  if (!choice || text.slice(choice.start, choice.options[0]!.start).includes('offset:')) return undefined;
  return `{${choice.argument}, number}`;
}

/** Quoted text, such as `'{not an argument}'`, and other syntaxes, which stay: `{{name}}`. */
const KEPT = /''|'[{}#|](?:[^']|''){0,1000}'?|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g;

function withQuoted(raw: string, codes: readonly MessageCode[]): MessageCode[] {
  const found: MessageCode[] = [];
  let next = 0;
  const addCodes = (upTo: number): void => {
    while (next < codes.length && codes[next]!.start < upTo) found.push(codes[next++]!);
  };
  KEPT.lastIndex = 0;
  for (let match = KEPT.exec(raw); match; match = KEPT.exec(raw)) {
    const end = match.index + match[0].length;
    addCodes(match.index);
    const code = codes[next] ?? { start: raw.length, end: raw.length };
    const before = found.at(-1);
    if (before && before.end > match.index) KEPT.lastIndex = before.end;
    else if (code.start < end) KEPT.lastIndex = code.end;
    else if (match[0] !== "''") found.push({ start: match.index, end });
  }
  addCodes(Infinity);
  return found;
}

/** Escapes signs of the syntax in a translation. */
function encodeText(plain: string, isPlural: boolean, isDoubled: boolean): string {
  const signs = isPlural ? /[{}#]+/g : /[{}]+/g;
  const doubled = isDoubled ? plain.replaceAll("'", "''") : plain;
  // An apostrophe before a brace or a sign would begin a quotation.
  const safe = isDoubled ? doubled : doubled.replace(/'(?=[{}#|<']|$)/g, '’');
  return safe.replace(signs, (found) => `'${found}'`);
}

/** The categories of the target language that a choice lacks. */
type Missing = (choice: IcuChoice) => readonly string[];

function missingIn(to: string): Missing {
  return ({ type: kind, options }) => {
    if (kind === 'select') return [];
    const type = kind === 'plural' ? 'cardinal' : 'ordinal';
    const selectors = new Set(options.map(({ selector }) => selector));
    const numbers = new Set(
      [...selectors]
        .filter((selector) => selector.startsWith('='))
        .map((selector) => Number(selector.slice(1))),
    );
    return pluralCategories(to, type).filter(
      (category) => !selectors.has(category) && !isCovered(category, numbers, to, type),
    );
  };
}

function writeNode(node: Node, targets: readonly (string | null)[], missingFor: Missing): string {
  if ('form' in node) {
    const { message, raw, index } = node.form;
    const target = targets[index] ?? null;
    return message && target !== null ? message.write(target) : raw;
  }
  const { choice, options, tail } = node;
  const missing = missingFor(choice);
  let written = '';
  for (const { selector, head, node: inner } of options) {
    const form = writeNode(inner, targets, missingFor);
    if (selector !== 'other' || missing.length === 0) {
      written += head + form;
      continue;
    }
    // Written like the last form's head: `} other {`, or like the plural's beginning if it is first.
    const at = head.lastIndexOf('other');
    const space = /\s*$/.exec(head.slice(0, at))![0];
    written += head.slice(0, at);
    for (const category of missing)
      written += `${category}${head.slice(at + selector.length)}${form}}${space}`;
    written += head.slice(at) + form;
  }
  return written + tail;
}
