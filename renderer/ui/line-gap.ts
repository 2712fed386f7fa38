/** Width of a space and an ellipsis by font: a line cut after a word ends in both. */
const ends = new Map<string, number>();

function endWidth({ fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): number {
  // The `font` shorthand is empty if one of its parts, such as the figures, is set separately.
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const known = ends.get(font);
  if (known !== undefined) return known;
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const width = context?.measureText(' …').width ?? 0;
  ends.set(font, width);
  return width;
}

/**
 * Pixels between the ellipsis of a text cut to its first line and the end of its box; 0 for an uncut text.
 */
function gapOf(element: Element): number {
  const text = element.firstChild;
  if (!text) return 0;
  const range = document.createRange();
  range.selectNodeContents(text);
  const lines = range.getClientRects();
  const [first] = lines;
  if (!first || lines.length === 1) return 0;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const free = style.direction === 'rtl' ? first.left - box.left : box.right - first.right;
  return Math.max(0, Math.floor(free - endWidth(style)));
}

const told = new WeakMap<Element, (gap: number) => void>();
/** All reads come before the first write, to lay out a list of a hundred names once. */
const observer = new ResizeObserver((entries) => {
  const gaps = entries.map(({ target }) => [told.get(target), gapOf(target)] as const);
  for (const [tell, gap] of gaps) tell?.(gap);
});

/**
 * Reports the width of the gap behind the ellipsis, now and on each resize. Returns a function that stops.
 */
export function watchLineGap(element: Element, tell: (gap: number) => void): () => void {
  told.set(element, tell);
  observer.observe(element);
  return () => observer.unobserve(element);
}
