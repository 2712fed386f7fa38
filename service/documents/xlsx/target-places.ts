import { rangeOf } from '../lookups/references.ts';
import type { Edit } from '../shared/spans.ts';
import { columnLetter } from '../shared/table-columns.ts';
import { attributeSpan, escapeXml, rawPrefix } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';
import { XmlReader } from '../xml/reader.ts';
import { processedNames } from './compatibility.ts';
import { readCell } from './cell.ts';
import { writeRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';
import { columnOf } from './sheet-scan.ts';

/** An empty cell, or the place of a missing one. */
export interface TargetPlace {
  /** Both from 1. */
  readonly row: number;
  readonly column: number;
  /** The element of an empty cell; zero-length for a new one. */
  readonly place: Span;
  readonly rowTag: Span;
  readonly prefix: string;
  /** By column, the styles of the row's cells. */
  readonly styles: ReadonlyMap<number, string>;
}

/** A text for a place. */
export interface TargetText {
  readonly into: TargetPlace;
  /** The column that it translates, whose look a new cell gets. */
  readonly column: number;
  readonly text: RichText;
}

/** Maximum cells of merged ranges to process, for a sheet of overlapping ones. */
const MAX_MERGED_CELLS = 2_000_000;

/**
 * Finds the empty cells of some columns. The result is undefined for a cell that is not empty or hidden by a
 * merged range, and for a row that the sheet lacks.
 */
export function readTargetPlaces(
  xml: string,
  part: string,
  columns: ReadonlySet<number>,
): (row: number, column: number) => TargetPlace | undefined {
  const rows = new Map<number, { styles: Map<number, string>; places: Map<number, TargetPlace> }>();
  const reader = new XmlReader(xml, part);
  const wanted = [...columns].sort((a, b) => a - b);
  let row = 0;
  let column = 0;
  let merged = 0;
  reader.next();
  const processed = processedNames(reader);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 's:row') {
      row = Number(reader.attribute('r')) || row + 1;
      column = 0;
      const { start, end } = reader;
      const styles = new Map<number, string>();
      const common = {
        row,
        place: { start: end, end },
        rowTag: { start, end },
        prefix: rawPrefix(xml, start),
        styles,
      };
      const places = reader.selfClosing
        ? []
        : wanted.map((each): [number, TargetPlace] => [each, { ...common, column: each }]);
      rows.set(row, { styles, places: new Map(places) });
    } else if (reader.name === 's:c') {
      const { start } = reader;
      column = columnOf(reader.attribute('r')) ?? column + 1;
      const style = reader.attribute('s');
      const isFilled = columns.has(column) && readCell(xml, reader, processed) !== undefined;
      if (!columns.has(column)) reader.skipElement();
      const { styles, places } = rows.get(row) ?? {};
      if (!styles || !places) continue;
      if (style !== undefined) styles.set(column, style);
      const own = places.get(column);
      if (isFilled) places.delete(column);
      else if (own) places.set(column, { ...own, place: { start, end: reader.end } });
      for (const each of wanted) {
        const later = each > column ? places.get(each) : undefined;
        // A row out of order may have it already.
        if (later && later.place.start === later.place.end)
          places.set(each, { ...later, place: { start: reader.end, end: reader.end } });
      }
    } else if (reader.name === 's:mergeCell') {
      const area = rangeOf(reader.attribute('ref') ?? '', '');
      if (!area) continue;
      for (const each of wanted.filter((one) => one >= area.left && one <= area.right)) {
        for (let at = area.top; at <= area.bottom && merged < MAX_MERGED_CELLS; at++, merged++)
          if (at !== area.top || each !== area.left) rows.get(at)?.places.delete(each);
      }
    }
  }
  return (at, target) => rows.get(at)?.places.get(target);
}

/** The edits of one sheet that put texts into their places. */
export function writeTargets(xml: string, texts: readonly TargetText[]): Edit[] {
  const edits: Edit[] = [];
  const widest = new Map<Span, number>();
  const inOrder = [...texts].sort((a, b) => a.into.row - b.into.row || a.into.column - b.into.column);
  for (const { into, column, text } of inOrder) {
    const { prefix, styles } = into;
    const style = styles.get(into.place.end > into.place.start ? into.column : column);
    const name = `${columnLetter(into.column - 1)}${into.row}`;
    const attributes = `r="${name}"${style === undefined ? '' : ` s="${escapeXml(style)}"`} t="inlineStr"`;
    const content = `<${prefix}is>${writeRichText(text, prefix)}</${prefix}is>`;
    edits.push({ ...into.place, text: `<${prefix}c ${attributes}>${content}</${prefix}c>` });
    widest.set(into.rowTag, Math.max(widest.get(into.rowTag) ?? 0, into.column));
  }
  for (const [tag, column] of widest) edits.push(...widened(xml, tag, column));
  return edits;
}

/** The hint of a row for the columns that it has (`spans="1:3"`). */
function widened(xml: string, tag: Span, column: number): Edit[] {
  const span = attributeSpan(xml, tag, 'spans');
  const [, first, last] = /^(\d+):(\d+)$/.exec(span ? xml.slice(span.start, span.end) : '') ?? [];
  return span && Number(last) < column ? [{ ...span, text: `${first}:${column}` }] : [];
}
