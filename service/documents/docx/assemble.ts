import type { Included } from '../../contract/index.ts';
import { cutInitial } from '../../text/initials.ts';
import type { Assembly, AssembleOptions, KeptSegment } from '../format.ts';
import { changedWorkbooks } from '../ooxml/charts/chart-texts.ts';
import type { ChartText } from '../ooxml/charts/chart-texts.ts';
import { diagramWarnings } from '../ooxml/drawing/diagram.ts';
import { proofingLanguage } from '../ooxml/proofing-language.ts';
import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import { newDirectionFor } from '../shared/text-direction.ts';
import { fixed, nestedEdits } from '../spans/nested-edits.ts';
import { dataEdit } from './bindings.ts';
import { bookmarkSpans } from './bookmarks.ts';
import { agreeOnData } from './bound-texts.ts';
import type { BoundText } from './bound-texts.ts';
import { setTableDirection } from './direction.ts';
import { textParts } from './document.ts';
import { readDrawings } from './drawings.ts';
import type { DocxDocument } from './document.ts';
import type { Paragraph, PartModel } from './model.ts';
import { sourceOf } from './segments.ts';
import type { PartSegments, Segment } from './segments.ts';
import { freshIds } from './revision-ids.ts';
import { requestFieldUpdate } from './settings.ts';
import { outlineOf } from './kinds.ts';
import { paragraphStretch } from './write-paragraph.ts';
import type { ParagraphChange, WriteContext } from './write-paragraph.ts';

type Targets = readonly (string | null)[];

/** The document with translations in place of its texts; the original bytes if none differs. */
export function assembleLayout(
  document: DocxDocument,
  targets: Targets,
  options: AssembleOptions,
  include: ReadonlySet<Included>,
): Assembly {
  const parts = [...textParts(document, include)];
  const context: WriteContext = {
    newDirection: newDirectionFor(options.from, options.to),
    proofing: proofingLanguage(options.to),
    styles: document.styles,
    freshId: freshIds(parts.map(({ model }) => model.source)),
  };
  const agreed = agreeOnData(
    parts.flatMap(({ segments }) => segments),
    targets,
  );
  const changes = new Map<string, string>();
  const ofData = dataEdits(agreed.data);
  const drawn = changedDrawings(document, parts, targets, options, include, ofData);
  const isShownElsewhere = shownByFields(document, parts);
  let next = 0;
  let shownChanged = false;
  for (const part of parts) {
    const own = agreed.targets.slice(next, next + part.segments.length);
    next += part.segments.length;
    const changed = changedSegments(part, own);
    const inDrawings = drawn.edits.get(part.model.part) ?? [];
    drawn.edits.delete(part.model.part);
    if (changed.length === 0 && inDrawings.length === 0) continue;
    shownChanged ||= changed.some(isShownElsewhere(part.model));
    const edits = partEdits(part.model, changed, inDrawings, context);
    if (edits.length > 0) changes.set(part.model.part, applyEdits(part.model.source, edits));
  }
  for (const part of new Set([...ofData.keys(), ...drawn.edits.keys()])) {
    const edits = [...(ofData.get(part) ?? []), ...(drawn.edits.get(part) ?? [])];
    changes.set(part, applyEdits(document.pkg.text(part), edits));
  }
  // Only if needed: Word asks the user before it updates fields.
  if (shownChanged) requestFieldUpdate(document, changes);
  const all = new Map<string, string | Uint8Array>([...changes, ...drawn.books]);
  const kept = [...agreed.replaced, ...drawn.replaced].map((index): KeptSegment => ({
    index,
    reason: 'shared_data',
  }));
  return { bytes: document.pkg.save(all), warnings: drawn.warnings, kept };
}

/**
 * Changes in charts, SmartArt, and properties of pictures and document. Their targets come last. A property
 * that a control shows changes with the control, by the edits `ofData`.
 */
