import { readChart } from '../ooxml/charts/read-chart.ts';
import { drawingParts } from '../ooxml/drawing/drawing-parts.ts';
import type { PartEdit } from '../packages/package-format.ts';
import { unlessRefused } from '../shared/refusals.ts';
import { escapeXml } from '../xml/scan.ts';
import type { CellChange } from './cell-edits.ts';
import { plainRichText } from './rich-text.ts';
import type { Workbook } from './workbook.ts';

const CHART = /(?:drawingml\.chart|ms-office\.chartex)\+xml$/;

/** Edits that make charts show their cells' current text. Broken or differing ones stay. */
export function chartCacheEdits({ pkg, sheetNames }: Workbook, changes: readonly CellChange[]): PartEdit[] {
  const charts = pkg.partNames.filter((part) => CHART.test(pkg.contentType(part) ?? ''));
  if (charts.length === 0) return [];
  const changed = new Map<string, { readonly before: string; readonly after: string }>();
  for (const { cell, text } of changes) {
    const { sheet, row, column, text: source, into } = cell;
    if (!source || into) continue;
    const key = keyOf({ sheet: sheetNames.get(sheet.part) ?? '', row, column });
    changed.set(key, { before: plainRichText(source), after: plainRichText(text) });
  }
  const parts = drawingParts(pkg);
  return charts.flatMap((part) => {
    const read = unlessRefused(() => readChart(parts.text(part), parts.tree(part))) ?? [];
    return read.flatMap((text): PartEdit[] => {
      if (text.kind === 'paragraph' || typeof text.source === 'string') return [];
      const cell = changed.get(keyOf(text.source));
      if (!cell || folded(cell.before) !== folded(text.value)) return [];
      return text.nodes.map(({ contentStart: start, contentEnd: end }) => ({
        part,
        start,
        end,
        text: escapeXml(cell.after),
      }));
    });
  });
}

function keyOf({ sheet, row, column }: { sheet: string; row: number; column: number }): string {
  return `${row} ${column} ${sheet.toLowerCase()}`;
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
