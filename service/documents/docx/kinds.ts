import { headingKind } from '../../text/segment-kind.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import { child, childValue } from '../xml/tree.ts';
import type { DocxDocument } from './document.ts';
import type { Paragraph } from './model.ts';
import { outlineLevel } from './styles.ts';

const OF_PARTS: Readonly<Partial<Record<string, SegmentKind>>> = {
  header: 'margin',
  footer: 'margin',
  footnotes: 'note',
  endnotes: 'note',
  comments: 'comment',
};

/** From 1 to 9 if a table of contents would list the paragraph. */
export function outlineOf({ properties, styleId }: Paragraph, { styles }: DocxDocument): number | undefined {
  const own = childValue(properties, 'w:outlineLvl');
  return own === undefined ? styles.headingLevel(styleId) : outlineLevel(own);
}

/** What paragraphs of a part are: by its outline, its table, its list, its style. */
export function kindsIn(
  document: DocxDocument,
  part: string,
): (paragraph: Paragraph) => SegmentKind | undefined {
  const relationship = document.pkg.relationships(document.mainPart).find((rel) => rel.part === part);
  const ofPart = relationship && OF_PARTS[relationship.kind];
  return (paragraph) => {
    const level = outlineOf(paragraph, document);
    if (level !== undefined) return headingKind(level);
    if (ofPart) return ofPart;
    if (paragraph.tables.length > 0) return 'cell';
    // Number 0 takes the paragraph out of its style's list (§17.9.18).
    const number = childValue(child(paragraph.properties, 'w:numPr'), 'w:numId');
    if (number !== undefined && number !== '0') return 'item';
    const ofStyle = document.styles.kind(paragraph.styleId);
    return ofStyle === 'item' && number === '0' ? undefined : ofStyle;
  };
}
