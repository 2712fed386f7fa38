import { scan } from '../text/protected/scan.ts';
import { isUnspaced } from '../text/scripts.ts';
import { segmentsOf } from '../text/segmenters.ts';

/** A word or sign of a coded text; offsets in UTF-16 units of the coded text. */
export interface Word {
  readonly start: number;
  readonly end: number;
  /** Its spelling; the first letter of a sentence counts as small. */
  readonly form: string;
  /** `held`: a code, number, placeholder or address, which no correction may touch. */
  readonly kind: 'word' | 'sign' | 'held';
  /** First word of a sentence, with its capital. */
  readonly isOpening: boolean;
}

/** A coded text and its words. */
export interface Words {
  readonly coded: string;
  readonly words: readonly Word[];
}

/** Longer texts teach nothing and are not corrected: the alignment takes quadratic time. */
export const MAX_WORDS = 250;

const PIECE = /<\/?\d{1,9}\/?>|&(?:lt|gt|amp);|[^<&]+|[<&]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
/** In place of a code. */
const CODE = '\uFFFC';
const WORD = /\uFFFC|[\p{L}\p{M}\p{N}]+(?:[-·_][\p{L}\p{M}\p{N}]+)*(?:['’](?=\p{L}))?|\S/gu;
const SENTENCE_END = /^[.!?…。！？]$/u;

/** The words of a coded text, in order. `active`: see scan. */
export function wordsOf(coded: string, active: readonly string[] = []): Words {
  const { plain, starts } = withoutEscapes(coded);
  const protectedSpans = scan(plain, active);
  const words: Word[] = [];
  let opens = true;
  let next = 0;
  for (const { index, 0: text } of spacedWords(plain)) {
    const [start, end] = [starts[index]!, starts[index + text.length]!];
    while (protectedSpans[next] && protectedSpans[next]!.end <= index) next++;
    const span = protectedSpans[next];
    const isHeld =
      text === CODE || /\p{N}/u.test(text) || (span !== undefined && span.start < index + text.length);
    const isWord = /[\p{L}\p{N}]/u.test(text);
    const isOpening = opens && isWord && isCapitalized(text);
    words.push({
      ...{ start, end, isOpening },
      form: isOpening ? lowered(text) : coded.slice(start, end),
      kind: isHeld ? 'held' : isWord ? 'word' : 'sign',
    });
    if (SENTENCE_END.test(text)) opens = true;
    else if (isWord) opens = false;
  }
  return { coded, words };
}

/** The words' spelling from `from` up to `to`, exclusive: what phrases are compared by. */
export function phraseOf({ coded, words }: Words, from: number, to: number): string {
  if (from >= to) return '';
  const rest = coded.slice(words[from]!.end, words[to - 1]!.end);
  return words[from]!.form + rest.replace(/\s+/gu, ' ');
}

export function raised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

function lowered(text: string): string {
  const [first = ''] = text;
  return first.toLowerCase() + text.slice(first.length);
}

/** A capital, then none: `Files`, not `GNOME`. */
function isCapitalized(text: string): boolean {
  return /^\p{Lu}\P{Lu}*$/u.test(text);
}

function* spacedWords(plain: string): Generator<{ index: number; 0: string }> {
  for (const match of plain.matchAll(WORD)) {
    if (!isUnspaced(match[0])) {
      yield match;
      continue;
    }
    let { index } = match;
    for (const { segment } of segmentsOf(match[0], 'und', 'word')) {
      yield { index, 0: segment };
      index += segment.length;
    }
  }
}

/** The text without escapes, a sign for each code, and where each of its units stands in the coded text. */
function withoutEscapes(coded: string): { plain: string; starts: number[] } {
  let plain = '';
  const starts: number[] = [];
  for (const { index, 0: piece } of coded.matchAll(PIECE)) {
    const text = ENTITIES[piece] ?? (/^<.*\d/u.test(piece) ? CODE : piece);
    for (let unit = 0; unit < text.length; unit++) starts.push(index + unit);
    plain += text;
  }
  starts.push(coded.length);
  return { plain, starts };
}
