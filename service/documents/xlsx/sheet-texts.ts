import { plainText } from '../../text/codes.ts';
import { PARAGRAPH_TEXTS } from '../ooxml/drawing/read-paragraph.ts';
import { paragraphSpan } from '../ooxml/drawing/paragraph-span.ts';
import { readTree } from '../ooxml/drawing/read-tree.ts';
import { paragraphEdits } from '../ooxml/drawing/write-paragraph.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import { proofingLanguage } from '../ooxml/proofing-language.ts';
import type { Targets } from '../format.ts';
import type { Edit } from '../shared/spans.ts';
import { turnBetween } from '../shared/text-direction.ts';
import type { Span } from '../spans/span.ts';
import { writeSpans } from '../spans/write-spans.ts';
import { readText } from '../xml/chars.ts';
import { parseXml } from '../xml/tree.ts';
import { MAX_HEADER, readHeadersFooters } from './header-footer.ts';
import type { Workbook } from './workbook.ts';

/** The texts of a sheet beside its cells, in one part. */
export interface SheetTexts {
  readonly part: string;
  readonly xml: string;
  readonly spans: readonly Span[];
  /** The edits that put targets into the spans, and how many of them had to stay as they were. */
  write(targets: Targets): { readonly edits: readonly Edit[]; readonly restored: number };
}

export function drawingTarget(from: string | undefined, to: string | undefined): DrawingTarget {
  return {
    turn: from !== undefined && to !== undefined ? turnBetween(from, to) : undefined,
    language: to === undefined ? undefined : proofingLanguage(to)?.tag,
  };
}

/** Headers and footers of a sheet, then the texts in its drawing. */
export function* sheetTexts(
  { pkg }: Workbook,
  sheet: { readonly part: string; readonly xml: string },
  target: DrawingTarget,
): Generator<SheetTexts> {
  yield headerTexts(sheet);
  for (const { kind, part } of pkg.relationships(sheet.part))
    if (kind === 'drawing' && part !== undefined) yield drawingTexts(pkg.text(part), part, target);
}

function headerTexts({ part, xml }: { readonly part: string; readonly xml: string }): SheetTexts {
  const all = readHeadersFooters(xml, part);
  return {
    part,
    xml,
    spans: all.flatMap(({ spans }) => spans),
    write(targets) {
      const edits: Edit[] = [];
      let restored = 0;
      let index = 0;
      for (const { start, end, spans } of all) {
        const own = writeSpans(xml, spans, targets.slice(index, (index += spans.length)));
        const growth = own.edits.reduce(
          (sum, edit) => sum + readText(edit.text).length - readText(xml.slice(edit.start, edit.end)).length,
          0,
        );
        if (readText(xml.slice(start, end)).length + growth <= MAX_HEADER) edits.push(...own.edits);
        else restored += own.changed;
      }
      return { edits, restored };
    },
  };
}

function drawingTexts(xml: string, part: string, target: DrawingTarget): SheetTexts {
  const root = parseXml(xml, part, { textOf: PARAGRAPH_TEXTS });
  const items = [...readTree(xml, root, () => false)].flatMap((item) =>
    item.kind === 'paragraph' ? [item] : [],
  );
  const spans = items.map(({ paragraph }) => paragraphSpan(xml, paragraph, target, () => undefined));
  return {
    part,
    xml,
    spans,
    write(targets) {
      const { edits, restored } = writeSpans(xml, spans, targets);
      const mirrors = items.flatMap(({ mirrors: same, paragraph }, index) => {
        const words = targets[index];
        if (words === undefined || words === null || plainText(words) === plainText(paragraph.coded.text))
          return [];
        return same.flatMap((mirror) => paragraphEdits(xml, mirror, words, target));
      });
      return { edits: [...edits, ...mirrors], restored };
    },
  };
}
