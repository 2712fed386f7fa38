import { endOfLine, nextLine } from './lines.ts';

const STATEMENT =
  /^(?:import\s+(?:["'{*]|[\w$]+\s*(?:,|\s+from\s))|export\s+(?:default\b|const\b|let\b|var\b|function\b|async\b|class\b|\{|\*|type\b|interface\b))/;
const STRING = /(["'`])(?:\\.|(?!\1).)*\1/g;
/** UTF-16 units of a block of imports and exports. */
const MAX_LENGTH = 100_000;

/** The end of the line that ends a block of imports and exports: before a blank line, brackets closed. */
export function esmEnd(text: string, start: number): number | undefined {
  if (!STATEMENT.test(text.slice(start, endOfLine(text, start)))) return undefined;
  let firstBlank: number | undefined;
  let depth = 0;
  const limit = Math.min(text.length, start + MAX_LENGTH);
  for (let at = start; at < limit;) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end);
    if (line.trim() === '') {
      firstBlank ??= at;
      if (depth <= 0) return Math.max(start, at - 1);
    }
    for (const sign of line.replace(STRING, '')) {
      if ('{[('.includes(sign)) depth++;
      else if (')]}'.includes(sign)) depth--;
    }
    at = nextLine(text, end);
  }
  return depth <= 0 ? limit : (firstBlank ?? endOfLine(text, start));
}
