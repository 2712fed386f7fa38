import { isWithin } from './model.ts';
import type { Area, ChangedText, Lookup, Match, Names, Operand, Rule, TextCell } from './model.ts';

/** A rule that found a text before the translation and does not now. */
export interface LostMatch {
  readonly rule: Rule;
  /** The text, as it was. */
  readonly text: string;
}

/** Limit of cells read one by one in areas whose texts are searched by part. */
const MAX_SOUGHT_CELLS = 2_000;
/** Comparisons that are made at most, for a workbook of a million formulas. */
const MAX_STEPS = 20_000_000;

/** Which texts beside the changed ones `lostMatches` has to know. */
export function isOfInterest(
  rules: readonly Rule[],
  changes: readonly ChangedText[],
): (cell: TextCell) => boolean {
  const texts = new Set(changes.map(({ text }) => text.toLowerCase()));
  const sought = rules
    .flatMap(({ lookups }) => lookups)
    .flatMap(({ sought, among }) => (among && sought.match !== 'whole' ? sought.areas : []))
    .filter((area) => cellsIn(area) <= MAX_SOUGHT_CELLS);
  const bySheet = grouped(sought, ({ sheet }) => sheet);
  return (cell) =>
    texts.has(cell.text.toLowerCase()) ||
    (bySheet.get(cell.sheet) ?? []).slice(0, MAX_SOUGHT_CELLS).some((area) => isWithin(area, cell));
}

function keyOfAreas(areas: readonly Area[]): string {
  return areas
    .map(({ sheet, left, top, right, bottom }) => [sheet, left, top, right, bottom].join(' '))
    .join('|');
}

/** The same formula is in thousands of rows. */
function memo<T, R>(work: (given: T) => R, keyOf: (given: T) => string): (given: T) => R {
  const known = new Map<string, R>();
  return (given) => {
    const key = keyOf(given);
    if (!known.has(key)) known.set(key, work(given));
    return known.get(key)!;
  };
}

function cellsIn({ left, top, right, bottom }: Area): number {
  return (right - left + 1) * (bottom - top + 1);
}

/** The rules that find less than before. `others`: unchanged cells, as far as `isOfInterest`. */
export function lostMatches(
  rules: readonly Rule[],
  names: Names,
  changes: readonly ChangedText[],
  others: readonly TextCell[],
): LostMatch[] {
  const before = textsOf(changes);
  const kept = textsOf(others);
  let steps = 0;
  const changedIn = memo((areas: readonly Area[]): readonly ChangedText[] => {
    if (areas.length === 0) return [];
    const [area] = areas;
    if (areas.length === 1 && cellsIn(area!) === 1) return [before.at(area!) ?? []].flat();
    steps += changes.length * areas.length;
    return changes.filter((cell) => areas.some((each) => isWithin(each, cell)));
  }, keyOfAreas);

  /** A changed text that a literal found: sought in the text, or the text in it. */
  const lostLiteral = memo(
    ({ literals, areas, match, isSought }: Operand & { isSought: boolean }): string | undefined => {
      const cells = changedIn(areas);
      for (const literal of literals) {
        if (!/\p{L}/u.test(literal)) continue;
        steps += cells.length;
        const isFound = (text: string): boolean =>
          isSought ? finds(literal, text, match) : finds(text, literal, match);
        const lost = cells.find((cell) => isFound(cell.text) && !isFound(cell.translation));
        if (lost) return lost.text;
      }
      return undefined;
    },
    ({ literals, areas, match, isSought }) =>
      `${isSought} ${match} ${keyOfAreas(areas)} ${literals.join('\n')}`,
  );

  /** A changed text in `own` that was the same as one in `other`, and is not now. */
  const lostTwin = (own: readonly Area[], other: readonly Area[]): string | undefined => {
    const [single] = other;
    let cells = changedIn(own);
    if (other.length === 1 && cellsIn(single!) === 1) {
      const twin = before.at(single!) ?? kept.at(single!);
      if (!twin) return undefined;
      cells = (before.by(twin.text) ?? []).filter((cell) => own.some((area) => isWithin(area, cell)));
    }
    for (const cell of cells) {
      const twins = [...(before.by(cell.text) ?? []), ...(kept.by(cell.text) ?? [])];
      steps += 1 + twins.length;
      if (steps > MAX_STEPS) return undefined;
      const found = twins.filter((twin) => twin !== cell && other.some((area) => isWithin(area, twin)));
      const now = cell.translation.toLowerCase();
      if (found.length > 0 && !found.some((twin) => textNow(twin) === now)) return cell.text;
    }
    return undefined;
  };

  /** The text among those searched by part or by pattern that would not be found any more. */
  const lostPart = (sought: Operand, among: readonly Area[]): string | undefined => {
    if (sought.match === 'whole') return undefined;
    const cells = sought.areas.flatMap((area) =>
      cellsIn(area) <= MAX_SOUGHT_CELLS ? kept.within(area) : [],
    );
    const literals = cells.map(({ text }) => text);
    const own = sought.match === 'pattern' ? literals.filter((text) => /[*?~]/.test(text)) : literals;
    return own.length === 0
      ? undefined
      : lostLiteral({ literals: own, areas: among, match: sought.match, isSought: true });
  };

  const lostName = ({ areas }: Operand): string | undefined =>
    changedIn(areas).find(({ text }) => isName(text, names))?.text;

  const lostIn = ({ sought, among }: Lookup): string | undefined => {
    if (!among) return lostName(sought);
    const match = sought.match === 'whole' ? among.match : sought.match;
    return (
      lostLiteral({ literals: sought.literals, areas: among.areas, match, isSought: true }) ??
      lostLiteral({ literals: among.literals, areas: sought.areas, match, isSought: false }) ??
      lostTwin(sought.areas, among.areas) ??
      lostTwin(among.areas, sought.areas) ??
      lostPart(sought, among.areas)
    );
  };

  return rules.flatMap((rule): LostMatch[] => {
    for (const lookup of rule.lookups) {
      if (steps > MAX_STEPS) return [];
      const text = lostIn(lookup);
      if (text !== undefined) return [{ rule, text }];
    }
    return [];
  });
}

