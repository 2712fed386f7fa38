import { plainText } from '../../../text/codes.ts';
import type { Warning } from '../../../contract/index.ts';
import type { DrawingText } from '../drawing/drawing-text.ts';
import { paragraphSpan } from '../drawing/paragraph-span.ts';
import type { DrawingTarget } from '../drawing/write-paragraph.ts';
import { inShapeOf } from '../../shared/target-shape.ts';
import { plainSpan } from '../../spans/span.ts';
import { escapeXml } from '../../xml/scan.ts';
import { child } from '../../xml/tree.ts';
import type { XmlNode } from '../../xml/tree.ts';
import type { OoxmlPackage } from '../package.ts';
import { editWorkbook } from './edit-workbook.ts';
import type { CellText } from './edit-workbook.ts';
import { readChart } from './read-chart.ts';
import type { ChartValue } from './read-chart.ts';

/** A segment of a chart. */
export interface ChartText extends DrawingText {
  /** For a text that the chart only copies. */
  readonly data?: ChartData;
}

interface ChartData {
  /** The part of the embedded workbook; undefined if it is elsewhere. */
  readonly workbook: string | undefined;
  readonly value: ChartValue;
}

/** The texts of a chart's part. */
export function chartTexts(
  pkg: OoxmlPackage,
  { part, source, root }: { part: string; source: string; root: XmlNode },
  target: DrawingTarget,
): ChartText[] {
  const data = dataOf(pkg, part, root);
  return readChart(source, root).map((text): ChartText => {
    if (text.kind === 'paragraph') {
      const { paragraph } = text;
      const span = paragraphSpan(source, paragraph, target, () => undefined);
      return { part, span, paragraph, mirrorEdits: () => [] };
    }
    const [first, ...others] = text.nodes as [XmlNode, ...XmlNode[]];
    const span = plainSpan({
      start: first.contentStart,
      end: first.contentEnd,
      value: text.value,
      write: escapeXml,
    });
    return {
      part,
      span,
      paragraph: undefined,
      mirrorEdits: (words) =>
        others.map(({ contentStart: start, contentEnd: end }) => ({
          part,
          start,
          end,
          text: escapeXml(shown(text, words)),
        })),
      ...(data && text.source !== 'literal' && { data: { ...data, value: text } }),
    };
  });
}

function shown({ value }: ChartValue, target: string): string {
  return inShapeOf(value, plainText(target));
}

/** The source of the chart's data; undefined without one. */
function dataOf(pkg: OoxmlPackage, part: string, root: XmlNode): Pick<ChartData, 'workbook'> | undefined {
  const named = child(root, 'c:externalData') ?? child(child(root, 'cx:chartData'), 'cx:externalData');
  if (!named) return undefined;
  const id = named.attributes['r:id'];
  return { workbook: pkg.relationships(part).find((relationship) => relationship.id === id)?.part };
}

/** The workbooks behind charts with the charts' new texts, by part. */
export function changedWorkbooks(
  pkg: OoxmlPackage,
  targets: ReadonlyMap<ChartText, string>,
): { readonly books: ReadonlyMap<string, Uint8Array>; readonly warnings: Warning[] } {
  const wanted = new Map<string, Map<string, CellText>>();
  let kept = 0;
  for (const [{ data }, target] of targets) {
    if (!data) continue;
    const { workbook, value } = data;
    if (workbook === undefined || typeof value.source === 'string') {
      kept++;
      continue;
    }
    const cells = wanted.get(workbook) ?? new Map<string, CellText>();
    wanted.set(workbook, cells);
    const { sheet, row, column } = value.source;
    const key = JSON.stringify([sheet.toLowerCase(), row, column]);
    const after = shown(value, target);
    const known = cells.get(key);
    // Two charts of one workbook may show the same cell, one of them unchanged.
    if (known && (known.before !== value.value || known.after !== after)) kept++;
    else cells.set(key, { ...value.source, before: value.value, after });
  }
  const books = new Map<string, Uint8Array>();
  for (const [part, cells] of wanted) {
    const edited = editWorkbook(pkg.bytes(part), [...cells.values()]);
    kept += edited.kept;
    if (edited.kept < cells.size) books.set(part, edited.bytes);
  }
  return { books, warnings: dataWarnings(kept) };
}

function dataWarnings(count: number): Warning[] {
  if (count === 0) return [];
  return [
    {
      code: 'chart_data_untranslated',
      message:
        'Some texts of charts are translated where they are shown, but not in the data behind them: it lies in another file, cannot be read, is calculated, or differs. “Edit data” may bring the source back.',
      count,
    },
  ];
}
