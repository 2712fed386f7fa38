import type { Included } from '../../contract/index.ts';
import type { ChartText } from '../ooxml/charts/chart-texts.ts';
import { drawingParts } from '../ooxml/drawing/drawing-parts.ts';
import { altTexts, propertyTexts } from '../ooxml/drawing/other-texts.ts';
import { readFrame } from '../ooxml/drawing/read-frame.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { DocxDocument } from './document.ts';
import type { PartModel } from './model.ts';

/** A segment outside Word's paragraphs: of a chart, SmartArt, or picture or document properties. */
export interface DrawnText extends ChartText {
  /** The option of `include` that it requires. */
  readonly needs: Included;
}

export interface Drawings {
  readonly texts: readonly DrawnText[];
  /** Texts that SmartArt shows differently than its data. */
  readonly stale: number;
  /** The text of a part outside WordprocessingML. */
  text(part: string): string;
}

/** The texts of a document's drawings, in the order of its parts; the document's properties last. */
export function readDrawings(
  { pkg }: DocxDocument,
  models: readonly PartModel[],
  target: DrawingTarget,
  include: ReadonlySet<Included>,
): Drawings {
  const parts = drawingParts(pkg);
  const texts: DrawnText[] = [];
  const seen = new Set<string>();
  let stale = 0;
  const add = (needs: Included, own: readonly ChartText[]) => {
    for (const text of own) texts.push({ ...text, needs });
  };
  for (const { part, root } of models) {
    for (const node of drawnIn(root)) {
      if (node.name === 'wp:docPr') {
        if (include.has('alt_text')) add('alt_text', altTexts(part, node));
        continue;
      }
      for (const frame of readFrame(parts, part, node, target)) {
        if (!include.has(frame.kind) || seen.has(frame.part)) continue;
        seen.add(frame.part);
        stale += frame.stale;
        add(frame.kind, frame.texts);
      }
    }
  }
  if (include.has('properties')) for (const { texts: own } of propertyTexts(parts)) add('properties', own);
  return { texts, stale, text: (part) => parts.text(part) };
}

/** Frames and properties of drawings, except renderings for older programs. */
function* drawnIn(node: XmlNode): Generator<XmlNode> {
  if (node.name === 'mc:Fallback') return;
  if (node.name === 'a:graphicData' || node.name === 'wp:docPr') yield node;
  for (const inner of node.children) yield* drawnIn(inner);
}
