import { isTranslatable } from '../../../text/translatable.ts';
import type { ChartText } from '../charts/chart-texts.ts';
import { plainSpan } from '../../spans/span.ts';
import { escapeAttribute, escapeXml } from '../../xml/scan.ts';
import type { XmlNode } from '../../xml/tree.ts';
import { PROPERTIES } from './drawing-parts.ts';
import type { DrawingParts } from './drawing-parts.ts';
import { paragraphSpan } from './paragraph-span.ts';
import { readParagraph } from './read-paragraph.ts';
import type { DrawingTarget } from './write-paragraph.ts';

/** Alternative texts of pictures: `descr` and `title` of their properties, except file names. */
export function altTexts(part: string, properties: XmlNode): ChartText[] {
  return ['title', 'descr'].flatMap((name) => {
    const value = properties.attributes[name];
    const place = properties.attributeSpan(name);
    if (value === undefined || !place || !isTranslatable(value)) return [];
    const write = (text: string) => escapeAttribute(text).replaceAll('\n', '&#10;');
    return [plainText({ part, ...place, value, write })];
  });
}

/** Comments of a part, old (`p:text`) and new ones with their replies, which have paragraphs. */
export function commentTexts(parts: DrawingParts, part: string, target: DrawingTarget): ChartText[] {
  const source = parts.text(part);
  const texts: ChartText[] = [];
  const read = (node: XmlNode): void => {
    if (node.name === 'p:text') texts.push(...elementText(part, node));
    const paragraph = node.name === 'a:p' ? readParagraph(source, node) : undefined;
    if (paragraph) {
      const span = paragraphSpan(source, paragraph, target, () => undefined);
      texts.push({ part, paragraph, span, mirrorEdits: () => [] });
    }
    node.children.forEach(read);
  };
  read(parts.tree(part));
  return texts;
}

export function propertyTexts(parts: DrawingParts): { part: string; texts: ChartText[] }[] {
  return parts.pkg.relationships('/').flatMap(({ kind, part }) => {
    if (kind !== 'core-properties' || part === undefined) return [];
    const elements = parts.tree(part).children.filter(({ name }) => PROPERTIES.includes(name));
    return [{ part, texts: elements.flatMap((node) => elementText(part, node)) }];
  });
}

/** The text of an element without child elements. */
function elementText(part: string, node: XmlNode): ChartText[] {
  const { contentStart: start, contentEnd: end, text: value } = node;
  return value.trim() === '' ? [] : [plainText({ part, start, end, value, write: escapeXml })];
}

function plainText({
  part,
  ...span
}: {
  part: string;
  start: number;
  end: number;
  value: string;
  write: (text: string) => string;
}): ChartText {
  return { part, span: plainSpan(span), paragraph: undefined, mirrorEdits: () => [] };
}
