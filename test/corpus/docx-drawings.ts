// Charts and SmartArt of a DOCX: only their texts may change, and those of the workbooks behind charts.
import { comparePackages, excerpt, readPackage, relationshipsOf } from './package.ts';
import { addedRanges, fold } from './pseudo.ts';
import { elements, parseXml, tagText, textOf } from './xml.ts';
import type { Package, Violation } from './package.ts';
import type { XmlNode } from './xml.ts';

const DRAWN = /^(?:chart|chartEx|diagramData|diagramDrawing|chartUserShapes)$/;
const WORKBOOK_TEXTS = /^\/xl\/(?:sharedstrings|worksheets\/[^/]+|tables\/[^/]+|workbook)\.xml$/;
/** A table of a workbook names its columns in an attribute. */
const isName = ({ local }: { local: string }) => local !== 'name' && local !== 'lang';

/**
 * Keys of the drawn parts that the `parts` with paragraphs refer to, directly or through each other, and of
 * their workbooks.
 */
export function drawnParts(pack: Package, parts: readonly string[]): Map<string, 'drawing' | 'workbook'> {
  const found = new Map<string, 'drawing' | 'workbook'>();
  const visit = (key: string) => {
    for (const { kind, target, external } of relationshipsOf(pack.parts, key)) {
      if (external || found.has(target) || !pack.parts.has(target)) continue;
      if (DRAWN.test(kind)) {
        found.set(target, 'drawing');
        visit(target);
      } else if (kind === 'package' && found.get(key) === 'drawing') found.set(target, 'workbook');
    }
  };
  for (const key of parts) visit(key);
  return found;
}

/** The texts of a drawn part, of the paragraphs and of the leaves outside any; empty ones left out. */
export function drawnTexts(node: XmlNode): string[] {
  const kids = elements(node);
  const texts = node.local === 'p' || kids.length === 0 ? [textOf(node)] : kids.flatMap(drawnTexts);
  return texts.filter((text) => text.trim() !== '');
}

export function compareDrawing(before: Buffer, after: Buffer): Violation[] {
  return compareNodes(parseXml(before), parseXml(after));
}

function compareNodes(before: XmlNode, after: XmlNode): Violation[] {
  const [olds, news] = [elements(before), elements(after)];
  const isText = before.local === 'p' || olds.length === 0;
  if (isText && !isTranslation(textOf(before), textOf(after)))
    return [{ rule: 'drawn_text', detail: `"${excerpt(textOf(before))}" → "${excerpt(textOf(after))}"` }];
  // Runs of a paragraph may be merged and divided.
  if (before.local === 'p') return [];
  if (tagText(before, isName) !== tagText(after, isName) || olds.length !== news.length)
    return [{ rule: 'drawing_changed', detail: excerpt(tagText(after)) }];
  return olds.flatMap((node, i) => compareNodes(node, news[i]!));
}

const isTranslation = (before: string, after: string) =>
  before === after || addedRanges(before, after) !== undefined;

/**
 * The workbook behind a chart: the same entries, and only cells, headers and names of sheets have changed.
 */
export function compareWorkbook(before: Buffer, after: Buffer): Violation[] {
  const [source, result] = [readPackage(before), readPackage(after)];
  const violations = comparePackages(source, result, (key) => WORKBOOK_TEXTS.test(key));
  const words = (pack: Package) =>
    fold(pack.entries.flatMap(({ name, data }) => textsOf(name, data)).join(' '));
  const [old, now] = [words(source), words(result)];
  const lost = (old.match(/[a-z]{3,}/gi) ?? []).find((word) => !now.includes(word));
  return lost === undefined ? violations : [...violations, { rule: 'workbook_word_lost', detail: lost }];
}

function textsOf(name: string, data: Buffer): string[] {
  return WORKBOOK_TEXTS.test(`/${name.toLowerCase()}`) ? drawnTexts(parseXml(data)) : [];
}
