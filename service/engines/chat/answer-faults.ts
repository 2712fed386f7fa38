import { unusualLength } from '../../quality/length.ts';

type AnswerFault = 'empty' | 'echo' | 'script' | 'length';

/** Fewer letters may all be names and codes, which stay unchanged. */
const MIN_LETTERS = 12;
const MIN_WORDS = 4;

/**
 * Signs that a model has not translated: the source itself, an answer in another script than the target's, an
 * implausible length. Undefined if unsure. Plain texts.
 */
export function answerFault(source: string, answer: string, to: string): AnswerFault | undefined {
  if (answer.trim() === '') return 'empty';
  if (isEcho(source, answer)) return 'echo';
  if (isOtherScript(source, answer, to)) return 'script';
  return unusualLength(source, answer) === undefined ? undefined : 'length';
}

/** The prompt's own first words count too. A text of names alone may come back unchanged. */
function isEcho(source: string, answer: string): boolean {
  const instruction = /^\s*(?:translate (?:the following|this from)|you are a professional)/i;
  if (instruction.test(answer) && !instruction.test(source)) return true;
  if (!lettersOf(answer).includes(lettersOf(source))) return false;
  const words = source.match(/[\p{L}\p{M}]+/gu) ?? [];
  return (
    words.length >= MIN_WORDS && words.filter((word) => /^\p{Ll}/u.test(word)).length * 2 >= words.length
  );
}

/** Scripts of languages with several, or with one that Unicode names differently (ISO 15924). */
const LETTERS_OF: Readonly<Record<string, RegExp>> = {
  Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Kore: /[\p{Script=Hangul}\p{Script=Han}]/gu,
  Hans: /\p{Script=Han}/gu,
  Hant: /\p{Script=Han}/gu,
};

/**
 * Whether under half of the answer's letters are in the target's script, without names or code to explain it.
 */
function isOtherScript(source: string, answer: string, to: string): boolean {
  const expected = scriptLetters(to);
  const letters = lettersOf(answer);
  if (!expected || (letters.length < MIN_LETTERS && !/[\p{Script=Han}\p{Script=Hangul}]{2}/u.test(letters)))
    return false;
  const own = letters.match(expected)?.length ?? 0;
  if (own * 2 >= letters.length) return false;
  // If a source in the other script has many names, a few letters in the target's script suffice.
  const isKept = (word: string): boolean => source.includes(word);
  const others = (answer.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !isKept(word)).join('');
  return others !== '' && (others.match(expected)?.length ?? 0) * 2 < others.length;
}

function scriptLetters(tag: string): RegExp | undefined {
  const script = new Intl.Locale(tag).maximize().script;
  if (script === undefined) return undefined;
  if (script in LETTERS_OF) return LETTERS_OF[script];
  try {
    return new RegExp(`\\p{Script=${script}}`, 'gu');
  } catch {
    return undefined;
  }
}

function lettersOf(text: string): string {
  return text.match(/[\p{L}\p{M}]+/gu)?.join('') ?? '';
}
