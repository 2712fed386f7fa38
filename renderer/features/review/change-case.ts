import { nextCase } from '../../lib/letter-case.ts';

/**
 * Gives the selected text within an element its next case, or without a selection the word at the caret; the
 * selection stays on it. Returns whether there was something to change.
 */
export function changeCaseIn(element: HTMLElement, selection: Selection, language: string): boolean {
  // The browser finds the word, in any script.
  if (selection.isCollapsed) {
    selection.modify('move', 'backward', 'word');
    selection.modify('extend', 'forward', 'word');
  }
  const range = selection.getRangeAt(0);
  const parts = textsIn(element, range);
  const next = nextCase(
    parts.map(({ node, start, end }) => node.data.slice(start, end)),
    language,
  );
  if (parts.every(({ node, start, end }, n) => node.data.slice(start, end) === next[n])) return false;
  for (const [n, { node, start, end }] of parts.entries()) node.replaceData(start, end - start, next[n]!);
  const [first, last] = [parts[0]!, parts.at(-1)!];
  selection.setBaseAndExtent(first.node, first.start, last.node, last.start + next.at(-1)!.length);
  return true;
}

/** The parts of the text nodes that a range covers; codes have none. */
function textsIn(element: HTMLElement, range: Range) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: { node: Text; start: number; end: number }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const start = node === range.startContainer ? range.startOffset : 0;
    const end = node === range.endContainer ? range.endOffset : node.length;
    if (start < end) found.push({ node, start, end });
  }
  return found;
}
