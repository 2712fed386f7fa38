import type { XmlNode } from '../xml/tree.ts';
import type { Span } from '../xml/scan.ts';

/** A part's stretches within these bookmarks. Names in capitals: Word ignores case. */
export function bookmarkSpans(root: XmlNode, names: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  const open = new Map<string | undefined, number>();
  const walk = ({ children }: XmlNode): void => {
    for (const node of children) {
      if (node.name === 'w:bookmarkStart') {
        if (names.has((node.attributes['w:name'] ?? '').toUpperCase()))
          open.set(node.attributes['w:id'], node.start);
      } else if (node.name === 'w:bookmarkEnd') {
        const start = open.get(node.attributes['w:id']);
        if (start !== undefined) spans.push({ start, end: node.end });
      }
      walk(node);
    }
  };
  walk(root);
  return spans;
}
