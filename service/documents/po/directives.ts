const PRINTF =
  "%(?:\\d{1,3}\\$)?[-+ #0'I]{0,6}(?:\\*(?:\\d{1,3}\\$)?|\\d{1,6})?(?:\\.(?:\\*(?:\\d{1,3}\\$)?|\\d{1,6})?)?(?:hh|h|ll|l|L|q|j|z|Z|t)?[diouxXeEfFgGaAcCsSpnm@]|%<PRI\\w{1,20}>";
const BRACES = '\\{[^{}\\s]{1,100}(?:, ?[^{}]{1,100})?\\}';

/** Placeholders by flag (`c-format`). */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'c-format': PRINTF,
  'objc-format': PRINTF,
  'gcc-internal-format':
    "%(?:\\d{1,3}\\$)?[-+ #0']{0,6}(?:\\*|\\d{1,6})?(?:\\.(?:\\*|\\d{1,6})?)?(?:ll|l|w|h|q|t|z)?[+#]?[A-Za-z<>']",
  'gfc-internal-format': '%(?:\\d{1,3}\\$)?l?[CdisL]',
  'php-format': "%(?:\\d{1,3}\\$)?[-+0 ]{0,4}(?:'[^])?-?\\d{0,6}(?:\\.\\d{1,6})?[bcdeEfFgGosuxX]",
  'python-format': `%(?:\\([^()]{0,200}\\))?[-+ #0]{0,5}(?:\\*|\\d{1,6})?(?:\\.(?:\\*|\\d{1,6})?)?[hlL]?[diouxXeEfFgGcrsa]`,
  'python-brace-format': BRACES,
  'perl-format': PRINTF,
  'perl-brace-format': '\\{\\w{1,100}\\}',
  'ruby-format': `%<[^<>]{1,100}>[-+ #0\\d.*]{0,12}[A-Za-z]|%\\{[^{}]{1,100}\\}|${PRINTF}`,
  'java-format': '\\{\\d{1,3}[^{}]{0,100}\\}',
  'java-printf-format':
    '%(?:\\d{1,3}\\$|<)?[-#+ 0,(]{0,7}\\d{0,6}(?:\\.\\d{1,6})?(?:[bBhHsScCdoxXeEfgGaA]|[tT][A-Za-z])',
  'csharp-format': BRACES,
  'javascript-format': PRINTF,
  'lua-format': PRINTF,
  'awk-format': PRINTF,
  'object-pascal-format': PRINTF,
  'tcl-format': PRINTF,
  'qt-format': '%L?\\d{1,2}',
  'qt-plural-format': '%L?(?:\\d{1,2}|n)',
  'kde-format': '%\\d{1,2}',
  'kde-kuit-format': '%\\d{1,2}',
  'boost-format': `%\\|[^|]{1,100}\\||%\\d{1,3}%|${PRINTF}`,
  'sh-format': '\\$\\w{1,100}|\\$\\{\\w{1,100}\\}',
};

/** Formats whose values may be taken in another order by their numbers. */
const NUMBERED = new Set([
  'c-format',
  'objc-format',
  'php-format',
  'javascript-format',
  'tcl-format',
  'boost-format',
]);

/** Formats whose values have names or numbers only, so they may come in any order. */
const NAMED = new Set([
  'python-brace-format',
  'perl-brace-format',
  'java-format',
  'csharp-format',
  'qt-format',
  'qt-plural-format',
  'kde-format',
  'kde-kuit-format',
  'sh-format',
]);

/** A reader of directives for the flags of an entry; undefined where it has none. */
export function directivesOf(flags: readonly string[]): Directives | undefined {
  const flag = flags.find((own) => Object.hasOwn(DIRECTIVES, own));
  if (flag === undefined) return undefined;
  const known = READERS.get(flag) ?? readerOf(flag);
  READERS.set(flag, known);
  return known;
}

const READERS = new Map<string, Directives>();

function readerOf(flag: string): Directives {
  // A doubled sign is a letter, and no directive begins in it.
  const pattern = new RegExp(`%%|\\{\\{|\\}\\}|(${DIRECTIVES[flag]!})`, 'g');
  return {
    find: (text) =>
      Array.from(text.matchAll(pattern)).flatMap(({ 1: found, index }) =>
        found === undefined ? [] : [{ text: found, start: index, end: index + found.length }],
      ),
    mayBeNumbered: NUMBERED.has(flag),
    isNamed: NAMED.has(flag),
  };
}

interface Found {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Directives {
  find(text: string): Found[];
  readonly mayBeNumbered: boolean;
  /** All are by name or number: their order is free. */
  readonly isNamed: boolean;
}

const NUMBER = /^%(\d{1,3})\$/;

/** Whether a text takes the values of its source, each as it is there. */
export function holdsDirectives(source: string, target: string, directives: Directives): boolean {
  const [wanted, found] = [source, target].map((text) => directives.find(text).map((one) => one.text));
  return valuesOf(wanted!, directives) === valuesOf(found!, directives);
}

/** Directives by the numbers of their values, which they say or have by their order. */
function valuesOf(found: readonly string[], { isNamed }: Directives): string {
  const isFree = (text: string) => isNamed || /^%?(?:\(|[<{])/.test(text);
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
  if (holdsDirectives(source, target, directives) || !directives.mayBeNumbered) return target;
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
