/**
 * A translation in its source's outer shape: the source's outer white space and kind of line breaks, and no
 * line breaks if the source is one line. Engines trim and normalise; the file should not show it.
 */
export function inShapeOf(source: string, target: string): string {
  const visible = source.trim();
  if (visible === '') return source;
  const start = source.indexOf(visible);
  const shaped = withLineBreaksOf(visible, target.trim());
  return source.slice(0, start) + shaped + source.slice(start + visible.length);
}

function withLineBreaksOf(source: string, target: string): string {
  if (!/[\r\n]/.test(target)) return target;
  const lines = target.split(/\r\n|\r|\n/);
  if (!/[\r\n]/.test(source))
    return lines
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' ');
  const breaks = new Set(source.match(/\r\n|\r|\n/g));
  const [only] = breaks;
  return breaks.size === 1 && only !== undefined ? lines.join(only) : target;
}
