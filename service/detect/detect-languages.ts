import { eld } from 'eld/large';
import { baseLanguage, parseLanguage } from '../contract/index.ts';
import { withoutProtected } from '../text/protected/scan.ts';

export interface DetectedLanguage {
  /** Canonical tag. */
  readonly code: string;
  /** 0 to 1. */
  readonly confidence: number;
}

const MAX_LANGUAGES = 5;
/** The library reads only the first thousand UTF-16 units: fill them with words, not addresses or gaps. */
const LOOKED_AT = 1_000;
const SAMPLED_FROM = 20_000;

/** UTF-16 units. A shorter text alone decides too little: `Hello world` is as likely Norwegian. */
const SHORT = 40;
/** Added to the scores of a short text, for languages with more texts. */
const PRIORS: Readonly<Record<string, number>> = {
  en: 0.06,
  de: 0.03,
  es: 0.03,
  fr: 0.03,
  it: 0.03,
  ja: 0.03,
  pt: 0.03,
  ru: 0.03,
  zh: 0.03,
};
/** Words that people try a service with, and that the table gets wrong or lacks. */
const GREETINGS: ReadonlyMap<string, string> = new Map([
  ['hello', 'en'],
  ['hi', 'en'],
  ['merci', 'fr'],
  ['olá', 'pt'],
]);
const GREETING_SCORE = 0.8;

/**
 * The languages a text may be in, best first; empty for a text without letters. Uses the large table, though
 * it takes a second to load: the smaller ones do not know `Hola` or `Ciao`. `among`: tags that the answer is
 * limited to.
 */
export function detectLanguages(text: string, among?: readonly string[]): DetectedLanguage[] {
  const wanted = among && new Set(among.map(baseLanguage));
  return Object.entries(scoresOf(sampleOf(text)))
    .filter(([code]) => wanted?.has(baseLanguage(parseLanguage(code) ?? code)) ?? true)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_LANGUAGES)
    .map(([code, score]) => ({ code: parseLanguage(code) ?? code, confidence: Math.min(1, round(score)) }));
}

function scoresOf(sample: string): Record<string, number> {
  const scores = eld.detect(sample).getScores();
  if (sample.length >= SHORT) return scores;
  for (const word of sample.toLowerCase().split(' ')) {
    const language = GREETINGS.get(word);
    if (language !== undefined) scores[language] = Math.max(scores[language] ?? 0, GREETING_SCORE);
  }
  return Object.fromEntries(
    Object.entries(scores).map(([code, score]) => [code, score + (PRIORS[code] ?? 0)]),
  );
}

/** A text's first words, without addresses, placeholders, numbers and signs, which look like English. */
function sampleOf(text: string): string {
  const start = text.slice(0, SAMPLED_FROM);
  const words = wordsOf(withoutProtected(start, ' '));
  return (words === '' ? wordsOf(start) : words).slice(0, LOOKED_AT);
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}'’]+/gu, ' ').trim();
}

function round(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}
