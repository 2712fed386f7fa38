import { isBracketed, readCueText, wordsOf } from './cue-text.ts';
import type { CueText, Paragraph } from './cue-text.ts';
import { readCues } from './cues.ts';
import type { Cue, Dialect } from './cues.ts';

export interface ReadCue {
  /** Index among all cues with text in the file. */
  readonly index: number;
  readonly cue: Cue;
  readonly content: CueText;
}

/** How the cues of a file are read. */
export interface CueReading {
  readonly dialect: Dialect;
  /** Whether a sentence over several cues is one segment. */
  readonly joins: boolean;
  /** Whether each line is a separate text. */
  readonly linesAreTexts: boolean;
  /** Letters of the source or target language: a line without any is in another language. */
  readonly letters?: RegExp | undefined;
}

/** Share of cues that end a sentence in a punctuated file. Long sentences span five. */
const PUNCTUATED = 0.2;

/** Maximum cues of a sentence, as a limit of guessing. */
const MAX_CUES = 12;
const MAX_SECONDS = 10;
const MAX_GAP = 1.5;
/** Maximum seconds between adjacent cues: subtitlers leave two frames. */
const TOUCH = 0.1;
/** Two cues may overlap by a little. */
const MIN_GAP = -0.5;
const SENTENCE_END = /[.?!…。？！｡؟۔।॥։።]["'”’»)\]」』]*$/u;

/** A speaker's name, as in transcripts of meetings: `Anna Meyer: …`. */
const SPEAKER = /^\p{Lu}[\p{L}\p{M}\d.'’-]*(?: [\p{L}\p{M}\d.'’()-]+){0,4}: /u;

/** Cues grouped by the sentence that spans them, one segment each. Wordless cues are in none. */
export function* cueGroups(
  text: string,
  { dialect, joins, linesAreTexts, letters }: CueReading,
): Generator<ReadCue[]> {
  const isPunctuated = joins && endsSentences(text, dialect);
  let group: ReadCue[] = [];
  let index = 0;
  for (const cue of readCues(text, dialect)) {
    const read = {
      index: index++,
      cue,
      content: readCueText(text.slice(cue.start, cue.end), dialect, linesAreTexts, letters),
    };
    const hasWords = read.content.paragraphs.some((paragraph) => paragraph.hasWords);
    if (group.length > 0 && !(joins && hasWords && goesOn(group, read, isPunctuated))) {
      yield group;
      group = [];
    }
    if (hasWords) group.push(read);
  }
  if (group.length > 0) yield group;
}

/** A cue of the source, for reading back its translation. */
export interface SourceCue {
  readonly index: number;
  readonly keepsLines: boolean;
}

/**
 * The cues of a file that is read back, grouped like those of its source. Lines are kept only if the source
 * kept some: a translation may have letters of either language.
 */
export function* cuesInGroups(
  text: string,
  { dialect, linesAreTexts, letters }: CueReading,
  groups: readonly (readonly SourceCue[])[],
): Generator<ReadCue[]> {
  const groupOf = new Map(groups.flatMap((cues, n) => cues.map(({ index }) => [index, n] as const)));
  const keeping = new Set(groups.flat().flatMap(({ index, keepsLines }) => (keepsLines ? [index] : [])));
  let group: ReadCue[] = [];
  let index = 0;
  for (const cue of readCues(text, dialect)) {
    const own = groupOf.get(index);
    if (group.length > 0 && own !== groupOf.get(group.at(-1)!.index)) {
      yield group;
      group = [];
    }
    if (own !== undefined) {
      const known = keeping.has(index) ? letters : undefined;
      const content = readCueText(text.slice(cue.start, cue.end), dialect, linesAreTexts, known);
      group.push({ index, cue, content });
    }
    index++;
  }
  if (group.length > 0) yield group;
}

/** Whether a missing stop is evidence: many cues of the file have one. */
function endsSentences(text: string, dialect: Dialect): boolean {
  let [ends, cues] = [0, 0];
  for (const { start, end } of readCues(text, dialect)) {
    cues++;
    const tail = text.slice(Math.max(start, end - 80), end).replace(/<[^<>]{0,60}>|\{[^{}]{0,60}\}/g, '');
    if (SENTENCE_END.test(tail.trimEnd())) ends++;
  }
  return ends >= cues * PUNCTUATED;
}

function goesOn(group: readonly ReadCue[], next: ReadCue, isPunctuated: boolean): boolean {
  const [first, last] = [group[0]!.cue, group.at(-1)!];
  const { cue } = next;
  const [before, after] = [last.content.paragraphs.at(-1)!, next.content.paragraphs[0]!];
  if (group.length >= MAX_CUES || cue.isFirst || cue.settings !== last.cue.settings) return false;
  if (!isTimely(first, last.cue, cue)) return false;
  if (!before.hasWords || !after.hasWords) return false;
  if (after.prefix.length > 0 || before.suffix.length > 0 || !sameSpeaker(last.content, next.content))
    return false;
  const said = wordsOf(before).trimEnd();
  const words = wordsOf(after);
  if (SENTENCE_END.test(said) || isBracketed(said) || isBracketed(words) || SPEAKER.test(words)) return false;
  if (/^["'“„«‘(¿¡]*\p{Ll}/u.test(words) || /[,،、，]$/u.test(said)) return true;
  // A capital, a digit, or a script without case: only if stops are written, and this one is not.
  const gap = cue.from! - last.cue.to!;
  return isPunctuated && (gap <= TOUCH || /^["'“„«‘(]*\p{Lo}/u.test(words));
}

function isTimely(first: Cue, last: Cue, next: Cue): boolean {
  if (first.from === undefined || last.to === undefined || last.from === undefined) return false;
  if (next.from === undefined || next.to === undefined) return false;
  const gap = next.from - last.to;
  return next.from >= last.from && gap >= MIN_GAP && gap <= MAX_GAP && next.to - first.from <= MAX_SECONDS;
}

/** The same voice, at the same place of the screen. */
function sameSpeaker(before: CueText, after: CueText): boolean {
  const [a, b] = [before.paragraphs.at(-1)!, after.paragraphs[0]!];
  return voiceOf(a) === voiceOf(b) && codesOf(before.paragraphs[0]!) === codesOf(b);
}

function voiceOf({ items }: Paragraph): string {
  const [first] = items;
  return first?.tags.flatMap(({ isFormat, open }) => (isFormat ? [] : [open])).join('') ?? '';
}

function codesOf({ lead }: Paragraph): string {
  return lead.replace(/\s+|<[\d:.,]+>/g, '');
}

/** Rolling live captions: each cue repeats the previous one's last line, so each line is a text. */
export function rolls(text: string, dialect: Dialect): boolean {
  let [repeated, cues] = [0, 0];
  let last: string | undefined;
  for (const cue of readCues(text, dialect)) {
    const { lines } = readCueText(text.slice(cue.start, cue.end), dialect);
    const visible = lines.filter((line) => line !== '');
    if (visible.length > 0 && visible[0] === last) repeated++;
    last = visible.at(-1);
    if (++cues === 100) break;
  }
  return repeated >= 3 && repeated > cues / 4;
}
