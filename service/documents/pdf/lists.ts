import type { Run } from './blocks.ts';
import type { Fragment } from './lines.ts';
import { RAISED_SIZE } from './runs.ts';

const BULLET = /^[•●○◦▪▫■□◆◇➢➤►▶✓✔❖★‣⁃∙·–—*\-\ue000-\uf8ff]$/;
/** A bullet as a letter of a small font size, or "o" of Courier. */
const NUMBER = /^\(?(?:\d{1,3}|[a-z]|[A-Z]|[ivxlc]{1,5}|[IVXLC]{1,5})[.)]$/;
/** Also the initial of a name. */
const INITIAL = /^[A-Z]\.$/;
/** Not a date. */
const DECIMAL = /^(?!\d\d\.\d\d\.\d\d)\d{1,2}(?:\.[1-9]\d?){1,5}\.?$/;

export interface Label {
  readonly text: string;
  readonly isBullet: boolean;
}

/** The label that a line begins with: a bullet, a number. */
export function labelOf({ pieces, text }: Fragment): Label | undefined {
  const first = pieces[0];
  if (!first) return undefined;
  const [word = ''] = /^\S+/.exec(text) ?? [];
  if (word.length === text.length) return undefined;
  if (BULLET.test(word) && (!/[-–—*·]/.test(word) || isApart(pieces, word)))
    return { text: word, isBullet: true };
  if (word === 'o' && first.text === 'o' && isApart(pieces, word)) return { text: word, isBullet: true };
  const isNumber = INITIAL.test(word) || DECIMAL.test(word) ? isApart(pieces, word, TAB) : NUMBER.test(word);
  return isNumber ? { text: word, isBullet: false } : undefined;
}

/** The label that the text of an item begins with. */
export function labelIn(text: string): string | undefined {
  const [, number] = /^(\(?\d{1,3}[.)])(?=\p{L})/u.exec(text) ?? [];
  if (number !== undefined) return number;
  const [, word = ''] = /^(\S+)\s+\S/.exec(text) ?? [];
  return BULLET.test(word) || word === 'o' || NUMBER.test(word) || DECIMAL.test(word) ? word : undefined;
}

/** Em behind a label: at least, and where it could also be a word of its text. */
const [SPACE, TAB] = [0.15, 0.5];

/** Whether a label is a piece of its own, on the line and with a gap behind it. */
function isApart(pieces: Fragment['pieces'], label: string, gap = SPACE): boolean {
  const [first, second] = pieces;
  if (!first || !second || first.text !== label) return false;
  // The mark of a footnote is raised.
  const isRaised = first.size < RAISED_SIZE * second.size && second.base - first.base > 0.1 * second.size;
  return !isRaised && Math.max(second.left - first.right, first.left - second.right) > gap * second.size;
}

/** Runs without their first letters, and the white space after those. */
export function withoutStart(runs: readonly Run[], letters: number): Run[] {
  let left = letters;
  const rest: Run[] = [];
  for (const run of runs) {
    if (left <= 0 && rest.length > 0) {
      rest.push(run);
      continue;
    }
    const text = run.text.slice(Math.max(0, left));
    left -= run.text.length;
    const trimmed = rest.length === 0 ? text.trimStart() : text;
    if (trimmed !== '') rest.push({ ...run, text: trimmed });
  }
  return rest;
}
