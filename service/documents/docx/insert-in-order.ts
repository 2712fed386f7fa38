import type { Edit } from '../shared/spans.ts';
import type { XmlNode } from '../xml/tree.ts';
import { rawName } from '../xml/scan.ts';

/**
 * The edit that inserts an element, given as text, into one whose children have a fixed order. `followers`:
 * the local names that must come after it; elements outside WordprocessingML stay at the end.
 */
export function insertInOrder(
  source: string,
  parent: XmlNode,
  element: string,
  followers: ReadonlySet<string>,
): Edit {
  const { start, end, contentEnd, children } = parent;
  if (contentEnd === end) {
    const opened = source.slice(start, end).replace(/\/>$/, '>');
    return { start, end, text: `${opened}${element}</${rawName(source, start)}>` };
  }
  const follower = children.find(({ name }) => !name.startsWith('w:') || followers.has(name.slice(2)));
  const at = follower?.start ?? contentEnd;
  return { start: at, end: at, text: element };
}
