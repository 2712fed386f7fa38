import { withoutMarks } from '../../contract/index.ts';
import { charAt, charBefore, isUnspaced } from '../../text/scripts.ts';
import { segmentsOf } from '../../text/segmenters.ts';
import type { Item } from './cue-text.ts';
import { widthOf } from './width.ts';

const PAUSE = /[,;:.!?…،؛؟。、！？；：]["'”’»)\]」』]*$/u;
/** May not begin a line: it would look like another speaker's mark, or belongs to the previous word. */
const NO_START = /^(?:[-–—‐―♪♫♬>\])}）】」』、。，．！？；：…,.!?;:]|\[|\(|（|【)/u;
const NO_END = /[♪♫♬([{（【「『]$/u;

/** Words and their separators; a no-break space is not one. */
const PARTS = /([^\S\u00a0\u2007\u202f]+)|[\S\u00a0\u2007\u202f]+/g;
/** Spaces, tabs and line breaks become one space; others, as the ideographic one, are signs of the text. */
const FOLDED = /[ \t\r\n]+/g;

/** A stretch of text that is on one line, with the codes in it. */
export interface Unit {
  readonly items: readonly Item[];
  readonly text: string;
  /** The white space between it and the previous unit on the same line. */
  readonly space: string;
}

/** Text and codes, cut where a line may end: at spaces, and between words of unspaced scripts. */
export function unitsOf(items: readonly Item[], language: string): Unit[] {
  const units: { items: Item[]; text: string; space: string }[] = [];
  let space = '';
  let isOpen = false;
  for (const item of items) {
    if (item.kind === 'raw') {
      if (!isOpen) units.push({ items: [], text: '', space });
      units.at(-1)!.items.push(item);
      isOpen = true;
      continue;
    }
    for (const [part, blank] of item.text.matchAll(PARTS)) {
      if (blank !== undefined) {
        space = units.length === 0 ? '' : blank.replace(FOLDED, ' ');
        isOpen = false;
        continue;
      }
      for (const word of wordsOf(part, language)) {
        const last = units.at(-1);
        const joins = last !== undefined && (isOpen || space === '') && !mayBreak(last.text, word);
        if (joins || (last !== undefined && isOpen && last.text === '')) {
          last.items.push({ ...item, text: word });
          last.text += word;
        } else {
          units.push({ items: [{ ...item, text: word }], text: word, space });
        }
        space = '';
        isOpen = true;
      }
    }
  }
  return units;
}

/** A word may be a whole sentence without spaces. */
function* wordsOf(part: string, language: string): Generator<string> {
  if (!isUnspaced(part)) {
    yield part;
    return;
  }
  for (const { segment } of segmentsOf(part, language, 'word')) yield segment;
}

function mayBreak(marked: string, next: string): boolean {
  const [before, after] = [withoutMarks(marked), withoutMarks(next)];
  return (
    isUnspaced(charBefore(before, before.length)) &&
    isUnspaced(charAt(after, 0)) &&
    !NO_START.test(after) &&
    !NO_END.test(before)
  );
}

function mayEndLine(unit: Unit, next: Unit): boolean {
  return !NO_START.test(withoutMarks(next.text)) && !NO_END.test(withoutMarks(unit.text));
}

/**
 * Wraps units into at least `minLines`, else into as few lines within `limit` as possible, of similar width,
 * ending at pauses; or into `maxLines`.
 */
export function wrapUnits(
  units: readonly Unit[],
  limit: number,
  minLines: number,
  maxLines: number,
): Unit[][] {
  const widths = units.map(({ text }) => widthOf(text));
  const total = widths.reduce((sum, width, n) => sum + width + (n > 0 ? widthOf(units[n]!.space) : 0), 0);
  const most = Math.min(maxLines, units.length);
  const needed = total <= limit ? 1 : Math.max(2, filled(units, widths, limit).length);
  const lines = Math.min(most, Math.max(minLines, needed));
  if (lines < 2) return [[...units]];
  if (lines === 2) return inTwo(units, widths, total, limit);
  // The narrowest width that needs no more lines.
  let [low, high] = [total / lines, Math.max(total, limit)];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (filled(units, widths, middle).length <= lines) high = middle;
    else low = middle;
  }
  return filled(units, widths, high);
}

function filled(units: readonly Unit[], widths: readonly number[], limit: number): Unit[][] {
  const lines: Unit[][] = [];
  let width = Infinity;
  for (const [n, unit] of units.entries()) {
    const more = widths[n]! + widthOf(unit.space);
    if (lines.length === 0 || (width + more > limit && mayEndLine(units[n - 1]!, unit))) {
      lines.push([]);
      width = widths[n]!;
    } else {
      width += more;
    }
    lines.at(-1)!.push(unit);
  }
  return lines;
}

function inTwo(units: readonly Unit[], widths: readonly number[], total: number, limit: number): Unit[][] {
  let best = { at: 0, cost: Infinity };
  let first = 0;
  for (let at = 1; at < units.length; at++) {
    first += widths[at - 1]! + (at > 1 ? widthOf(units[at - 1]!.space) : 0);
    if (!mayEndLine(units[at - 1]!, units[at]!)) continue;
    const longer = Math.max(first, total - first - widthOf(units[at]!.space));
    const cost =
      longer > limit ? longer + total : longer - (endsInPause(units[at - 1]!.text) ? limit / 5 : 0);
    if (cost < best.cost) best = { at, cost };
  }
  return best.at === 0 ? [[...units]] : [units.slice(0, best.at), units.slice(best.at)];
}

/** Whether a text ends where a speaker pauses. */
export function endsInPause(text: string): boolean {
  return PAUSE.test(withoutMarks(text));
}
