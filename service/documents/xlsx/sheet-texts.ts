import type { Included } from '../../contract/index.ts';
import { readableText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { drawingParts } from '../ooxml/drawing/drawing-parts.ts';
import type { DrawingParts } from '../ooxml/drawing/drawing-parts.ts';
import { altTexts, propertyTexts } from '../ooxml/drawing/other-texts.ts';
import { XmlReader } from '../xml/reader.ts';
import { processedNames } from './compatibility.ts';
import { codeRichText, plainRichText, readRichText, translateRichText, writeRichText } from './rich-text.ts';
import type { Selection } from './selection.ts';
import { readChart } from '../ooxml/charts/read-chart.ts';
import { paragraphSpan } from '../ooxml/drawing/paragraph-span.ts';
import { readFrame } from '../ooxml/drawing/read-frame.ts';
import { readTree } from '../ooxml/drawing/read-tree.ts';
import { paragraphEdits } from '../ooxml/drawing/write-paragraph.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import { proofingLanguage } from '../ooxml/proofing-language.ts';
import type { Targets } from '../format.ts';
import type { PartEdit } from '../packages/package-format.ts';
import type { Edit } from '../shared/spans.ts';
import { newDirectionFor } from '../shared/text-direction.ts';
import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';
import { writeSpans } from '../spans/write-spans.ts';
import { readText } from '../xml/chars.ts';
import { escapeXml, rawPrefix } from '../xml/scan.ts';
import { parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { MAX_HEADER, readHeadersFooters } from './header-footer.ts';
import type { Workbook } from './workbook.ts';

/** Texts of a sheet outside its cells. */
export interface SheetTexts {
  /** The option of `include` that makes them segments. */
  readonly needs?: Included;
  readonly spans: readonly Span[];
  /** The edits that put targets into the spans, and the indexes of those too long for their place. */
  write(targets: Targets): { readonly edits: readonly PartEdit[]; readonly kept: readonly number[] };
}

export function drawingTarget(from: string | undefined, to: string | undefined): DrawingTarget {
  return {
    newDirection: from !== undefined && to !== undefined ? newDirectionFor(from, to) : undefined,
    language: to === undefined ? undefined : proofingLanguage(to)?.tag,
  };
}

/**
 * The texts of a sheet outside its cells: with all columns headers and footers and the texts in its drawing,
 * each chart and diagram in place; then descriptions of pictures and comments, if included.
 */
export function* sheetTexts(
  { pkg }: Workbook,
  sheet: { readonly part: string; readonly xml: string },
  { isDistinct, include }: Pick<Selection, 'isDistinct' | 'include'>,
  target: DrawingTarget,
): Generator<SheetTexts> {
  if (isDistinct) yield headerTexts(sheet);
  for (const { kind, part } of pkg.relationships(sheet.part)) {
    if (part === undefined) continue;
    if (kind === 'drawing' && (isDistinct || include.has('alt_text'))) {
      const parts = drawingParts(pkg);
      if (isDistinct) yield* drawingTexts(parts, part, include, target);
      if (include.has('alt_text')) yield { ...altTextsOf(parts, part), needs: 'alt_text' };
    }
    if (kind === 'comments' && include.has('comments'))
      yield { ...commentTexts(pkg.text(part), part), needs: 'comments' };
    if (kind === 'threadedComment' && include.has('comments'))
      yield { ...threadTexts(pkg.text(part), part), needs: 'comments' };
  }
}

/** Title, subject and the like of the workbook, if included. */
export function* workbookTexts(
  { pkg }: Workbook,
  { include }: Pick<Selection, 'include'>,
): Generator<SheetTexts> {
  if (!include.has('properties')) return;
  const parts = drawingParts(pkg);
  for (const { part, texts } of propertyTexts(parts))
    yield { ...textsOf(part, parts.text(part), texts), needs: 'properties' };
}

function altTextsOf(parts: DrawingParts, part: string): SheetTexts {
  const texts: DrawnText[] = [];
  const read = (node: XmlNode): void => {
    if (node.name.endsWith('cNvPr')) texts.push(...altTexts(part, node));
    else node.children.forEach(read);
  };
  read(parts.tree(part));
  return textsOf(part, parts.text(part), texts);
}

/** Older programs show this for a conversation: a notice about it, and its first texts. */
const OF_THREAD = /^\[[^\]\n]{1,40}\]\s*\n/;

/** Comments as rich text (CT_Comments, ECMA-376 part 1 §18.7.6). */
function commentTexts(xml: string, part: string): SheetTexts {
  const texts: DrawnText[] = [];
  const reader = new XmlReader(xml, part);
  reader.next();
  const processed = processedNames(reader);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open' || reader.name !== 's:text') continue;
    const { start: tag, end: start } = reader;
    const source = readRichText(xml, reader, processed);
    const coded = codeRichText(source);
    if (!coded || OF_THREAD.test(plainRichText(source))) continue;
    const isForTranslator = isTranslatable(readableText(coded.text));
    const span: Span = {
      start,
      end: reader.start,
      segment: { text: coded.text, ...(!isForTranslator && { copy: true }) },
      write: (target) => writeRichText(translateRichText(source, coded, target), rawPrefix(xml, tag)),
    };
    texts.push({ span, mirrorEdits: () => [] });
  }
  return textsOf(part, xml, texts);
}

