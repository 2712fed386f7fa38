import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';

/** The segment within a line: UTF-16 offsets of its first and after its last visible character. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Plain text: a segment per visible line; outer white space and line endings stay. */
export const txtFormat = spanFormat({
  fileType: 'txt',
  ignoresLanguage: true,
  mayHoldHtml: true,
  recognise: ({ text }) => (text === undefined ? 'no' : 'maybe'),
  // A line cannot break: a translation's line breaks are folded.
  readBack: false,
  read: (text) => ({ spans: lineSpans(text) }),
});

function* lineSpans(text: string): Generator<Span> {
  for (const { start, end } of textLines(text)) {
    yield plainSpan({ start, end, value: text.slice(start, end), write: (line) => line });
  }
}

/**
 * Lines with visible text. CRLF, LF and CR end a line, even mixed in one file; form feed, NEL and U+2028 do
 * not, as in common editors.
 */
export function* textLines(text: string): Generator<LineSpan> {
  const endOfLine = lineEnds(text);
  for (let lineStart = 0; lineStart < text.length;) {
    const lineEnd = endOfLine(lineStart);
    const span = visibleSpan(text, lineStart, lineEnd);
    if (span) yield span;
    lineStart = lineEnd + 1;
  }
}

/** Returns the end of the line at an offset; offsets must rise. `indexOf` is faster than a loop. */
function lineEnds(text: string): (from: number) => number {
  const finder = (mark: string) => {
    let found = -1;
    return (from: number) => {
      if (found < from) found = text.indexOf(mark, from);
      if (found === -1) found = text.length;
      return found;
    };
  };
  const [lf, cr] = [finder('\n'), finder('\r')];
  return (from) => Math.min(lf(from), cr(from));
}

/** Without outer white space; undefined if nothing is left. NEL is white space that `\s` lacks. */
function visibleSpan(text: string, start: number, end: number): LineSpan | undefined {
  while (start < end && isBlank(text, start)) start++;
  while (end > start && isBlank(text, end - 1)) end--;
  return start < end ? { start, end } : undefined;
}

function isBlank(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code <= 32
    ? code === 32 || (code >= 9 && code <= 13)
    : code === 0x85 || (code >= 0xa0 && /\s/.test(text[index]!));
}
