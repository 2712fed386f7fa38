import { onBeforeUnmount, watch } from 'vue';

/** Names of `::highlight()` in the style sheet: plain spaces, those that break no line, all others. */
const KINDS = [
  ['space', /[ ]/u],
  ['space-kept', /[\u00a0\u202f\u2007\u2060\u2011]/u],
  ['space-other', /[\t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000\u00ad]/u],
] as const;
const ANY = /[\t \u00a0\u00ad\u1680\u2000-\u200a\u2011\u202f\u205f\u2060\u3000]/gu;

/** Marks spaces in the sources and translations of the rendered rows. The texts stay as they are. */
export function useSpaceHighlights(
  rows: () => readonly (Element | undefined)[],
  areShown: () => boolean,
): { paintSpaces: () => void } {
  let frame = 0;
  function show(): void {
    const found = new Map<string, Range[]>(KINDS.map(([name]) => [name, []]));
    for (const row of areShown() ? rows() : [])
      for (const text of row?.querySelectorAll('.text') ?? []) mark(text, found);
    for (const [name, ranges] of found) CSS.highlights.set(name, new Highlight(...ranges));
  }
  function paintSpaces(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(show);
  }
  watch(areShown, paintSpaces);
  onBeforeUnmount(() => {
    cancelAnimationFrame(frame);
    for (const [name] of KINDS) CSS.highlights.delete(name);
  });
  return { paintSpaces };
}

function mark(element: Element, found: ReadonlyMap<string, Range[]>): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: space, index } of (node as Text).data.matchAll(ANY)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + space.length);
      const [name = ''] = KINDS.find(([, pattern]) => pattern.test(space)) ?? [];
      found.get(name)?.push(range);
    }
  }
}
