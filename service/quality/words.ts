import { PSEUDO_LANGUAGE } from '../contract/index.ts';
import { normalForm } from '../text/normal-form.ts';

/**
 * Words that never repeat directly in their languages: mostly articles, prepositions and conjunctions. Others
 * may: `nous nous lavons`, `dat het het beste is`, `potkal se se mnou`, `quasi quasi`, `πρωί πρωί`.
 */
const NEVER_TWICE: Readonly<Record<string, string>> = {
  bg: 'без при до от за или',
  ca: 'al als amb com de del dels el els la les lo pel pels per però sense un una unes uns',
  cs: 'aby bez do na nebo od pro při',
  da: 'eller en et fra og uden',
  de: 'aber beim durch einem einen einer eines für gegen im ins oder ohne sondern und vom zum zur',
  el: 'από για και στη στην στις στο στον στους',
  en: 'an and at because but for from into my of our the their to with your',
  es: 'al como con contra de del desde el en entre hacia hasta la las los para pero por sin sobre su sus un una unas unos',
  et: 'ja või',
  fi: 'ja tai',
  fr: 'au aux avec chez comme dans de des du et la le les leurs mais ou par pour sans ses sur un une vers',
  gl: 'ao aos como con da das de do dos en na nas os para pero pola polo por sen sobre un unha unhas uns',
  hr: 'bez do ili na od po pri za',
  it: 'agli ai al alla alle allo come con da dal dalla dalle degli dei del della delle dello di gli il la le nel nella nelle per sul sulla tra un una uno',
  lt: 'be dėl nuo prie',
  lv: 'ar bez pie un uz',
  nb: 'eller en et fra og uten',
  nl: 'de een en met of te',
  pl: 'bez do dla lub na od oraz po przy',
  pt: 'ao aos as com como da das de do dos em mas na nas no os para pela pelas pelo pelos por sem seu sobre sua um uma',
  ro: 'cu de din în la pe pentru prin sau și un',
  ru: 'без для до за из или на от по при',
  sk: 'alebo aby bez do na od po pre pri',
  sl: 'ali brez do na od po pri za',
  sv: 'eller ett från och utan',
  uk: 'або без від для до за із на по при',
};
const WORDS = new Map(
  Object.entries(NEVER_TWICE).map(([language, words]) => [language, new Set(words.split(' '))]),
);
const TWICE = /(?<![\p{L}\p{M}\p{N}'’-])(\p{L}[\p{L}\p{M}]+)\s+(\1)(\s+\1)?(?![\p{L}\p{M}\p{N}-])/giu;

/** Say a word twice for emphasis: piano piano, σιγά σιγά. */
const EMPHATIC = ['el', 'it'];

/**
 * A word repeated directly in the target but not in the source: of NEVER_TWICE, or any word three times. With `longest`
 * also any word of more letters, which hardly ever stands twice: pronouns are shorter.
 */
export function repeatedWord(
  source: string,
  target: string,
  to: string,
  longest = Infinity,
): string | undefined {
  const never = WORDS.get(languageOf(to));
  if (!never || !isTwice(target)) return undefined;
  const isLong = (word: string): boolean => word.length > longest && !EMPHATIC.includes(languageOf(to));
  // A name may begin like the previous word: los Los Ángeles.
  const isSlip = (word: string, isThird: boolean): boolean =>
    word === word.toLowerCase() && (isThird || never.has(word) || isLong(word));
  const slip = Array.from(target.matchAll(TWICE)).find(([, , word = '', third]) =>
    isSlip(word, third !== undefined),
  );
  return slip === undefined || isTwice(source) ? undefined : slip[2];
}

function isTwice(text: string): boolean {
  return mayBeTwice(text) && text.search(TWICE) >= 0;
}

/** V8 stores such texts with two bytes per letter: TWICE takes ten times as long for them. */
const WIDE = /[^\0-\xff]/;
/** A word that ends as the next one begins: finds all that TWICE does, and little else. */
const BEGINS_AS_LAST_ENDS = /(\S{2,100})\s+\1/;

function mayBeTwice(text: string): boolean {
  return !WIDE.test(text) || BEGINS_AS_LAST_ENDS.test(text.toLowerCase());
}

/** Groups of languages that share whole sentences. */
const CLOSE = ['nb nn no da sv', 'hr sr bs', 'id ms', 'es gl pt ca ast', 'cs sk', 'af nl'].map((group) =>
  group.split(' '),
);
/** Languages with a common script without capitals, which share names and words. */
const SAME_SCRIPT = ['ar fa ur ps ug ckb sd', 'hi mr ne sa bho mai', 'zh yue ja', 'he yi'].map((group) =>
  group.split(' '),
);
const CASELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/gu;
/** Placeholder Latin of layouts. */
const FILLER =
  /\b(?:lorem ipsum|dolor sit amet|consectetu|adipiscing|vestibulum|pellentesque|sollicitudin|vulputate|curabitur|phasellus|maecenas|suspendisse|nullam)/iu;
const LOWER_CASE_WORD = /(?<![\p{L}\p{N}_.@/\\-])\p{Ll}{2,}(?![\p{L}\p{N}_@/\\(-]|\.\p{L})/gu;
const MIN_WORDS = 4;
const MIN_WORDS_CLOSE = 8;
const MIN_CHARACTERS = 6;
const MIN_CHARACTERS_SAME_SCRIPT = 20;

/**
 * Whether the target equals the source, unless that is just a name, code or address. `fewestWords`: different words in
 * lower case that make a text more than a name.
 */
export function isUntranslated(
  source: string,
  target: string,
  from: string,
  to: string,
  fewestWords = MIN_WORDS,
): boolean {
  const isOneLanguage = languageOf(from) === languageOf(to) && to !== PSEUDO_LANGUAGE;
  if (isOneLanguage || !isSame(source, target)) return false;
  const isBoth = (group: readonly string[]): boolean =>
    group.includes(languageOf(from)) && group.includes(languageOf(to));
  const isClose = CLOSE.some(isBoth);
  if (isCodeLike(source) || FILLER.test(source)) return false;
  const fewest = SAME_SCRIPT.some(isBoth) ? MIN_CHARACTERS_SAME_SCRIPT : MIN_CHARACTERS;
  const caseless = source.match(CASELESS)?.length ?? 0;
  if (caseless >= MIN_CHARACTERS) return !isClose && caseless >= fewest;
  const words = new Set(source.match(LOWER_CASE_WORD)).size;
  // A single word may be one that two languages share.
  if (!/\S\s+\S/u.test(source.trim())) return false;
  return words >= (isClose ? MIN_WORDS_CLOSE : fewestWords);
}

/** Lines of a program have more signs than prose. */
function isCodeLike(text: string): boolean {
  const signs = text.match(/[^\p{L}\p{M}\p{N}\s.,'’]/gu)?.length ?? 0;
  return signs * 8 > text.length;
}

/** Ignoring white space and composition. Most texts already differ in their first letters. */
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
