export type Suspicion = 'said_twice' | 'repeated_phrase' | 'stray_signs' | 'broken_capitals';

/**
 * Known faults of small neural models in a translation: repeated text ("Perfekt! Perfekt!"), a looping
 * phrase, characters that no text has, capitals turned into noise. Undefined if unsure. Plain texts.
 */
export function suspicionOf(source: string, target: string): Suspicion | undefined {
  if (hasStraySigns(source, target)) return 'stray_signs';
  if (isSaidTwice(target) && !isSaidTwice(source)) return 'said_twice';
  const words = wordsOf(target);
  if (hasLoop(words) && !hasLoop(wordsOf(source), MIN_LOOP_IN_SOURCE)) return 'repeated_phrase';
  return isBrokenCapitals(source, target) ? 'broken_capitals' : undefined;
}

const MIN_HALF = 4;

/** One word twice without a sign between may be normal: Turkish `yavaş yavaş`, Italian `quasi quasi`. */
function isSaidTwice(text: string): boolean {
  const trimmed = text.trim();
  const [first, gap, second] = halvesOf(trimmed) ?? ['', '', ''];
  if (first.length < MIN_HALF || first.toLowerCase() !== second.toLowerCase()) return false;
  return /[.!?…。！？]/u.test(gap) || (/\s/.test(first) && /\p{L}/u.test(first) && !/\p{N}/u.test(first));
}

/** A text as two equal halves with the signs between: `Perfekt! Perfekt!` → `Perfekt`, `! `, `Perfekt`. */
function halvesOf(text: string): [string, string, string] | undefined {
  let length = text.length;
  while (length > 0 && isGap(text, length - 1)) length--;
  const body = text.slice(0, length);
  const gap = middleGap(body);
  if (gap === undefined) return undefined;
  const [start, end] = gap;
  return [body.slice(0, start), body.slice(start, end), body.slice(end)];
}

function isGap(text: string, at: number): boolean {
  return /[\s.!?…。！？]/u.test(text[at] ?? '');
}

/** The white space and signs with equally long text before and after. */
function middleGap(body: string): [number, number] | undefined {
  const middle = Math.floor(body.length / 2);
  const at = isGap(body, middle) ? middle : middle - 1;
  if (!isGap(body, at)) return undefined;
  let [start, end] = [at, at + 1];
  while (start > 0 && isGap(body, start - 1)) start--;
  while (end < body.length && isGap(body, end)) end++;
  return start === body.length - end ? [start, end] : undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

const MAX_PHRASE = 8;
const MIN_LOOP = 4;
const MIN_LOOP_IN_SOURCE = 3;
const MIN_LOOP_WORDS = 6;

/** Whether a phrase of up to eight words, at least one with letters, comes four times in a row. */
function hasLoop(words: readonly string[], times = MIN_LOOP): boolean {
  for (let length = 1; length <= MAX_PHRASE; length++) {
    const needed = Math.max(length * times, times === MIN_LOOP ? MIN_LOOP_WORDS : 0) - length;
    let run = 0;
    for (let at = length; at < words.length; at++) {
      run = words[at] === words[at - length] ? run + 1 : 0;
      const isInSource = times === MIN_LOOP_IN_SOURCE;
      if (
        run >= needed &&
        (isInSource || words.slice(at - length + 1, at + 1).some((word) => /\p{L}{2}/u.test(word)))
      )
        return true;
    }
  }
  return false;
}

/** SentencePiece's marks of unknown and joined words, and a sign four times in a row. */
const STRAY = /\ufffd|⁇|▁|@@ |<unk>/gu;
const SIGN_RUN = /([^\p{L}\p{M}\p{N}\s])\1{3,}/u;
const SHORT_SIGN_RUN = /([^\p{L}\p{M}\p{N}\s])\1{2,}|…/u;

function hasStraySigns(source: string, target: string): boolean {
  const count = (text: string): number => text.match(STRAY)?.length ?? 0;
  return count(target) > count(source) || (SIGN_RUN.test(target) && !SHORT_SIGN_RUN.test(source));
}

const MIN_CAPITALS = 6;
const MIXED_CASE = /\p{Ll}\p{Lu}/u;

/** A source all in capitals, and a target with capitals inside words, or broken into letters. */
function isBrokenCapitals(source: string, target: string): boolean {
  if (!isInCapitals(source)) return false;
  const words = target.match(/[\p{L}\p{M}]+/gu) ?? [];
  const mixed = words.filter((word) => MIXED_CASE.test(word)).length;
  const letters = words.filter((word) => /^\p{Lu}\p{M}*$/u.test(word)).length;
  const sourceLetters = source.match(/(?<!\p{L})\p{Lu}(?!\p{L})/gu)?.length ?? 0;
  const isSpelled = letters >= 4 && letters * 2 > words.length && sourceLetters * 2 < letters;
  return isSpelled || (mixed > 0 && mixed * 3 >= words.length);
}

export function isInCapitals(text: string): boolean {
  return (text.match(/\p{Lu}/gu)?.length ?? 0) >= MIN_CAPITALS && !/\p{Ll}/u.test(text);
}
