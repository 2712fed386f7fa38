import { icuNumbers, icuSkeleton } from '../icu.ts';
import { merged } from '../spans.ts';
import type { Span } from '../spans.ts';
import type { Syntax } from './syntax.ts';
import { SYNTAXES } from './table.ts';

/** A part of a text that must come back unchanged. `syntax`: an id of the table, or `icu`. */
export interface ProtectedSpan extends Span {
  readonly syntax: string;
  readonly kind: Syntax['kind'];
}

/** Ids of the syntaxes searched for in a text, besides those of any prose. */
export type Active = readonly string[];

/** Syntaxes that may be protected in any text of any job: evidence is collected for these. */
export const ANY: Active = SYNTAXES.filter(({ from }) => from !== 'prose' && from.includes('evidence')).map(
  ({ id }) => id,
);

/** The protected parts of plain text, in order, none overlapping another. Linear. */
export function scan(plain: string, active: Active = []): readonly ProtectedSpan[] {
  if (!ANY_SIGN.test(plain)) return [];
  const spans = scannerOf(active)(plain);
  const skeleton = icuSkeleton(plain);
  if (skeleton.length === 0) return spans;
  const icu = (kind: Syntax['kind']) => (span: Span) => ({ ...span, syntax: 'icu', kind });
  return merged(skeleton.map(icu('wall')), merged(icuNumbers(plain).map(icu('word')), spans));
}

/** A sign that sentences rarely have; all marks of the table contain one. */
const ANY_SIGN = /[@#$%^&*_+=\\|<>/[\]{}`~⌘⌥⇧⌃]|[.:][^\s.)"’”]|-[A-Z\d-]|(?:^|\s)-[a-z]|«\w|!\w|\(\)/u;

const scanners = new Map<string, (plain: string) => readonly ProtectedSpan[]>();

function scannerOf(active: Active): (plain: string) => readonly ProtectedSpan[] {
  const key = active.join();
  let scanner = scanners.get(key);
  if (!scanner) {
    const rows = SYNTAXES.filter(({ id, from }) => from === 'prose' || active.includes(id));
    scanners.set(key, (scanner = createScanner(rows)));
  }
  return scanner;
}

/** Finds only the marks of these syntaxes. */
export function createScanner(rows: readonly Syntax[]): (plain: string) => readonly ProtectedSpan[] {
  const all = new RegExp(rows.map(sourceOf).join('|'), 'gu');
  // Walls and masks of one text are asked for one after the other.
  let last: { plain: string; spans: readonly ProtectedSpan[] } = { plain: '', spans: [] };
  return (plain) => {
    if (plain === last.plain) return last.spans;
    const spans: ProtectedSpan[] = [];
    all.lastIndex = 0;
    // Not `matchAll`, which copies the pattern for each text.
    for (let match = all.exec(plain); match; match = all.exec(plain)) {
      const { index, 0: text, groups } = match;
      const row = rows.find((_, n) => groups![`row${n}`] !== undefined);
      if (row && text !== '')
        spans.push({ start: index, end: index + text.length, syntax: row.id, kind: row.kind });
      else if (text === '') all.lastIndex += plain.codePointAt(index)! > 0xffff ? 2 : 1;
    }
    last = { plain, spans };
    return spans;
  };
}

/** One pattern as an alternative; skips what `not` matches. */
function sourceOf({ pattern, not }: Syntax, n: number): string {
  return `${not ? `${not.source}|` : ''}(?<row${n}>${pattern.source})`;
}

/** Plain text with a sign in place of each protected part. */
export function withoutProtected(plain: string, sign: string, active?: Active): string {
  const spans = scan(plain, active);
  if (spans.length === 0) return plain;
  const starts = [0, ...spans.map(({ end }) => end)];
  return starts.map((start, n) => plain.slice(start, spans[n]?.start)).join(sign);
}

/** Parts that no word crosses: choices among texts, template statements, block tags, line ends. */
export function betweenTexts(plain: string, active?: Active): Span[] {
  return scan(plain, active).filter(({ kind }) => kind === 'wall');
}
