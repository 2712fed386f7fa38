/**
 * A workbook as cells with texts and rules that look for texts, whatever file they were read from: enough to
 * tell which rules no longer find what they found before some texts were translated.
 */

/** Cells of a sheet, from 1, both ends inclusive. Sheets by their name in small letters. */
export interface Area {
  readonly sheet: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface TextCell {
  readonly sheet: string;
  readonly column: number;
  readonly row: number;
  readonly text: string;
}

/** A cell whose text is translated. */
export interface ChangedText extends TextCell {
  readonly translation: string;
}

/** How one text finds another: as a whole, with * and ?, or as its beginning, end or a part of it. */
export type Match = 'whole' | 'pattern' | 'start' | 'end' | 'part';

/** Texts that are written in a rule, and cells that hold some. */
export interface Operand {
  readonly literals: readonly string[];
  readonly areas: readonly Area[];
  readonly match: Match;
}

/** `sought` is looked up in `among`, or else names a range, sheet or table. */
export interface Lookup {
  readonly sought: Operand;
  readonly among?: Operand | undefined;
}

/** A formula, list of allowed values, conditional format or filter. */
export interface Rule {
  readonly kind: 'formula' | 'list' | 'format' | 'filter';
  /** The cell or cells that have it, as people write them: `Sheet1!C2`. */
  readonly where: string;
  readonly lookups: readonly Lookup[];
}

/** The names of a workbook and their meaning. All keys in lower case. */
export interface Names {
  readonly sheets: ReadonlySet<string>;
  /** The formulas behind a name. */
  readonly defined: ReadonlyMap<string, readonly string[]>;
  readonly tables: ReadonlyMap<string, NamedTable>;
}

export interface NamedTable {
  readonly area: Area;
  readonly columns: readonly string[];
}

export function isWithin(area: Area, { sheet, column, row }: Omit<TextCell, 'text'>): boolean {
  return (
    area.sheet === sheet &&
    column >= area.left &&
    column <= area.right &&
    row >= area.top &&
    row <= area.bottom
  );
}
