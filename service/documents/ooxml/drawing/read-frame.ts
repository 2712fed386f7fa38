import { child } from '../../xml/tree.ts';
import type { XmlNode } from '../../xml/tree.ts';
import { chartTexts } from '../charts/chart-texts.ts';
import type { ChartText } from '../charts/chart-texts.ts';
import { diagramTexts } from './diagram.ts';
import type { DrawingParts } from './drawing-parts.ts';
import { paragraphSpan } from './paragraph-span.ts';
import { readTree } from './read-tree.ts';
import type { DrawingTarget } from './write-paragraph.ts';

/** The texts of a part that a frame shows. */
export interface FramePart {
  readonly kind: 'charts' | 'diagrams';
  readonly part: string;
  readonly texts: readonly ChartText[];
  /** Diagrams only: number of paragraphs that are drawn differently from the data. */
  readonly stale: number;
}

/** The parts behind an `a:graphicData` of `owner`: a chart and its shapes, or a SmartArt. */
export function readFrame(
  parts: DrawingParts,
  owner: string,
  frame: XmlNode,
  target: DrawingTarget,
): FramePart[] {
  const related = (id: string | undefined) =>
    parts.pkg.relationships(owner).find((relationship) => relationship.id === id)?.part;
  const opened = (part: string) => ({ part, source: parts.text(part), root: parts.tree(part) });
  const chart = related((child(frame, 'c:chart') ?? child(frame, 'cx:chart'))?.attributes['r:id']);
  if (chart !== undefined) {
    const texts = chartTexts(parts.pkg, opened(chart), target);
    return [{ kind: 'charts', part: chart, texts, stale: 0 }, ...readShapesOver(parts, chart, target)];
  }
  const data = related(child(frame, 'dgm:relIds')?.attributes['r:dm']);
  if (data === undefined) return [];
  const drawing = related(drawingId(parts.tree(data)));
  const { texts, stale } = diagramTexts(
    opened(data),
    drawing === undefined ? undefined : opened(drawing),
    target,
  );
  return [{ kind: 'diagrams', part: data, texts, stale }];
}

/** Text boxes on a chart (ECMA-376 part 1 §21.3). */
function readShapesOver(parts: DrawingParts, chart: string, target: DrawingTarget): FramePart[] {
  const part = parts.pkg.relationships(chart).find(({ kind }) => kind === 'chartUserShapes')?.part;
  if (part === undefined) return [];
  const source = parts.text(part);
  const texts = [...readTree(source, parts.tree(part), () => false)].flatMap((item): ChartText[] => {
    if (item.kind !== 'paragraph') return [];
    const { paragraph } = item;
    const span = paragraphSpan(source, paragraph, target, () => undefined);
    return [{ part, span, paragraph, mirrorEdits: () => [] }];
  });
  return [{ kind: 'charts', part, texts, stale: 0 }];
}

/** The relationship of the drawing that Office cached for a diagram's data ([MS-ODRAWXML] §2.6.1.2). */
function drawingId(data: XmlNode): string | undefined {
  for (const extension of child(data, 'dgm:extLst')?.children ?? []) {
    const id = child(extension, 'dsp:dataModelExt')?.attributes['relId'];
    if (id !== undefined) return id;
  }
  return undefined;
}
