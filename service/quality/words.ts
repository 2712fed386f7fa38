import { normalForm } from '../text/normal-form.ts';

/** Languages in which the same word twice in a row is a slip, and those of their words that may stand so. */
const SLIPS: Readonly<Record<string, readonly string[]>> = {
  bg: [],
  ca: [],
  cs: [],
  da: [],
  de: ['das', 'denen', 'der', 'die', 'sie', 'werden'],
  el: [],
  en: ['had', 'that'],
  es: ['nos'],
  et: [],
  fi: [],
  fr: ['nous', 'vous'],
  gl: [],
  hr: [],
  it: ['piano'],
  lt: [],
  lv: [],
  nb: ['det'],
  nl: ['dat', 'die'],
  pl: [],
  pt: ['nos'],
  ro: [],
  ru: [],
  sk: [],
  sl: [],
  sv: ['det'],
  uk: [],
};
const TWICE = /(?<![\p{L}\p{M}\p{N}'’-])(\p{L}[\p{L}\p{M}]+)\s+\1(?![\p{L}\p{M}\p{N}-])/gu;

/** A word that stands twice in a row in the target, where nothing does so in the source. */
export function repeatedWord(source: string, target: string, to: string): string | undefined {
  const allowed = SLIPS[languageOf(to)];
  if (!allowed || !isTwice(target)) return undefined;
  // Names may: Duran Duran, Baden-Baden.
  const isSlip = (word: string): boolean => word === word.toLowerCase() && !allowed.includes(word);
  const slip = Array.from(target.matchAll(TWICE), ([, word]) => word!).find(isSlip);
  return slip === undefined || isTwice(source) ? undefined : slip;
}

function isTwice(text: string): boolean {
  return text.toLowerCase().search(TWICE) >= 0;
}

/** Groups of languages that have whole sentences in common. */
const CLOSE = ['nb nn no da sv', 'hr sr bs', 'id ms', 'es gl pt ca ast', 'cs sk', 'af nl'].map((group) =>
  group.split(' '),
);
const LOWER_CASE_WORD = /(?<![\p{L}\p{N}_.@/\\-])\p{Ll}{2,}(?![\p{L}\p{N}_@/\\(-]|\.\p{L})/gu;
const FEWEST_WORDS = 4;
const FEWEST_WORDS_CLOSE = 8;
const FEWEST_CHARACTERS = 6;

/** Whether the target is the source, where that is a text and no name, code or address. */
export function isUntranslated(source: string, target: string, from: string, to: string): boolean {
  if (languageOf(from) === languageOf(to) || !isSame(source, target)) return false;
  const isClose = CLOSE.some((group) => group.includes(languageOf(from)) && group.includes(languageOf(to)));
  if (isCodeLike(source)) return false;
  const caseless = source.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/gu,
  );
  if ((caseless?.length ?? 0) >= FEWEST_CHARACTERS) return !isClose;
  const words = new Set(source.match(LOWER_CASE_WORD)).size;
  return words >= (isClose ? FEWEST_WORDS_CLOSE : FEWEST_WORDS);
}

/** Lines of a program have more signs than texts do. */
function isCodeLike(text: string): boolean {
  const signs = text.match(/[^\p{L}\p{M}\p{N}\s.,'’]/gu)?.length ?? 0;
  return signs * 8 > text.length;
}

/** But for white space and the form of composed letters. Most differ in their first letters, which no form changes. */
function isSame(source: string, target: string): boolean {
  let at = 0;
  while (at < source.length && source[at] === target[at]) at++;
  if (isAsciiSign(source, at) && isAsciiSign(target, at)) return false;
  return folded(source) === folded(target);
}

function isAsciiSign(text: string, at: number): boolean {
  return text.charCodeAt(at) > 0x20 && text.charCodeAt(at) < 0x7f;
}

function folded(text: string): string {
  return normalForm(text).replace(/\s+/gu, ' ').trim();
}

export function languageOf(tag: string): string {
  const end = tag.indexOf('-');
  return end === -1 ? tag : tag.slice(0, end);
}