function textNow(cell: TextCell | ChangedText): string {
  return ('translation' in cell ? cell.translation : cell.text).toLowerCase();
}

/** A text in a cell that `INDIRECT` may take for the name of a range, often with _ for spaces. */
function isName(text: string, { defined, tables, sheets }: Names): boolean {
  const written = text.trim().toLowerCase();
  const forms = [written, written.replace(/[\s-]+/g, '_'), written.replace(/[\s-]+/g, '')];
  return (
    forms.some((form) => defined.has(form) || tables.has(form) || sheets.has(form)) ||
    /^(?:'[^'\n]{1,99}'!|[\p{L}\p{N}_]{1,99}!)?\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?$/iu.test(
      text.trim(),
    )
  );
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

interface Texts<Cell extends TextCell> {
  by(text: string): readonly Cell[] | undefined;
  /** The cell of an area of one; null where that is none of these. */
  at(area: Area): Cell | null;
  within(area: Area): readonly Cell[];
}

function textsOf<Cell extends TextCell>(cells: readonly Cell[]): Texts<Cell> {
  const byText = grouped(cells, ({ text }) => text.toLowerCase());
  const byPlace = new Map(cells.map((cell) => [`${cell.sheet}!${cell.column}!${cell.row}`, cell]));
  const at = (sheet: string, column: number, row: number): Cell | null =>
    byPlace.get(`${sheet}!${column}!${row}`) ?? null;
  return {
    by: (text) => byText.get(text.toLowerCase()),
    at: ({ sheet, left, top }) => at(sheet, left, top),
    within({ sheet, left, top, right, bottom }) {
      const own: Cell[] = [];
      for (let row = top; row <= bottom; row++)
        for (let column = left; column <= right; column++) {
          const cell = at(sheet, column, row);
          if (cell) own.push(cell);
        }
      return own;
    },
  };
}

/** Whether a text that is looked for is found in another one, whatever the case of its letters. */
function finds(sought: string, text: string, match: Match): boolean {
  const [one, whole] = [sought.trim().toLowerCase(), text.trim().toLowerCase()];
  switch (match) {
    case 'whole':
      return one === whole;
    case 'start':
      return whole.startsWith(one);
    case 'end':
      return whole.endsWith(one);
    case 'part':
      return whole.includes(one);
    case 'pattern':
      return fits(one.replace(/^(?:<>|=)/, ''), whole);
  }
}

/** `*` for any text, `?` for any sign, `~` escapes them. Linear in both lengths, except `?`. */
function fits(pattern: string, text: string): boolean {
  if (!/[*?~]/.test(pattern)) return pattern === text;
  const parts = pattern
    .replace(/~([*?~])/g, (_, sign: string) => ({ '*': '\u0001', '?': '\u0002', '~': '\u0003' })[sign]!)
    .split('*');
  let at = 0;
  for (const [n, part] of parts.entries()) {
    const isLast = n === parts.length - 1;
    const found = isLast && n > 0 ? lastPlace(part, text, at) : place(part, text, at);
    if (found === -1 || (n === 0 && found !== 0)) return false;
    at = found + part.length;
  }
  return parts.length === 1 ? at === text.length : true;
}

function isAt(part: string, text: string, at: number): boolean {
  if (at < 0 || at + part.length > text.length) return false;
  for (let n = 0; n < part.length; n++) {
    const sign = { '\u0001': '*', '\u0002': '?', '\u0003': '~' }[part[n]!] ?? part[n];
    if (part[n] !== '?' && sign !== text[at + n]) return false;
  }
  return true;
}

function place(part: string, text: string, from: number): number {
  for (let at = from; at + part.length <= text.length; at++) if (isAt(part, text, at)) return at;
  return -1;
}

function lastPlace(part: string, text: string, from: number): number {
  const at = text.length - part.length;
  return at >= from && isAt(part, text, at) ? at : -1;
}
