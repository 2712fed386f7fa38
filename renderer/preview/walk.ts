import { ANY_MARK, indexOfMark, MARK_END, MARK_END_WITHIN } from '../../service/contract/preview.ts';

/** A text between two codes of a segment, which runs may have cut into several elements. */
export interface Piece {
  readonly segment: number;
  readonly spans: readonly HTMLElement[];
}

interface Mark {
  readonly node: number;
  /** UTF-16 units. */
  readonly at: number;
  readonly char: string;
}

/** Where a piece's text begins and ends. */
interface Range {
  readonly segment: number;
  readonly from: Point;
  readonly to: Point;
}

interface Point {
  readonly node: number;
  readonly at: number;
}

const UNSEEN = new Set(['SCRIPT', 'STYLE', 'TITLE', 'TEMPLATE', 'NOSCRIPT']);

/**
 * Takes the marks out of the texts below `root` and wraps what was between two of them in elements with `data-segment`.
 * Returns the pieces in the order of the page. A mark without its other half is only taken out.
 */
export function takeOutMarks(root: ParentNode): Piece[] {
  const nodes = textNodes(root);
  const marks = nodes.flatMap((node, n) => marksIn(node.data, n));
  return wrap(nodes, rangesOf(nodes, marks));
}

function textNodes(root: ParentNode): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    UNSEEN.has(node.parentElement?.tagName ?? '') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  return nodes;
}

function marksIn(text: string, node: number): Mark[] {
  return Array.from(text.matchAll(ANY_MARK), ({ 0: char, index: at }) => ({ node, at, char }));
}

function rangesOf(nodes: readonly Text[], marks: readonly Mark[]): Range[] {
  const ranges: Range[] = [];
  for (const [n, mark] of marks.entries()) {
    const segment = indexOfMark(mark.char);
    const end = marks[n + 1];
    if (segment === undefined || !end) continue;
    if (end.char === MARK_END) {
      ranges.push({
        segment,
        from: { node: mark.node, at: mark.at + mark.char.length },
        to: { node: end.node, at: end.at },
      });
    } else if (end.char === MARK_END_WITHIN) {
      const before = lastChar(nodes[mark.node]!.data.slice(0, mark.at));
      const after = firstChar(nodes[end.node]!.data.slice(end.at + end.char.length));
      ranges.push({
        segment,
        from: { node: mark.node, at: mark.at - before },
        to: { node: end.node, at: end.at + end.char.length + after },
      });
    }
  }
  return ranges;
}

function lastChar(text: string): number {
  return /[^]$/u.exec(text)?.[0].length ?? 0;
}

function firstChar(text: string): number {
  return /^[^]/u.exec(text)?.[0].length ?? 0;
}

/** Wraps ranges, which are in order and do not overlap. */
function wrap(nodes: readonly Text[], ranges: readonly Range[]): Piece[] {
  const pieces = ranges.map(({ segment }) => ({ segment, spans: [] as HTMLElement[] }));
  let first = 0;
  for (const [n, node] of nodes.entries()) {
    while (first < ranges.length && ranges[first]!.to.node < n) first++;
    const isTouched = (ranges[first]?.from.node ?? Infinity) <= n;
    if (!isTouched && !ANY_PLANE.test(node.data)) continue;
    const parts: Node[] = [];
    let at = 0;
    const plain = (to: number): void => {
      const text = node.data.slice(at, to).replace(ANY_MARK, '');
      if (text !== '') parts.push(document.createTextNode(text));
      at = to;
    };
    for (let r = first; r < ranges.length && ranges[r]!.from.node <= n; r++) {
      const { segment, from, to } = ranges[r]!;
      plain(from.node < n ? 0 : Math.max(at, from.at));
      const end = to.node > n ? node.data.length : to.at;
      const text = node.data.slice(at, end).replace(ANY_MARK, '');
      at = Math.max(at, end);
      if (text === '') continue;
      const span = document.createElement('span');
      span.dataset['segment'] = String(segment);
      span.textContent = text;
      pieces[r]!.spans.push(span);
      parts.push(span);
    }
    plain(node.data.length);
    node.replaceWith(...parts);
  }
  return pieces.filter(({ spans }) => spans.length > 0);
}

const ANY_PLANE = /[\u{f0000}-\u{10ffff}]/u;

/** Takes the marks out of attributes and unseen texts, which have no place on the page. */
export function dropMarks(root: ParentNode): void {
  for (const element of root.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (ANY_PLANE.test(attribute.value)) attribute.value = attribute.value.replace(ANY_MARK, '');
    }
  }
}
