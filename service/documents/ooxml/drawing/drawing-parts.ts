import { parseXml } from '../../xml/tree.ts';
import type { XmlNode } from '../../xml/tree.ts';
import { CHART_TEXTS } from '../charts/read-chart.ts';
import type { OoxmlPackage } from '../package.ts';
import { PARAGRAPH_TEXTS } from './read-paragraph.ts';

/** A package with the parts read so far. */
export interface DrawingParts {
  readonly pkg: OoxmlPackage;
  text(part: string): string;
  tree(part: string): XmlNode;
}

/** The elements of a document's properties that are translated (ECMA-376 part 2 §11). */
export const PROPERTIES: readonly string[] = [
  '{http://purl.org/dc/elements/1.1/}title',
  '{http://purl.org/dc/elements/1.1/}subject',
  '{http://purl.org/dc/elements/1.1/}description',
  '{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}keywords',
];

/** `p:text`: a comment in PowerPoint. */
const TEXTS: ReadonlySet<string> = new Set([...PARAGRAPH_TEXTS, ...CHART_TEXTS, ...PROPERTIES, 'p:text']);

/** The parts of a package with drawings, each read once. */
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
