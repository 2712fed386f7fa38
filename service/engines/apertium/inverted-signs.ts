import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';

/** Languages with opening question and exclamation marks, which Apertium omits. */
const WITH_INVERTED_SIGNS = new Set(['es', 'ast']);
const INVERTED: Readonly<Record<string, string>> = { '?': '¿', '!': '¡' };

/** Represents a standalone code. */
const CODE = '\uFFFC';
/** After a word, so not the sign of `(?)`. */
const END = /(?<=[\p{L}\p{N}\p{M}"”’»)\]%\uFFFC])[.!?…]{1,9}["”’»)]{0,9}(?=\s|\uFFFC|$)/gu;
/** A question may begin after these: `Price: how much?` */
const CLAUSE = /[:;–—]\s/gu;
/** Quotation marks and brackets, a list's bullet, and tags directly before a word. */
const OPENING =
  /^(?:\uFFFC?[,;:]\s)?[\s"'“”„«»‘’([]*(?:(?:[-–—•*·]|\p{L}{1,2}\)|\d{1,3}[.)])\s+["'“„«‘([]*)?(?:\uFFFC{1,9}(?=\p{L}))?/u;
const CLOSES: Readonly<Record<string, string>> = { ')': '(', '”': '“', '»': '«', '"': '"' };
/** Titles before a name or number, which do not end a sentence. In MAX_LENGTH UTF-16 units, as ABBREVIATION. */
const TITLE =
  /(?<![\p{L}\p{M}])(?:\p{L}|Dra?|Sra?|Sta?|Mrs?|Ms|Prof|Lt|Sgt|Capt|Gen|Col|Rev|Gov|Sen|Rep|Hon|Figs?)$/u;
/** An abbreviation before a number, a whole sentence elsewhere. */
const NUMBER = /(?<![\p{L}\p{M}])(?:Núm|No)s?$/u;
/** Abbreviations that may or may not end a sentence; a code may be an initial. */
const ABBREVIATION =
  /(?<=^|\s)\uFFFC$|\.\p{L}{1,3}$|(?<![\p{L}\p{M}])(?:\p{L}[bcdfghj-np-tv-z]{1,3}|[Ee]tc|Inc|Corp|Dept|Univ|Ave|[Aa]prox|approx)$/u;
const MAX_LENGTH = 12;

/** Inserts `¿` and `¡` at the start of sentences that end in `?` and `!`, if the target language has them. */
export function withInvertedSigns(coded: string, to: string): string {
  if (!WITH_INVERTED_SIGNS.has(to) || !/[?!]/.test(coded)) return coded;
  const tokens = parseCoded(coded);
  const signs = signsAt(tokens.map(plainOf).join(''));
  if (signs.length === 0) return coded;
  let at = 0;
  let next = 0;
  return formatCoded(
    tokens.flatMap((token): Token[] => {
      const plain = plainOf(token);
      const start = at;
      at += plain.length;
      const parts: Token[] = [];
      let done = 0;
      for (; next < signs.length && signs[next]!.place < at; next++) {
        const { place, sign } = signs[next]!;
        parts.push({ kind: 'text', text: plain.slice(done, place - start) + sign });
        done = place - start;
      }
      parts.push(token.kind === 'text' ? { kind: 'text', text: plain.slice(done) } : token);
      return parts;
    }),
  );
}

function plainOf(token: Token): string {
  return token.kind === 'text' ? token.text : token.kind === 'standalone' ? CODE : '';
}

/** The missing signs and their places, in order. Omitted if a sentence's start is uncertain. */
function signsAt(plain: string): { place: number; sign: string }[] {
  const signs: { place: number; sign: string }[] = [];
  let begin = 0;
  let isSure = true;
  for (const { 0: end, index } of plain.matchAll(END)) {
    const sign = INVERTED[/[?!]/.exec(end)?.[0] ?? ''];
    if (sign === undefined) {
      const ends = endsSentence(plain, index, index + end.length);
      if (ends === 'maybe') isSure = false;
      if (ends !== 'yes') continue;
    } else if (isSure) {
      const sentence = plain.slice(begin, index);
      const from = beginOf(sentence, end);
      const own = from === undefined ? '' : sentence.slice(from);
      if (!sentence.includes(sign) && /\p{L}{2}/u.test(own) && !/[?!]/.test(own))
        signs.push({ place: begin + from! + OPENING.exec(own)![0].length, sign });
    }
    begin = index + end.length;
    // Anything that closes there, such as a tag, belongs to the previous sentence.
    while (plain[begin] === CODE) begin++;
    isSure = true;
  }
  return signs;
}

/** Whether the full stop there ends a sentence, judged by the text around it. */
function endsSentence(plain: string, index: number, behind: number): 'yes' | 'no' | 'maybe' {
  const before = plain.slice(Math.max(0, index - MAX_LENGTH), index);
  if (TITLE.test(before)) return 'no';
  const isAbbreviation = ABBREVIATION.test(before);
  const next = plain.slice(behind, behind + MAX_LENGTH).trimStart();
  if (/^["'“„«‘([]*\p{Ll}/u.test(next)) return 'no';
  if ((isAbbreviation || NUMBER.test(before)) && /^\p{N}/u.test(next)) return 'no';
  return isAbbreviation ? 'maybe' : 'yes';
}

/**
 * The start of the question or exclamation that ends with the sentence at `end`: after an unclosed opening
 * sign, `He said "Hello!"`, or after a colon or dash. Undefined if `end` closes a sign that was not opened.
 */
function beginOf(sentence: string, end: string): number | undefined {
  const open: { sign: string; at: number }[] = [];
  for (const { 0: sign, index } of sentence.matchAll(/["“”«»()]/gu)) {
    const opening = CLOSES[sign];
    if (opening !== undefined && open.at(-1)?.sign === opening) open.pop();
    else if (opening === undefined || sign === '"') open.push({ sign, at: index + 1 });
  }
  const closed = /["”»)]/u.exec(end)?.[0];
  const inner = closed === undefined ? open.at(-1) : open.findLast(({ sign }) => sign === CLOSES[closed]);
  if (closed !== undefined && inner === undefined) return undefined;
  const from = inner?.at ?? 0;
  const clause = [...sentence.slice(from).matchAll(CLAUSE)].at(-1);
  return from + (clause ? clause.index + 2 : 0);
}
