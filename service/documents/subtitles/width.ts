import { withoutMarks } from '../../contract/index.ts';
import { charAt, charBefore, isUnspaced } from '../../text/scripts.ts';

/** Characters of a line that viewers read at a glance (Netflix and BBC guides); 16 of full width. */
export const LINE_CHARS = 42;
const FULL_WIDTH = LINE_CHARS / 16;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;
const PLAIN = /^[ -~\u00a0-\u02ff]*$/;
/** Marks of accents, of formats and of the preview copy. */
const MARK = /[\p{M}\p{Cf}\u{f0000}-\u{10ffff}]/u;

/** The separator between two parts of a text that are read as one: empty within a script without spaces. */
export function joinerOf(before: string, after: string): string {
  if (before === '' || after === '') return '';
  const [end, start] = [withoutMarks(before), withoutMarks(after)];
  return isUnspaced(charBefore(end, end.length)) && isUnspaced(charAt(start, 0)) ? '' : ' ';
}

export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += MARK.test(char) ? 0 : WIDE.test(char) ? FULL_WIDTH : 1;
  return width;
}
