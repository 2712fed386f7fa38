import { INCLUDED } from '../../contract/index.ts';
import type { Included } from '../../contract/index.ts';
import { escapeText } from '../../text/codes.ts';
import type { LeftOut, Targets } from '../format.ts';
import { openOdfDocument } from '../odf/document.ts';
import type { OdfDocument } from '../odf/document.ts';
import type { OdfPackage } from '../odf/package.ts';
import type { DirectionWriter } from '../odf/direction.ts';
import type { EnterRule } from '../odf/read-part.ts';
import { inlinesSpan } from '../odf/paragraph-span.ts';
import { shownText } from '../odf/shown.ts';
import { packageEdits } from '../packages/package-format.ts';
import { unlessRefused } from '../shared/refusals.ts';
import { applyEdits, inPlaceOrder } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import type { Selection } from './cells.ts';
import { CONTENT, isShownRow } from './scan-sheets.ts';
import { readTableStyles } from './table-styles.ts';
import type { TableStyles } from './table-styles.ts';

/** Elements of content.xml with text outside cells. */
const BESIDE =
  /[<:](?:annotation|title|desc|help-message|error-message|object|text-box|custom-shape|rect|ellipse|circle|line|polyline|polygon|regular-polygon|path|connector|caption|measure)[\s/>]/;

interface Languages {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Sets the direction of cells, and of texts outside cells. */
  readonly directions?: DirectionWriter | undefined;
}

/**
 * The texts of a spreadsheet outside its cells: with all columns those of shapes, charts, messages about
 * values, and of page headers and footers; comments, descriptions and properties if included. Undefined if
 * none of them are requested.
 */
export function openBeside(
  pkg: OdfPackage,
  content: string,
  { isDistinct, include }: Pick<Selection, 'isDistinct' | 'include'>,
  { from, to, directions }: Languages,
  included = include,
): OpenedBeside | undefined {
  const isAsked = isDistinct || include.has('comments') || include.has('alt_text');
  if (!isAsked && !include.has('properties')) return undefined;
  let styles: TableStyles | undefined;
  const tableStyles = () => (styles ??= readTableStyles(content));
  const isInCells = isAsked && BESIDE.test(content);
  const parts = [
    ...(isInCells ? [CONTENT] : []),
    ...(isDistinct && pkg.has('styles.xml') ? ['styles.xml'] : []),
  ];
  const document = openOdfDocument(
    {
      has: (part) => pkg.has(part),
      text: (part) => (part === CONTENT ? content : pkg.text(part)),
      mediaType: (name) => pkg.mediaType(name),
      save: (changes) => pkg.save(changes),
      warnings: [],
    },
    {
      enter: (part) =>
        part === CONTENT
          ? contentRule(isDistinct, tableStyles().hidden)
          : pageRule(tableStyles().masterPages),
      parts,
      chartsCopyCells: true,
      isDrawn: true,
      included: [...included],
      from,
      to,
      directionWriterOf: (part) => (part === CONTENT ? directions : undefined),
    },
  );
  return { ...document, isInCells };
}

export interface OpenedBeside extends OdfDocument {
  /** Some are between the sheets' cells, or in them. */
  readonly isInCells: boolean;
}

export interface WrittenBeside {
  /** Of content.xml, in order. */
  readonly content: readonly Edit[];
  /** Whether charts repeat texts of cells. */
  readonly hasCopies: boolean;
  /** The other changed parts, by the translations of cells' texts. */
  otherParts(translations: ReadonlyMap<string, string>): Map<string, string>;
  /** Indexes among `targets` of texts that keep their source, since their translation would have broken their part. */
  readonly kept: readonly number[];
}

/** `targets` follow the cells'. */
export function writeBeside(opened: OpenedBeside, targets: Targets): WrittenBeside {
  const { edits, kept } = packageEdits(opened, targets);
  const copies = opened.copies();
  return {
    content: inPlaceOrder(edits.get(CONTENT) ?? []),
    hasCopies: copies.length > 0,
    kept,
    otherParts(translations) {
      const others = new Map(
        [...edits].filter(([part]) => part !== CONTENT).map(([part, own]) => [part, [...own]]),
      );
      for (const { model, paragraph } of copies) {
        const { part, source } = model;
        const words = translations.get(shownText(paragraph.inlines).trim());
        const span =
          words === undefined
            ? undefined
            : inlinesSpan(source, paragraph.inlines, { tag: paragraph.start })?.span;
        const text =
          words === undefined
            ? undefined
            : span?.write(escapeText(words), {
                harder: false,
                slice: (start, end) => source.slice(start, end),
              });
        if (!span || text === undefined) continue;
        const own = others.get(part) ?? [];
        others.set(part, own);
        own.push({ start: span.start, end: span.end, text });
      }
      return new Map(Array.from(others, ([part, own]) => [part, applyEdits(opened.text(part), own)]));
    },
  };
}

/** Texts outside the cells that `include` would add. Broken ones only affect users who include them. */
export function leftOutBeside(
  pkg: OdfPackage,
  content: string,
  { isDistinct, include }: Pick<Selection, 'isDistinct' | 'include'>,
): LeftOut[] {
  const all = new Set<Included>(INCLUDED);
  const languages = { from: undefined, to: undefined };
  return (
    unlessRefused(() =>
      openBeside(pkg, content, { isDistinct, include: all }, languages, include)?.leftOut(),
    ) ?? []
  );
}

/** Text that is not a cell's own. */
function contentRule(isDistinct: boolean, hiddenSheets: ReadonlySet<string>): EnterRule {
  let cellDepth = Infinity;
  return (reader, parts) => {
    const { name, depth } = reader;
    if (name === 'table:table-cell') {
      cellDepth = depth;
      return [];
    }
    if (depth <= cellDepth) cellDepth = Infinity;
    switch (name) {
      case 'text:p':
      case 'text:h':
        return depth === cellDepth + 1 || (!isDistinct && !parts.includes('comments')) ? 'skip' : undefined;
      case 'draw:object':
        return isDistinct ? undefined : 'skip';
      case 'table:content-validations':
        return isDistinct ? [] : 'skip';
      case 'table:table':
        return hiddenSheets.has(reader.attribute('table:style-name') ?? '') ? ['hidden'] : [];
      case 'table:table-row':
        return isShownRow(reader) ? [] : ['hidden'];
      default:
        return undefined;
    }
  };
}

/** Headers and footers of the pages that sheets are printed on; of all pages if none is named. */
function pageRule(used: ReadonlySet<string>): EnterRule {
  return (reader) => {
    if (reader.name !== 'style:master-page' || used.size === 0) return undefined;
    return used.has(reader.attribute('style:name') ?? '') ? [] : 'skip';
  };
}
