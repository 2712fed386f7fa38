import type { Included } from '../../contract/index.ts';
import { mainPart } from '../ooxml/kind.ts';
import { openPackage } from '../ooxml/package.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { damaged } from '../shared/refusals.ts';
import { bindingResolver } from './bindings.ts';
import { readPart } from './read-part.ts';
import type { PartContext } from './read-part.ts';
import { segmentsOf } from './segments.ts';
import type { PartSegments } from './segments.ts';
import { readStyles } from './styles.ts';
import type { Styles } from './styles.ts';

export interface DocxDocument {
  readonly pkg: OoxmlPackage;
  readonly mainPart: string;
  readonly styles: Styles;
  readonly resolveBinding: PartContext['resolveBinding'];
}

export function openDocument(source: Uint8Array): DocxDocument {
  const pkg = openPackage(source);
  const main = mainPart(pkg);
  if (main === undefined) throw damaged('it holds no document');
  return {
    pkg,
    mainPart: main,
    styles: readStyles(pkg, main),
    resolveBinding: bindingResolver(pkg, main),
  };
}

/** The kinds of parts with text, in the order of their segments. */
const TEXT_PARTS = ['header', 'footer', 'footnotes', 'endnotes'];

/**
 * The parts with segments, in order: the main document, then headers, footers, footnotes and endnotes, within
 * each kind by number (`header2` before `header10`); comments if included.
 */
export function* textParts(document: DocxDocument, include: ReadonlySet<Included>): Generator<PartSegments> {
  const { pkg, styles, resolveBinding } = document;
  const kinds = include.has('comments') ? [...TEXT_PARTS, 'comments'] : TEXT_PARTS;
  for (const part of textPartNames(document, kinds)) {
    yield segmentsOf(readPart(pkg.text(part), part, { styles, resolveBinding }));
  }
}

function textPartNames({ pkg, mainPart: main }: DocxDocument, kinds: readonly string[]): string[] {
  const relationships = pkg.relationships(main);
  const names = kinds.flatMap((kind) => {
    const parts = relationships.filter((rel) => rel.kind === kind && rel.part !== undefined);
    return parts.map((rel) => rel.part!).sort(byNaturalOrder);
  });
  return [...new Set([main, ...names])];
}

const collator = new Intl.Collator('en', { numeric: true });
function byNaturalOrder(a: string, b: string): number {
  return collator.compare(a, b);
}
