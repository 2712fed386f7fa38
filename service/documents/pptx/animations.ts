import type { Warning } from '../../contract/index.ts';
import type { PartEdit } from '../packages/package-format.ts';
import { rawPrefix } from '../xml/scan.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Deck } from './deck.ts';
import type { DeckText } from './read-deck.ts';

/** Occurs in a slide that animates some characters of a shape. */
const RANGE = /[<:]charRg[\s/>]/;

/**
 * Animations of characters (`p:charRg`, ECMA-376 part 1 §19.5.19) would affect other words, so in translated
 * shapes they are extended to the whole paragraphs.
 */
export function widenAnimations(deck: Deck, changed: Iterable<DeckText>): PartEdit[] {
  const bodies = new Map<string, Set<XmlNode>>();
  for (const { part, item } of changed) {
    if (!item?.body) continue;
    const own = bodies.get(part);
    if (own) own.add(item.body);
    else bodies.set(part, new Set([item.body]));
  }
  return Array.from(bodies, ([part, own]) => {
    const source = deck.text(part);
    if (!RANGE.test(source)) return [];
    const ends = new Map(Array.from(own, (body) => [body, endsOf(body)]));
    return rangesOf(deck.tree(part), own).map(({ range, body }) => {
      const { first, last } = paragraphsOf(ends.get(body)!, range);
      const name = `${rawPrefix(source, range.start)}pRg`;
      return { part, start: range.start, end: range.end, text: `<${name} st="${first}" end="${last}"/>` };
    });
  }).flat();
}

/** The ranges of characters of a slide's shapes with these texts. */
function rangesOf(slide: XmlNode, bodies: ReadonlySet<XmlNode>): { range: XmlNode; body: XmlNode }[] {
  const byId = new Map<string, XmlNode>();
  const ranges: { range: XmlNode; id: string }[] = [];
  const read = (node: XmlNode): void => {
    const body = child(node, 'p:txBody');
    if (body && bodies.has(body)) byId.set(idOf(node), body);
    const range = node.name === 'p:spTgt' ? child(child(node, 'p:txEl'), 'p:charRg') : undefined;
    if (range) ranges.push({ range, id: node.attributes['spid'] ?? '' });
    node.children.forEach(read);
  };
  read(slide);
  return ranges.flatMap(({ range, id }) => {
    const body = byId.get(id);
    return body ? [{ range, body }] : [];
  });
}

function idOf({ children }: XmlNode): string {
  const properties = children.find(({ name }) => /^p:nv\w+Pr$/.test(name));
  return child(properties, 'p:cNvPr')?.attributes['id'] ?? '';
}

/** Where the paragraphs of a shape end, in characters. */
function endsOf(body: XmlNode): number[] {
  const ends: number[] = [];
  for (const { name, children } of body.children) {
    if (name !== 'a:p') continue;
    const length = children.reduce((sum, run) => sum + lengthOf(run), 0);
    ends.push((ends.at(-1) ?? 0) + length + 1);
  }
  return ends;
}

/** The paragraphs that a range touches; its end is after its last character. */
function paragraphsOf(ends: readonly number[], { attributes }: XmlNode): { first: number; last: number } {
  const at = (offset: number) => {
    let [low, high] = [0, Math.max(0, ends.length - 1)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (offset < ends[middle]!) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const [st, end] = [Number(attributes['st'] ?? 0) || 0, Number(attributes['end'] ?? 0) || 0];
  return { first: at(st), last: Math.max(at(st), at(end - 1)) };
}

function lengthOf(run: XmlNode): number {
  return run.name === 'a:br' ? 1 : (child(run, 'a:t')?.text.length ?? 0);
}

export function animationWarnings(count: number): Warning[] {
  if (count === 0) return [];
  return [
    {
      code: 'animation_widened',
      message:
        'Some animations ran over a few words or letters of a text, and run over its whole paragraphs now. Choose the words anew in the animation pane if it matters.',
      count,
    },
  ];
}
