import { readChart, CHART_TEXTS } from '../ooxml/charts/read-chart.ts';
import { PARAGRAPH_TEXTS } from '../ooxml/drawing/read-paragraph.ts';
import { paragraphSpan } from '../ooxml/drawing/paragraph-span.ts';
import { readFrame } from '../ooxml/drawing/read-frame.ts';
import type { DrawingParts } from '../ooxml/drawing/read-frame.ts';
import { readTree } from '../ooxml/drawing/read-tree.ts';
import { paragraphEdits } from '../ooxml/drawing/write-paragraph.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { proofingLanguage } from '../ooxml/proofing-language.ts';
import type { Targets } from '../format.ts';
import type { PartEdit } from '../packages/package-format.ts';
import type { Edit } from '../shared/spans.ts';
import { turnBetween } from '../shared/text-direction.ts';
import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';
import { writeSpans } from '../spans/write-spans.ts';
import { readText } from '../xml/chars.ts';
import { escapeXml } from '../xml/scan.ts';
import { parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { MAX_HEADER, readHeadersFooters } from './header-footer.ts';
import type { Workbook } from './workbook.ts';

/** Texts of a sheet beside its cells. */
export interface SheetTexts {
  readonly spans: readonly Span[];
  /** The edits that put targets into the spans, and how many of them had to stay as they were. */
  write(targets: Targets): { readonly edits: readonly PartEdit[]; readonly restored: number };
}

export function drawingTarget(from: string | undefined, to: string | undefined): DrawingTarget {
  return {
    turn: from !== undefined && to !== undefined ? turnBetween(from, to) : undefined,
    language: to === undefined ? undefined : proofingLanguage(to)?.tag,
  };
}

/** Headers and footers of a sheet, then the texts in its drawing, each chart and diagram where it stands. */
export function* sheetTexts(
  { pkg }: Workbook,
  sheet: { readonly part: string; readonly xml: string },
  target: DrawingTarget,
): Generator<SheetTexts> {
  yield headerTexts(sheet);
  for (const { kind, part } of pkg.relationships(sheet.part))
    if (kind === 'drawing' && part !== undefined) yield* drawingTexts(drawingParts(pkg), part, target);
}

function headerTexts({ part, xml }: { readonly part: string; readonly xml: string }): SheetTexts {
  const all = readHeadersFooters(xml, part);
  return {
    spans: all.flatMap(({ spans }) => spans),
    write(targets) {
      const edits: PartEdit[] = [];
      let restored = 0;
      let index = 0;
      for (const { start, end, spans } of all) {
        const own = writeSpans(xml, spans, targets.slice(index, (index += spans.length)));
        const growth = own.edits.reduce(
          (sum, edit) => sum + readText(edit.text).length - readText(xml.slice(edit.start, edit.end)).length,
          0,
        );
        if (readText(xml.slice(start, end)).length + growth <= MAX_HEADER)
          edits.push(...inPart(part, own.edits));
        else restored += own.changed;
      }
      return { edits, restored };
    },
  };
}

const TEXTS: ReadonlySet<string> = new Set([...PARAGRAPH_TEXTS, ...CHART_TEXTS]);

/** The parts of a drawing, each read once. */
export function drawingParts(pkg: OoxmlPackage): DrawingParts {
  const texts = new Map<string, string>();
  const trees = new Map<string, XmlNode>();
  const parts: DrawingParts = {
    pkg,
    text(part) {
      const text = texts.get(part) ?? pkg.text(part);
      texts.set(part, text);
      return text;
    },
    tree(part) {
      const tree = trees.get(part) ?? parseXml(parts.text(part), part, { textOf: TEXTS });
      trees.set(part, tree);
      return tree;
    },
  };
  return parts;
}

interface DrawnText {
  readonly span: Span;
  /** Edits of other places that show the same. */
  readonly mirrorEdits: (target: string) => readonly PartEdit[];
}

/** The texts of a drawing up to a chart or diagram, those of that, and so on. */
function* drawingTexts(parts: DrawingParts, part: string, target: DrawingTarget): Generator<SheetTexts> {
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
    for (const { part: inner, texts } of readFrame(parts, part, item.node, target)) {
      if (own.length > 0) yield textsOf(part, xml, own);
      own = [];
      const [source, root] = [parts.text(inner), parts.tree(inner)];
      const drawn = root.name.endsWith(':chartSpace') ? typedTexts(source, root, target) : texts;
      if (drawn.length > 0) yield textsOf(inner, source, drawn);
    }
  }
  if (own.length > 0) yield textsOf(part, xml, own);
}

/** What was typed into a chart: all else that it shows is in cells. */
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
      const { edits, restored } = writeSpans(xml, spans, targets);
      const mirrors = drawn.flatMap(({ mirrorEdits }, index) => {
        const words = targets[index] ?? null;
        return words === null ? [] : mirrorEdits(words);
      });
      return { edits: [...inPart(part, edits), ...mirrors], restored };
    },
  };
}

function inPart(part: string, edits: readonly Edit[]): PartEdit[] {
  return edits.map((edit) => ({ ...edit, part }));
}
