import { icuNumbers, icuSkeleton } from '../icu.ts';
import { merged } from '../spans.ts';
import type { Span } from '../spans.ts';
import { compiled } from './syntax.ts';
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
  const spans = scannerOf(active)(plain);
  const skeleton = icuSkeleton(plain);
  if (skeleton.length === 0) return spans;
  const icu = (kind: Syntax['kind']) => (span: Span) => ({ ...span, syntax: 'icu', kind });
  return merged(skeleton.map(icu('wall')), merged(icuNumbers(plain).map(icu('word')), spans));
}

type Scanner = (plain: string) => readonly ProtectedSpan[];

const scanners = new Map<string, Scanner>();

function scannerOf(active: Active): Scanner {
  const key = active.join();
  let scanner = scanners.get(key);
  if (!scanner) {
    const rows = SYNTAXES.filter(({ id, from }) => from === 'prose' || active.includes(id));
    scanners.set(key, (scanner = createScanner(rows)));
  }
  return scanner;
}

const NO_SPANS: readonly ProtectedSpan[] = [];

/** Finds only the marks of these syntaxes. Of two that begin at one place, the earlier row's is taken. */
export function createScanner(rows: readonly Syntax[]): Scanner {
  // Most texts have no sign at all, and others those of a few rows: searching for all is slow, and so is compiling all patterns.
  const signs = [...new Map(rows.map(({ sign }) => [sign.source, sign])).values()];
  const anySign = new RegExp(signs.map(({ source }) => source).join('|'), 'u');
  const signOf = rows.map(({ sign }) => signs.findIndex(({ source }) => source === sign.source));
  // Walls and masks of one text are asked for one after the other.
  let last = { plain: '', spans: NO_SPANS };
  return (plain) => {
    if (plain === last.plain) return last.spans;
    let spans = NO_SPANS;
    if (anySign.test(plain)) {
      const isThere = signs.map((sign) => sign.test(plain));
      spans = marksIn(plain, rows.filter((_, n) => isThere[signOf[n]!]).flatMap(searchesOf));
    }
    last = { plain, spans };
    return spans;
  };
}

/** A row's pattern, or its exceptions, whose matches are stepped over. */
interface Search {
  readonly row: Syntax;
  readonly pattern: RegExp;
  readonly isException: boolean;
}

/** Compiled by their first search, and shared by all scanners. */
const searches = new WeakMap<Syntax, readonly Search[]>();

function searchesOf(row: Syntax): readonly Search[] {
  const known = searches.get(row);
  if (known) return known;
  const own = [{ row, pattern: compiled(row, 'g'), isException: false }];
  if (row.not) own.unshift({ row, pattern: new RegExp(row.not.source, 'gu'), isException: true });
  searches.set(row, own);
  return own;
}

/** As one pattern of all alternatives finds them: always the match that begins first. */
function marksIn(plain: string, all: readonly Search[]): ProtectedSpan[] {
  const spans: ProtectedSpan[] = [];
  const nexts = all.map((search) => nextOf(search, plain, 0));
  for (;;) {
    let first = NOTHING;
    for (const next of nexts) if (next.start < first.start) first = next;
    if (first === NOTHING) return spans;
    const { start, end, search } = first;
    if (!search!.isException && end > start)
      spans.push({ start, end, syntax: search!.row.id, kind: search!.row.kind });
    const from = end > start ? end : start + (plain.codePointAt(start)! > 0xffff ? 2 : 1);
    for (const [n, next] of nexts.entries())
      if (next.start < from) nexts[n] = nextOf(next.search!, plain, from);
  }
}

interface Next extends Span {
  readonly search?: Search;
}

const NOTHING: Next = { start: Infinity, end: Infinity };

function nextOf(search: Search, plain: string, from: number): Next {
  search.pattern.lastIndex = from;
  const match = search.pattern.exec(plain);
  return match ? { search, start: match.index, end: search.pattern.lastIndex } : NOTHING;
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
