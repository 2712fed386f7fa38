import type { AssembleOptions } from '../filter.ts';
import { applyEdits } from '../ooxml/spans.ts';
import type { Edit } from '../ooxml/spans.ts';
import { childValue } from '../ooxml/tree.ts';
import { boundData } from './bound-data.ts';
import type { SegmentTarget } from './bound-data.ts';
import { turnBetween } from './direction.ts';
import type { Turn } from './direction.ts';
import { textParts } from './document.ts';
import type { DocxDocument } from './document.ts';
import type { Paragraph, PartModel } from './model.ts';
import type { Segment } from './segments.ts';
import { requestFieldUpdate } from './settings.ts';
import { outlineLevel } from './styles.ts';
import { paragraphEdits } from './write-paragraph.ts';
import type { ParagraphChange } from './write-paragraph.ts';

type Targets = readonly (string | null)[];

/** The document with translations in the place of its texts; the very bytes that came where none differs. */
export function assembleLayout(
  document: DocxDocument,
  targets: Targets,
  options: AssembleOptions,
): Uint8Array {
  const turn = turnBetween(options.from, options.to);
  const changes = new Map<string, string>();
  const data = boundData();
  let next = 0;
  let listedChanged = false;
  let hasContents = false;
  for (const part of textParts(document)) {
    const given = part.segments.map((segment) => ({ segment, target: targets[next++] ?? null }));
    hasContents ||= part.model.hasContents;
    const changed = changedSegments(data.settle(given));
    if (changed.length === 0) continue;
    listedChanged ||= changed.some(({ segment }) => isListed(segment.paragraph, document));
    const edits = partEdits(part.model, changed, turn);
    if (edits.length > 0) changes.set(part.model.part, applyEdits(part.model.source, edits));
  }
  for (const [part, edits] of data.edits()) {
    changes.set(part, applyEdits(changes.get(part) ?? document.pkg.text(part), edits));
  }
  if (hasContents && listedChanged) requestFieldUpdate(document, changes);
  return document.pkg.save(changes);
}

interface ChangedSegment {
  readonly segment: Segment;
  readonly target: string;
}

function changedSegments(own: readonly SegmentTarget[]): ChangedSegment[] {
  return own.flatMap(({ segment, target }): ChangedSegment[] =>
    target === null || target === segment.coded.text ? [] : [{ segment, target }],
  );
}

function partEdits(model: PartModel, changed: readonly ChangedSegment[], turn: Turn): Edit[] {
  const paragraphs = changed.flatMap(({ segment, target }): ParagraphChange[] => [
    { paragraph: segment.paragraph, coded: segment.coded, target },
    ...segment.mirrors.map((mirror) => ({ ...mirror, target })),
  ]);
  // Inner paragraphs (of text boxes) come before the ones around them, so that theirs are the last edits of the list.
  paragraphs.sort((a, b) => a.paragraph.node.end - b.paragraph.node.end);
  const edits: Edit[] = [];
  for (const change of paragraphs) {
    const { start } = change.paragraph.node;
    const inner: Edit[] = [];
    while (edits.length > 0 && edits.at(-1)!.start >= start) inner.unshift(edits.pop()!);
    edits.push(...byPlace(paragraphEdits(model.source, change, turn, inner)));
  }
  return edits;
}

function byPlace(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Whether a table of contents or of figures may show this paragraph's text. */
function isListed(paragraph: Paragraph, { styles }: DocxDocument): boolean {
  return (
    paragraph.numbered ||
    outlineLevel(childValue(paragraph.properties, 'w:outlineLvl')) !== undefined ||
    styles.headingLevel(paragraph.styleId) !== undefined
  );
}