/** The texts of conversations ([MS-XLSX] §2.6.203). */
function threadTexts(xml: string, part: string): SheetTexts {
  const texts: DrawnText[] = [];
  const read = (node: XmlNode): void => {
    if (/[:}]text$/.test(node.name) && node.text.trim() !== '') {
      const { contentStart: start, contentEnd: end, text: value } = node;
      texts.push({ span: plainSpan({ start, end, value, write: escapeXml }), mirrorEdits: () => [] });
    }
    node.children.forEach(read);
  };
  read(parseXml(xml, part));
  return textsOf(part, xml, texts);
}

function headerTexts({ part, xml }: { readonly part: string; readonly xml: string }): SheetTexts {
  const all = readHeadersFooters(xml, part);
  return {
    spans: all.flatMap(({ spans }) => spans),
    write(targets) {
      const edits: PartEdit[] = [];
      const kept: number[] = [];
      let index = 0;
      for (const { start, end, spans } of all) {
        const first = index;
        const own = writeSpans(xml, spans, targets.slice(first, (index += spans.length)));
        const growth = own.edits.reduce(
          (sum, edit) => sum + readText(edit.text).length - readText(xml.slice(edit.start, edit.end)).length,
          0,
        );
        if (readText(xml.slice(start, end)).length + growth <= MAX_HEADER)
          edits.push(...inPart(part, own.edits));
        else kept.push(...own.changed.map((span) => first + span));
      }
      return { edits, kept };
    },
  };
}

interface DrawnText {
  readonly span: Span;
  /** Edits of other places that show the same text. */
  readonly mirrorEdits: (target: string) => readonly PartEdit[];
}

/** The texts of a drawing up to a chart or diagram, then that one's, and so on. */
function* drawingTexts(
  parts: DrawingParts,
  part: string,
  include: ReadonlySet<Included>,
  target: DrawingTarget,
): Generator<SheetTexts> {
  const xml = parts.text(part);
  let own: DrawnText[] = [];
  for (const item of readTree(xml, parts.tree(part), () => false)) {
    if (item.kind === 'paragraph') {
      const { paragraph, mirrors } = item;
      const span = paragraphSpan(xml, paragraph, target, () => undefined);
      const mirrorEdits = (words: string): PartEdit[] =>
        mirrors.flatMap((mirror) => inPart(part, paragraphEdits(xml, mirror, words, target)));
      own.push({ span, mirrorEdits });
      continue;
    }
    for (const { part: inner, kind, texts } of readFrame(parts, part, item.node, target)) {
      if (!include.has(kind)) continue;
      if (own.length > 0) yield textsOf(part, xml, own);
      own = [];
      const [source, root] = [parts.text(inner), parts.tree(inner)];
      const drawn = root.name.endsWith(':chartSpace') ? typedTexts(source, root, target) : texts;
      if (drawn.length > 0) yield { ...textsOf(inner, source, drawn), needs: kind };
    }
  }
  if (own.length > 0) yield textsOf(part, xml, own);
}

/** The texts typed into a chart: all others are in cells. */
function typedTexts(source: string, root: XmlNode, target: DrawingTarget): DrawnText[] {
  return readChart(source, root).flatMap((text): DrawnText[] => {
    if (text.kind === 'paragraph')
      return [
        { span: paragraphSpan(source, text.paragraph, target, () => undefined), mirrorEdits: () => [] },
      ];
    const [node] = text.nodes;
    if (text.source !== 'literal' || !node) return [];
    const place = { start: node.contentStart, end: node.contentEnd };
    return [{ span: plainSpan({ ...place, value: text.value, write: escapeXml }), mirrorEdits: () => [] }];
  });
}

function textsOf(part: string, xml: string, drawn: readonly DrawnText[]): SheetTexts {
  const spans = drawn.map(({ span }) => span);
  return {
    spans,
    write(targets) {
      const { edits, kept } = writeSpans(xml, spans, targets);
      const mirrors = drawn.flatMap(({ mirrorEdits }, index) => {
        const words = targets[index] ?? null;
        return words === null ? [] : mirrorEdits(words);
      });
      return { edits: [...inPart(part, edits), ...mirrors], kept };
    },
  };
}

function inPart(part: string, edits: readonly Edit[]): PartEdit[] {
  return edits.map((edit) => ({ ...edit, part }));
}
