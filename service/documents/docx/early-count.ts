import { child, childValue } from '../ooxml/tree.ts';
import type { XmlNode } from '../ooxml/tree.ts';
import { isHidden, isSymbolic } from './read-run.ts';
import type { Styles } from './styles.ts';

/** Around a paragraph that needs no closer look: no control, text box, alternate rendering or revision. */
const PLAIN_PLACES: ReadonlySet<string> = new Set(['w:document', 'w:body', 'w:tbl', 'w:tr', 'w:tc']);

/** Around field characters that are of no concern to the paragraphs outside. */
const ELSEWHERE: ReadonlySet<string> = new Set(['w:txbxContent', 'w:del', 'w:moveFrom', 'w14:conflictDel']);

/**
 * Counts, while a part is still being read, paragraphs that are certain to be segments, so that a book of a hundred
 * megabytes is refused at its 1,101st paragraph and not after its last. Never counts one that may turn out not to be one.
 */
export function certainSegments(styles: Styles, onSegment: () => void) {
  let openFields = 0;
  return (node: XmlNode, around: readonly XmlNode[]) => {
    if (node.name === 'w:fldChar' && !around.some(({ name }) => ELSEWHERE.has(name))) {
      const type = node.attributes['w:fldCharType'];
      openFields = Math.max(0, openFields + (type === 'begin' ? 1 : type === 'end' ? -1 : 0));
    } else if (
      node.name === 'w:p' &&
      openFields === 0 &&
      around.every(({ name }) => PLAIN_PLACES.has(name))
    ) {
      const style = childValue(child(node, 'w:pPr'), 'w:pStyle');
      if (!hasField(node) && node.children.some((run) => isPlainText(run, style, styles))) onSegment();
    }
  };
}

function hasField(paragraph: XmlNode): boolean {
  return paragraph.children.some((run) => child(run, 'w:fldChar') !== undefined);
}

function isPlainText(run: XmlNode, paragraphStyle: string | undefined, styles: Styles): boolean {
  const properties = child(run, 'w:rPr');
  if (run.name !== 'w:r' || isHidden(properties, paragraphStyle, styles)) return false;
  if (isSymbolic(properties, paragraphStyle, styles)) return false;
  return run.children.some((inner) => inner.name === 'w:t' && /[\p{L}\p{N}]/u.test(inner.text));
}