function changedDrawings(
  document: DocxDocument,
  parts: readonly PartSegments[],
  targets: Targets,
  { from, to }: AssembleOptions,
  include: ReadonlySet<Included>,
  ofData: ReadonlyMap<string, readonly Edit[]>,
) {
  const target = { newDirection: newDirectionFor(from, to), language: proofingLanguage(to)?.tag };
  const first = parts.reduce((sum, { segments }) => sum + segments.length, 0);
  const models = parts.map(({ model }) => model);
  const drawings = readDrawings(document, models, target, include);
  const changed = new Map<ChartText, string>();
  const edits = new Map<string, Edit[]>();
  const replaced: number[] = [];
  const boundAt = (part: string, { start, end }: Edit): Edit | undefined =>
    ofData.get(part)?.find((bound) => bound.start <= end && bound.end >= start);
  const addEdit = (part: string, edit: Edit) => {
    if (boundAt(part, edit)) return;
    const known = edits.get(part);
    if (known) known.push(edit);
    else edits.set(part, [edit]);
  };
  for (const [index, text] of drawings.texts.entries()) {
    const words = targets[first + index] ?? null;
    const { start, end, segment } = text.span;
    if (words === null || words === segment.text) continue;
    const source = drawings.text(text.part);
    const written = text.span.write(words, { harder: false, slice: (a, b) => source.slice(a, b) });
    if (written === undefined) continue;
    const edit = { start, end, text: written };
    const bound = boundAt(text.part, edit);
    if (bound && bound.text.trim() !== written.trim()) replaced.push(first + index);
    changed.set(text, words);
    addEdit(text.part, edit);
    for (const { part, ...edit } of text.mirrorEdits(words)) addEdit(part, edit);
  }
  const { books, warnings } = changedWorkbooks(document.pkg, changed);
  const hasDiagrams = drawings.texts.some((text) => text.needs === 'diagrams' && changed.has(text));
  return {
    edits,
    books,
    replaced,
    warnings: [...warnings, ...diagramWarnings(hasDiagrams ? drawings.stale : 0)],
  };
}

interface ChangedSegment {
  readonly segment: Segment;
  readonly target: string;
}

function changedSegments({ segments }: PartSegments, targets: Targets): ChangedSegment[] {
  return segments.flatMap((segment, index): ChangedSegment[] => {
    const target = targets[index] ?? null;
    if (target === null || target === sourceOf(segment)) return [];
    const { dropCap } = segment;
    if (!dropCap) return [{ segment, target }];
    const { cap, rest } = cutInitial(target);
    const letter = { ...dropCap, bindings: [], mirrors: [] };
    return [
      { segment: letter, target: cap },
      { segment, target: rest },
    ].filter((change) => change.target !== change.segment.coded.text);
  });
}

function partEdits(
  model: PartModel,
  changed: readonly ChangedSegment[],
  inDrawings: readonly Edit[],
  context: WriteContext,
): Edit[] {
  const paragraphs = changed.flatMap(({ segment, target }): ParagraphChange[] => [
    { paragraph: segment.paragraph, coded: segment.coded, target },
    ...segment.mirrors.map((mirror) => ({ ...mirror, target })),
  ]);
  const tables = new Set(paragraphs.flatMap(({ paragraph }) => paragraph.tables));
  const ofTables = [...tables].flatMap((table) =>
    setTableDirection(model.source, table, context.newDirection),
  );
  return nestedEdits(model.source, [
    ...paragraphs.map((change) => paragraphStretch(model.source, change, context)),
    ...[...ofTables, ...inDrawings].map(fixed),
  ]);
}

function dataEdits(texts: readonly BoundText[]): Map<string, Edit[]> {
  const edits = new Map<string, Edit[]>();
  for (const { data, text } of texts) {
    edits.set(data.part, [...(edits.get(data.part) ?? []), dataEdit(data.node, text)]);
  }
  return edits;
}

/** Whether fields show a part's changed segments elsewhere: tables of contents, cross-references. */
function shownByFields(document: DocxDocument, parts: readonly PartSegments[]) {
  const hasContents = parts.some(({ model }) => model.hasContents);
  const quoted = new Set(parts.flatMap(({ model }) => model.quoted));
  return ({ root }: PartModel) => {
    const spans = quoted.size > 0 ? bookmarkSpans(root, quoted) : [];
    return ({ segment: { paragraph } }: ChangedSegment): boolean =>
      (hasContents && isListed(paragraph, document)) ||
      spans.some(({ start, end }) => start < paragraph.node.end && end > paragraph.node.start);
  };
}

/** Whether a table of contents or of figures may show this paragraph's text. */
function isListed(paragraph: Paragraph, document: DocxDocument): boolean {
  return paragraph.numbered || outlineOf(paragraph, document) !== undefined;
}
