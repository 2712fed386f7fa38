import { EngineError } from '../../engines/engine.ts';
import type { EngineSession, TranslateOptions } from '../../engines/engine.ts';
import { unusualLength } from '../../quality/length.ts';
import { isInCapitals, suspicionOf } from '../../quality/suspicious.ts';
import { splitSentences } from '../../text/sentences.ts';

/** So many texts of a call are asked for again: an engine that answers all of them so will not do better. */
const MAX_SECOND_TRIES = 20;
const MAX_WORDS_IN_LOWER_CASE = 3;

/** A suspicious text in another form, and how its answers become one translation. */
interface Variant {
  readonly texts: readonly string[];
  join(answers: readonly string[]): string;
}

/**
 * Asks once more, in another form, for texts whose answers show a known fault of small models (`suspicionOf`, or a length no translation
 * has): sentence by sentence, or in lower case. Takes an answer only if it is better; the flags of a segment say what is left. A text
 * with codes stays as it is, since they could not be put back.
 */
export async function withSecondTry(
  session: EngineSession,
  texts: readonly string[],
  answers: readonly (string | undefined)[],
  { from, to }: { readonly from: string; readonly to: string },
  { urgent, tone, context }: TranslateOptions,
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const again = [...texts.keys()]
    .flatMap((n) => {
      const variant = isSuspicious(texts[n]!, answers[n]) ? variantOf(texts[n]!, from, to) : undefined;
      return variant ? [{ n, variant }] : [];
    })
    .slice(0, MAX_SECOND_TRIES);
  if (again.length === 0) return [...answers];
  const asked = again.flatMap(({ variant }) => variant.texts);
  const options = {
    ...(urgent === undefined ? {} : { urgent }),
    ...(tone === undefined ? {} : { tone }),
    ...(context === undefined ? {} : { context }),
  };
  let given: string[];
  try {
    given = await session.translate(asked, options, signal);
  } catch (error) {
    signal.throwIfAborted();
    // There is an answer already, if a poor one.
    if (error instanceof EngineError) return [...answers];
    throw error;
  }
  const better = [...answers];
  let next = 0;
  for (const { n, variant } of again) {
    const own = given.slice(next, (next += variant.texts.length));
    if (own.length < variant.texts.length || own.some((answer) => answer.trim() === '')) continue;
    const joined = variant.join(own);
    if (!isSuspicious(texts[n]!, joined)) better[n] = joined;
  }
  return better;
}

function isSuspicious(text: string, answer: string | undefined): boolean {
  if (answer === undefined || /[<&]/.test(text) || /[<&]/.test(answer)) return false;
  return suspicionOf(text, answer) !== undefined || unusualLength(text, answer) !== undefined;
}

function variantOf(text: string, from: string, to: string): Variant | undefined {
  const isCapitals = isInCapitals(text);
  const cased = (answer: string): string => (isCapitals ? answer.toLocaleUpperCase(to) : answer);
  const written = isCapitals ? inSentenceCase(text, from) : text;
  const sentences = splitSentences(written, from);
  if (sentences.length > 1) {
    return {
      texts: sentences.map((sentence) => sentence.trim()),
      join: (answers) =>
        sentences
          .map((sentence, n) => cased(answers[n]!.trim()) + sentence.slice(sentence.trimEnd().length))
          .join(''),
    };
  }
  if (isCapitals) return { texts: [written], join: ([answer = '']) => cased(answer) };
  if (text.trim().split(/\s+/).length > MAX_WORDS_IN_LOWER_CASE) return undefined;
  const lower = text.toLocaleLowerCase(from);
  if (lower === text) return undefined;
  return { texts: [lower], join: ([answer = '']) => capitalised(answer, to) };
}

function inSentenceCase(text: string, language: string): string {
  return text
    .toLocaleLowerCase(language)
    .replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => {
      return before + letter.toLocaleUpperCase(language);
    });
}

function capitalised(text: string, language: string): string {
  return text.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase(language));
}
