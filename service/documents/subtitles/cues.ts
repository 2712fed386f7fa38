import { hostile } from '../shared/refusals.ts';

/** The differences between SRT and WebVTT. */
export type Dialect = 'srt' | 'vtt';

/** A cue of the file. Offsets are UTF-16 units. */
export interface Cue {
  /** The text: without the line ending of its last line, and without blank lines at its ends. */
  readonly start: number;
  readonly end: number;
  /** Seconds; undefined if unreadable. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The line with its times, as written. */
  readonly times: string;
  /** The line ending after it. */
  readonly ending: string;
  /** The text after the times: settings of WebVTT, coordinates of SRT. */
  readonly settings: string;
  /** A comment, a style or another block separates it from the previous cue. */
  readonly isFirst: boolean;
}

interface Line {
  readonly start: number;
  /** Without its line ending. */
  readonly end: number;
}

const TIME = '(?:(-?\\d{1,4}):)?(-?\\d{1,3}):(-?\\d{1,2})(?:[.,](\\d{1,9}))?';
const TIMES = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?!\\d)(.*)$`, 's');
/** Includes unreadable times: they are not text. */
const ANY_TIMES = /^[\s\d:;.,-]*-->/;

/** The cues with text, in order. Everything else in the file belongs to none. */
export function* readCues(text: string, dialect: Dialect): Generator<Cue> {
  const lines = [...linesOf(text)];
  const isBlank = ({ start, end }: Line): boolean =>
    // WebVTT ends a cue only at an empty line: YouTube writes lines with a single space.
    dialect === 'vtt' ? start === end : text.slice(start, end).trim() === '';
  const isTimes = ({ start, end }: Line): boolean => {
    const line = text.slice(start, Math.min(end, start + MAX_TIMES));
    return line.includes('-->') && (dialect === 'vtt' || ANY_TIMES.test(line));
  };
  let isFirst = true;
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (!isTimes(line)) {
      // A number or a name belongs to the cue; any other line begins a block.
      if (!isBlank(line) && !(lines[at + 1] && isTimes(lines[at + 1]!))) isFirst = true;
      at++;
      continue;
    }
    const next = dialect === 'vtt' ? blockEnd(at + 1) : cueEnd(at + 1);
    const own = lines.slice(at + 1, next);
    while (own.length > 0 && isBlank(own.at(-1)!)) own.pop();
    while (own.length > 0 && isBlank(own[0]!)) own.shift();
    if (own.length > 0) {
      if (own.at(-1)!.end - own[0]!.start > MAX_CUE) {
        throw hostile(`a subtitle has more than ${MAX_CUE.toLocaleString('en')} characters`);
      }
      const ending = text.slice(line.end, lines[at + 1]!.start);
      const times = timesOf(text.slice(line.start, line.end));
      yield { start: own[0]!.start, end: own.at(-1)!.end, ...times, ending, isFirst };
      isFirst = false;
    }
    at = next;
  }

  /** A cue of WebVTT ends at an empty line, or at times if the empty line is missing. */
  function blockEnd(from: number): number {
    let at = from;
    while (at < lines.length && !isBlank(lines[at]!) && !isTimes(lines[at]!)) at++;
    return at;
  }

  /** A cue of SRT ends where the next one begins: players show text after a blank line. */
  function cueEnd(from: number): number {
    let at = from;
    while (at < lines.length && !isTimes(lines[at]!)) at++;
    if (at === lines.length) return at;
    const number = lines[at - 1]!;
    return at > from && /^\s*-?\d{1,9}\s*$/.test(text.slice(number.start, number.end)) ? at - 1 : at;
  }
}

/** UTF-16 units of a text shown at one time. */
const MAX_CUE = 20_000;
/** UTF-16 units of a line with times. */
const MAX_TIMES = 1_000;

/** CRLF, LF and CR end a line. */
function* linesOf(text: string): Generator<Line> {
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (const { index, 0: ending } of text.matchAll(ends)) {
    yield { start, end: index };
    start = index + ending.length;
  }
  if (start < text.length) yield { start, end: text.length };
}

function timesOf(times: string): Pick<Cue, 'from' | 'to' | 'times' | 'settings'> {
  const found = TIMES.exec(times.slice(0, MAX_TIMES));
  if (!found) return { from: undefined, to: undefined, times, settings: times.replace(ANY_TIMES, '').trim() };
  const [, h1, m1, s1, f1, h2, m2, s2, f2, settings = ''] = found;
  return { from: seconds(h1, m1, s1, f1), to: seconds(h2, m2, s2, f2), times, settings: settings.trim() };
}

function seconds(h = '0', m = '0', s = '0', fraction = '0'): number {
  return Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(`0.${fraction}`);
}

/** Whether a text has cue times near its beginning. */
export function hasTimes(text: string): boolean {
  return /^[ \t]*(?:\d{1,4}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,9})?[ \t]*-->/m.test(text.slice(0, 65_536));
}
