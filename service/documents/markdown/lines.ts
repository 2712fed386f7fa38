/** The end of the line that an offset is in, before its line end. */
export function endOfLine(text: string, from: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** The start of the line after one that ends at `lineEnd`. */
export function nextLine(text: string, lineEnd: number): number {
  return lineEnd + (text[lineEnd] === '\r' && text[lineEnd + 1] === '\n' ? 2 : 1);
}

/** A sticky pattern's match at an offset; empty without one. */
export function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
