import { unusualLength } from '../../quality/length.ts';
import { isInCapitals, suspicionOf } from '../../quality/suspicious.ts';
import { joinSentences } from '../../documents/sentences/join-sentences.ts';
import { splitParagraph } from '../../documents/sentences/split-paragraph.ts';
import { formatCoded, parseCoded, plainText, readableText } from '../../text/codes.ts';

/** Texts of a chunk that are asked for again: an engine with more bad answers will not do better. */
const MAX_SECOND_TRIES = 20;
const MAX_WORDS_IN_LOWER_CASE = 3;

/** A suspicious text in another form, and how its answers become one translation. */
interface Variant {
  readonly texts: readonly string[];
  join(answers: readonly string[]): string;
}

/** The texts of a chunk that an engine is asked for once more, in another form. */
export interface SecondTry {
  readonly texts: readonly string[];
  /** The first answers, replaced by those of the second try that are better. */
  better(given: readonly string[]): (string | undefined)[];
}

/**
 * Finds the texts whose answers show a known fault of small models (`suspicionOf`, or an impossible length),
 * to be asked for sentence by sentence, or in lower case. Takes a second answer only if it is better and has
 * all codes; a segment's flags record remaining faults. Undefined if all answers are good.
 */
export function secondTry(
  texts: readonly string[],
  answers: readonly (string | undefined)[],
  { from, to }: { readonly from: string; readonly to: string },
): SecondTry | undefined {
  const again: { n: number; variant: Variant }[] = [];
  for (const [n, text] of texts.entries()) {
    if (again.length === MAX_SECOND_TRIES) break;
    const variant = isSuspicious(text, answers[n]) ? variantOf(text, from, to) : undefined;
    if (variant) again.push({ n, variant });
  }
  if (again.length === 0) return undefined;
  return {
    texts: again.flatMap(({ variant }) => variant.texts),
    better(given) {
      const better = [...answers];
      let next = 0;
      for (const { n, variant } of again) {
        const own = given.slice(next, (next += variant.texts.length));
        if (own.length < variant.texts.length || own.some((answer) => answer.trim() === '')) continue;
        const joined = variant.join(own);
        if (!isSuspicious(texts[n]!, joined) && hasSameCodes(texts[n]!, joined)) better[n] = joined;
      }
      return better;
    },
  };
}

function isSuspicious(text: string, answer: string | undefined): boolean {
  if (answer === undefined) return false;
  const [source, target] = [readableText(text), readableText(answer)];
  return suspicionOf(source, target) !== undefined || unusualLength(source, target) !== undefined;
}

/** A retried answer has each code once; otherwise the first answer stays, whose codes can be repaired. */
function hasSameCodes(text: string, answer: string): boolean {
  const codesOf = (coded: string): string =>
    parseCoded(coded)
      .flatMap((token) => (token.kind === 'text' ? [] : [`${token.kind} ${token.id}`]))
      .sort()
      .join();
  return codesOf(text) === codesOf(answer);
}

function variantOf(text: string, from: string, to: string): Variant | undefined {
  const isCapitals = isInCapitals(plainText(text));
  const cased = (answer: string): string =>
    isCapitals ? withTexts(answer, (piece) => piece.toLocaleUpperCase(to)) : answer;
  const written = isCapitals ? inSentenceCase(text, from) : text;
  const sentences = splitParagraph({ text: written }, from);
  if (sentences.length > 1) {
    return {
      texts: sentences.map((sentence) => sentence.text),
      join(answers) {
        const [joined] = joinSentences(
          sentences,
          answers.map((answer) => cased(answer.trim())),
          to,
        );
        return joined ?? cased(written);
      },
    };
  }
  if (isCapitals) return { texts: [written], join: ([answer = '']) => cased(answer) };
  if (plainText(text).trim().split(/\s+/).length > MAX_WORDS_IN_LOWER_CASE) return undefined;
  const lower = withTexts(text, (piece) => piece.toLocaleLowerCase(from));
  if (lower === text) return undefined;
  return { texts: [lower], join: ([answer = '']) => capitalised(answer, to) };
}

/** Coded text with its words changed and its codes unchanged. */
function withTexts(coded: string, change: (text: string) => string): string {
  return formatCoded(
    parseCoded(coded).map((token) =>
      token.kind === 'text' ? { kind: 'text', text: change(token.text) } : token,
    ),
  );
}

function inSentenceCase(text: string, language: string): string {
  let isStart = true;
  return withTexts(text, (piece) =>
    piece.toLocaleLowerCase(language).replace(/(?<![.!?])[.!?]+\s+|\p{L}+/gu, (found) => {
      const isWord = /^\p{L}/u.test(found);
      const written = isWord && isStart ? capitalised(found, language) : found;
      isStart = !isWord;
      return written;
    }),
  );
}

function capitalised(text: string, language: string): string {
  let isDone = false;
  return withTexts(text, (piece) =>
    isDone
      ? piece
      : piece.replace(/\p{L}/u, (letter) => {
          isDone = true;
          return letter.toLocaleUpperCase(language);
        }),
  );
}
