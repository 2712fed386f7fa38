import { DIRECTIVES, syntaxesOfFlags } from '../../text/protected/directives.ts';
import { createScanner } from '../../text/protected/scan.ts';
import type { Syntax } from '../../text/protected/syntax.ts';

/** The directives that an entry's flags announce (`c-format`). */
export interface Directives {
  /** In order. */
  find(text: string): Directive[];
  /** All are by name or number and may come in any order, or each can get the number of its value. */
  readonly order: 'named' | 'numbered' | undefined;
}

interface Directive {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const READERS = new Map<string, Directives>();

/** A reader of directives for the flags of an entry; undefined where it has none. */
export function directivesOf(flags: readonly string[]): Directives | undefined {
  const [id] = syntaxesOfFlags(flags);
  if (id === undefined) return undefined;
  const known = READERS.get(id) ?? readerOf(DIRECTIVES.find((row) => row.id === id)!);
  READERS.set(id, known);
  return known;
}

function readerOf(row: Syntax): Directives {
  const scan = createScanner([row]);
  return {
    find: (text) => scan(text).map(({ start, end }) => ({ text: text.slice(start, end), start, end })),
    order: row.order,
  };
}

const NUMBER = /^%(\d{1,3})\$/;

/** Whether a text takes the values of its source, each unchanged. */
export function holdsDirectives(source: string, target: string, directives: Directives): boolean {
  const [wanted, found] = [source, target].map((text) => directives.find(text).map((one) => one.text));
  return valuesOf(wanted!, directives) === valuesOf(found!, directives);
}

/** Directives by the numbers of their values, which they say or have by their order. */
function valuesOf(found: readonly string[], { order }: Directives): string {
  const isFree = (text: string) => order === 'named' || /^%?(?:\(|[<{])/.test(text);
  return found
    .map((text, n) => {
      if (isFree(text)) return text;
      return `${NUMBER.exec(text)?.[1] ?? n + 1} ${text.replace(NUMBER, '%')}`;
    })
    .sort()
    .join('\n');
}

/**
 * A translation with the directives of its source. Where an engine put them in another order, they get the
 * numbers of their values, if the format has such.
 */
export function withDirectives(source: string, target: string, directives: Directives): string {
  if (holdsDirectives(source, target, directives) || directives.order !== 'numbered') return target;
  const wanted = directives.find(source).map(({ text }) => text);
  const found = directives.find(target);
  const sorted = (texts: readonly string[]) => [...texts].sort().join('\n');
  if (sorted(wanted) !== sorted(found.map(({ text }) => text))) return target;
  // Widths that are values themselves (`%*d`) are counted too: better not.
  if (!wanted.every((text) => text.startsWith('%') && !/[$*(<{|]/.test(text))) return target;
  const left = wanted.map((text, n) => ({ text, number: n + 1 }));
  let written = '';
  let at = 0;
  for (const { text, start, end } of found) {
    const [own] = left.splice(
      left.findIndex((candidate) => candidate.text === text),
      1,
    );
    written += `${target.slice(at, start)}%${own!.number}$${text.slice(1)}`;
    at = end;
  }
  return written + target.slice(at);
}
