import type { Token } from '../../text/codes.ts';
import { oneRunEach } from '../../text/pair-runs.ts';

/**
 * Quotation marks around a few words of a sentence. The pipeline leaves them in place while the words move
 * (`the "quick" answer` → `la "respuesta" rápida`), so they are sent as a pair of codes, which follows its
 * words.
 */
export type Quotes = ReadonlyMap<number, { readonly opening: string; readonly closing: string }>;

export const NO_QUOTES: Quotes = new Map();

/** Above any segment's code ids. */
const FIRST_ID = 900_000_000;
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  "'": "'",
  '‘': '’',
};

/** In coded text: quotes around at most 80 characters, with whole codes and no sentence end between. */
const QUOTED =
  /(?<=^|[\s([]|<\d{1,6}>)(["“„«'‘])(?=\S)((?:[^"“”„«»'‘’<>.,!?…:;\s]|(?<=\p{L})['’](?=\p{L})| |<\/?\d{1,6}>){1,80})(?<=\S)(["“”»'’])(?=$|[\s<.,;:!?…)\]])/gu;
const CODE = /<\/?\d{1,6}>/gu;
const LETTER = /\p{L}/u;
/** Signs at the ends of the words would not move with them: `'__name__'`. */
const ENDS_IN_WORDS = /^(?:<\d{1,6}>)*[\p{L}\p{N}](?:[^]*[\p{L}\p{N}\p{M}](?:<\/?\d{1,6}>)*)?$/u;

/** Coded text with pairs in place of quotation marks. A text that is quoted as a whole stays as it is. */
export function withQuotePairs(coded: string): { coded: string; quotes: Quotes } {
  if (!/["“„«'‘]/u.test(coded)) return { coded, quotes: NO_QUOTES };
  const quotes = new Map<number, { opening: string; closing: string }>();
  const written = coded.replace(QUOTED, (whole, opening: string, words: string, closing: string) => {
    if (CLOSING[opening] !== closing || !LETTER.test(words)) return whole;
    if (!ENDS_IN_WORDS.test(words) || !isBalanced(words)) return whole;
    const id = FIRST_ID + quotes.size;
    quotes.set(id, { opening, closing });
    return `<${id}>${words}</${id}>`;
  });
  const isPart = LETTER.test(coded.replace(QUOTED, ''));
  return isPart ? { coded: written, quotes } : { coded, quotes: NO_QUOTES };
}

/** Where a single quotation mark may open: at a word's start, and no part of one (`'em`, `'90s`). */
const OPENING_SINGLE =
  /(?<=^|[\s([{<>"“„«–—,;:\0])['‘](?=[^\s'’])(?!(?:em|til|tis|twas|cause|\d\ds?)(?![\p{L}\p{N}]))/giu;
/** Where one may close. */
const CLOSING_SINGLE = /(?<=[^\s'‘])['’](?=$|[\s.,;:!?…)\]}<>"”»–—/=\0-])/gu;
/** Text ahead and behind of the apostrophe of `the boys' house`, which may also close a quotation. */
const PLURAL_OWNER = /^s['’] (?:<\d{1,6}>)?\p{L}/u;

/**
 * The offsets of single quotation marks, in pairs. Of several marks that may close, the first that cannot be
 * the apostrophe of an owner.
 */
export function singleQuotePairs(text: string): [opening: number, closing: number][] {
  if (!/['‘]/.test(text)) return [];
  const closings = Array.from(text.matchAll(CLOSING_SINGLE), ({ index }) => index);
  const openings = Array.from(text.matchAll(OPENING_SINGLE), ({ index }) => index);
  const pairs: [number, number][] = [];
  let from = 0;
  for (const [n, opening] of openings.entries()) {
    if (opening < (pairs.at(-1)?.[1] ?? 0)) continue;
    const end = openings[n + 1] ?? Infinity;
    while (from < closings.length && closings[from]! <= opening) from++;
    const own: number[] = [];
    for (let at = from; at < closings.length && closings[at]! < end; at++) {
      if (CLOSING[text[opening]!] === text[closings[at]!]) own.push(closings[at]!);
    }
    const closing = own.find((at) => !PLURAL_OWNER.test(text.slice(at - 1, at + 20))) ?? own[0];
    if (closing !== undefined) pairs.push([opening, closing]);
  }
  return pairs;
}

/**
 * English coded text with `'s` for the lone apostrophe of several owners, which the pipeline does not know:
 * `The cars' doors` → `Los coches' las puertas`.
 */
export function withWrittenOwners(coded: string): string {
  if (!/s['’] /.test(coded)) return coded;
  const quotes = new Set(singleQuotePairs(coded).flat());
  return coded.replace(/(?<=\p{L}s)(['’])(?= (?:<\d{1,6}>)?\p{L})/gu, (mark, _own, at: number) =>
    quotes.has(at) ? mark : `${mark}s`,
  );
}

function isBalanced(words: string): boolean {
  const open: string[] = [];
  for (const [code] of words.matchAll(CODE)) {
    if (!code.startsWith('</')) open.push(code);
    else if (open.pop() !== code.replace('/', '')) return false;
  }
  return open.length === 0;
}

/** Puts the quotation marks back in place of their pairs. Undefined if a pair is missing. */
export function withQuoteMarks(tokens: readonly Token[], quotes: Quotes): readonly Token[] | undefined {
  if (quotes.size === 0) return tokens;
  const runs = new Map<number, number>();
  for (const token of tokens) {
    if (token.kind === 'open' && quotes.has(token.id)) runs.set(token.id, (runs.get(token.id) ?? 0) + 1);
  }
  if (runs.size < quotes.size) return undefined;
  const isDivided = [...runs.values()].some((count) => count > 1);
  const whole = isDivided
    ? oneRunEach(tokens, { filled: new Set(quotes.keys()), blank: new Set(), kept: new Set() })
    : tokens;
  const marked: Token[] = [];
  for (const token of whole) {
    const marks = token.kind === 'open' || token.kind === 'close' ? quotes.get(token.id) : undefined;
    const mark: Token = marks
      ? { kind: 'text', text: token.kind === 'open' ? marks.opening : marks.closing }
      : token;
    const last = marked.at(-1);
    if (mark.kind === 'text' && last?.kind === 'text')
      marked[marked.length - 1] = { kind: 'text', text: last.text + mark.text };
    else marked.push(mark);
  }
  return marked;
}

/** Makes apostrophes and closing quotes curly again if all of the source's are: Apertium straightens them. */
export function withCurlyApostrophes(tokens: readonly Token[], source: string): readonly Token[] {
  if (!source.includes('’') || source.includes("'")) return tokens;
  return tokens.map((token) =>
    token.kind === 'text' ? { kind: 'text', text: token.text.replaceAll("'", '’') } : token,
  );
}
