import { baseLanguage } from '../../contract/index.ts';
import type { Token } from '../../text/codes.ts';

/** Shorter ones are as often as not words of the target with another meaning: `No`, `A`. */
const WORDS = /[\p{L}\p{M}\p{N}]{3,}/gu;
/** A capital after the first letter: `POI`, `GitHub`. */
const INNER_CAPITAL = /\p{L}\p{Lu}/u;

/**
 * Restores the source's capitals of words that came through untranslated: Apertium writes an unknown name
 * like a common word (`Apache POI` → `apache POI`). Only for words that are capitalised everywhere in the
 * source, at least once not at a sentence's start.
 */
export function restoreCapitals(tokens: readonly Token[], source: string): Token[] {
  if (isOnlyRespelt(tokens, source)) return [{ kind: 'text', text: source }];
  const names = namesIn(source);
  if (names.size === 0) return [...tokens];
  return tokens.map((token) =>
    token.kind === 'text'
      ? { kind: 'text', text: token.text.replace(WORDS, (word) => respelt(word, names)) }
      : token,
  );
}

/** Whether a text in capitals came through unchanged except for them: `CC:` as `Cc:`. */
function isOnlyRespelt(tokens: readonly Token[], source: string): boolean {
  const [only] = tokens;
  if (/\p{Ll}/u.test(source)) return false;
  if (tokens.length !== 1 || only?.kind !== 'text' || only.text.length !== source.length) return false;
  return only.text.toLowerCase() === source.toLowerCase();
}

/** A name that lost its capitals, or got too many (`iPhone` → `IPHONE`). */
function respelt(word: string, names: ReadonlyMap<string, string>): string {
  const small = word.toLowerCase();
  const name = names.get(small);
  return name !== undefined && (word === small || INNER_CAPITAL.test(name)) ? name : word;
}

const CAPITAL = /\p{Changes_When_Lowercased}/u;

/** The source's spelling of each name, by its lower-case form. */
function namesIn(source: string): Map<string, string> {
  const names = new Map<string, string>();
  // As in most texts: a capital at the very start belongs to the sentence.
  if (!CAPITAL.test(source.slice(1))) return names;
  const common = new Set<string>();
  for (const { 0: word, index } of source.matchAll(WORDS)) {
    const small = word.toLowerCase();
    if (small === word) common.add(small);
    else if (INNER_CAPITAL.test(word) || !startsSentence(source, index)) names.set(small, word);
  }
  for (const word of common) names.delete(word);
  return names;
}

/** Whether there are only signs between this place and the end of the previous sentence. */
export function startsSentence(source: string, index: number): boolean {
  let at = index;
  while (at > 0 && /[\s"'“”„«»‘’([¿¡]/u.test(source[at - 1]!)) at--;
  return at === 0 || /[.!?…:;•\0-]/u.test(source[at - 1]!);
}

const ANY_WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Whether a text begins with a lower-case letter, after signs and numbers: part of a table, list or sentence.
 */
export function beginsSmall(plain: string): boolean {
  return /^\P{L}*\p{Ll}/u.test(plain);
}

/**
 * Apertium treats every request as a sentence and capitalises the first word that it knows: `two books` →
 * `Dos libros`, `Footnotes and` → `Footnotes Y`. Removes that capital if the source has none there; names and
 * texts all in capitals keep theirs. Takes the answer part by part; `isName` says that a part was translated
 * from words with capitals.
 */
export function createCaseOf(source: string): (part: string, isName: boolean) => string {
  if (isAllCapitals(source)) return (part) => part.toUpperCase();
  const names = beginsSmall(source) ? [] : namesAhead(source);
  const isOnlyName = names.length === 1 && !/\p{Lu}/u.test(firstSentence(source).replace(names[0]!, ''));
  let isPending = beginsSmall(source);
  if (!isPending && names.length === 0) return (part) => part;
  const isOwn = wordsOf(source);
  let passed = 0;
  const written = (word: string, isName: boolean): string => {
    if (!/\p{L}/u.test(word)) return word;
    if (passed < names.length) {
      isPending = word === names[passed];
      passed = isPending ? passed + 1 : names.length;
      return word;
    }
    // A word unknown to the engine comes through unchanged; another name may follow it.
    if (isOwn(word)) {
      if (names.length > 0 && !isOnlyName) isPending = false;
      return word;
    }
    isPending = false;
    return isName || /\p{Lu}.*\p{Lu}/u.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);
  };
  const isSettled = (): boolean => !isPending && passed >= names.length;
  return (part, isName) => {
    if (isSettled()) return part;
    let begun = '';
    let end = 0;
    for (const { 0: word, index } of part.matchAll(ANY_WORD)) {
      begun += part.slice(end, index) + written(word, isName);
      end = index + word.length;
      if (isSettled()) break;
    }
    return begun + part.slice(end);
  };
}

/** Whether the source contains a word in exactly this form. */
function wordsOf(source: string): (word: string) => boolean {
  let own: ReadonlySet<string> | undefined;
  return (word) => (own ??= new Set(source.match(ANY_WORD))).has(word);
}

/** The capitalised words at a text's start, up to the first other word: `LibreOffice Calc reads`. */
function namesAhead(plain: string): readonly string[] {
  const [, names] =
    /^\P{L}*(\p{Lu}[\p{L}\p{N}\p{M}]*(?: \p{Lu}[\p{L}\p{N}\p{M}]*){0,5})(?![\p{L}\p{N}\p{M}])[^\p{L}.!?:]*(?:\p{Ll}|[.!?:](?!\P{L}{0,9}\p{Lu})|$)/u.exec(
      plain,
    ) ?? [];
  return names?.split(' ') ?? [];
}

function firstSentence(plain: string): string {
  return /^[^.!?:]*/.exec(plain)![0];
}

/** Two words or a long one: `NASA` is a name. */
function isAllCapitals(plain: string): boolean {
  return !/\p{Ll}/u.test(plain) && /\p{Lu}{5}|\p{Lu}{2}\P{L}+\p{Lu}{2}/u.test(plain);
}

/** In a text that is not all in capitals: `WARNING: stop`. In UTF-16 units; longer ones are sentences. */
const LABEL = /^([^\p{Ll}:]{0,60}\p{Lu}{2}[^\p{Ll}:]{0,60}):\s/u;

/** Capitalises the words before the first colon as in the source: Apertium may do only the first letter. */
export function capitaliseLabel(tokens: readonly Token[], source: string): Token[] {
  if (!LABEL.test(source)) return [...tokens];
  const end = tokens.findIndex((token) => token.kind === 'text' && token.text.includes(':'));
  return tokens.map((token, n) => {
    if (token.kind !== 'text' || n > end) return token;
    const length = n < end ? token.text.length : token.text.indexOf(':');
    return { kind: 'text', text: token.text.slice(0, length).toUpperCase() + token.text.slice(length) };
  });
}

/** Languages that capitalise more than names and the starts of sentences: `I`, `Spanish`, German nouns. */
const CAPITALISING = new Set(['de', 'en', 'lb', 'nds']);
const CAPITALISED = /(?<![\p{L}\p{N}\p{M}])\p{Lu}[\p{Ll}\p{M}]*(?![\p{L}\p{N}\p{M}])/gu;

/**
 * Lowers words within a sentence if the source has capitals only at the starts of its sentences: the engine
 * capitalises the next word after some that it merges (`Thank you for` → `Gracias Para`), turns around (`has
 * no` → `No tiene`) or does not know (`of obj.x looks` → `de obj.x Carices`). `to`: a language tag.
 */
export function lowerWithinSentences(tokens: readonly Token[], source: string, to: string): Token[] {
  if (CAPITALISING.has(baseLanguage(to)) || hasCapitalWithin(source)) return [...tokens];
  const isOwn = wordsOf(source);
  let before = '';
  return tokens.map((token) => {
    if (token.kind !== 'text') {
      if (token.kind === 'standalone') before = CODE;
      return token;
    }
    const all = before + token.text;
    const text = all.replace(CAPITALISED, (word, at: number) =>
      at < before.length || startsSentence(all, at) || isOwn(word) ? word : word.toLowerCase(),
    );
    const written = text.slice(before.length);
    before = text.slice(-MAX_OPENING_LENGTH);
    return { kind: 'text', text: written };
  });
}

/** The Spanish article before a stressed A, which the pipeline writes in capitals: `EL área`. */
const ARTICLE = /(?<![\p{L}\p{N}\p{M}])(?:EL|UN)(?= [Hh]?[AaÁá]\p{Ll})/gu;

/** Lowers that article, unless the source is in capitals. */
export function lowerArticles(tokens: readonly Token[], source: string): Token[] {
  if (!/\p{Ll}/u.test(source)) return [...tokens];
  return tokens.map((token) =>
    token.kind === 'text'
      ? {
          kind: 'text',
          text: token.text.replace(ARTICLE, ([first = '', ...rest]) => first + rest.join('').toLowerCase()),
        }
      : token,
  );
}

/** In UTF-16 units: signs between the end of a sentence and the first word of the next. */
const MAX_OPENING_LENGTH = 20;

function hasCapitalWithin(source: string): boolean {
  for (const { index } of source.matchAll(/\p{Lu}/gu)) if (!startsSentence(source, index)) return true;
  return false;
}

/** Opening signs and codes: a picture, a tag, a line number before the first word. */
const OPENING = /^[\s"'“”„«»‘’([¿¡\0\uFFFC]*/u;
/** BLANK in a source, CODE in a target. */
const ANY_CODE = /[\0\uFFFC]/;
/** After three letters: `EE.UU.` and `Mr.` do not end a sentence. */
const SENTENCE_END = /[.!?…](?<=[\p{L}\p{N}\p{M})\]%]{3}.)[.!?…]*["”’»)]*\s+/gu;
/** Represents a standalone code. */
const CODE = '\uFFFC';

/**
 * Capitalises sentences and titles of the target like those of the source: Apertium loses the capital with a
 * word that it drops (`There is` → `hay`), at an unknown word, and after what it takes for an abbreviation.
 * If the numbers of sentences differ, only the first one is considered.
 */
export function capitaliseSentences(tokens: readonly Token[], source: string): Token[] {
  const target = textOf(tokens);
  const [asked, given] = [sentenceStarts(source), sentenceStarts(target)];
  const count = asked.length === given.length ? asked.length : 1;
  const isOwn = wordsOf(source);
  // Short words of the source may also be words of the target: `no`.
  const isName = (word: string): boolean => word.length > 2 && isOwn(word);
  const places = new Set(
    given.slice(0, count).flatMap(({ at, opening }, n) => {
      const own = asked[n];
      // A leading code that is only in the target may be its first word.
      if (!own || (ANY_CODE.test(opening) && !ANY_CODE.test(own.opening))) return [];
      const [word = ''] = /^[\p{L}\p{N}\p{M}]{1,60}/u.exec(target.slice(at, at + 60)) ?? [];
      const isCapital = /^\p{Lu}/u.test(source.slice(own.at, own.at + 2));
      return isCapital && /^\p{Ll}/u.test(word) && !isName(word) ? [at] : [];
    }),
  );
  return withLetters(tokens, places, (letter) => letter.toUpperCase());
}

/** The text of tokens, with CODE for standalone codes. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.kind === 'text' ? token.text : token.kind === 'standalone' ? CODE : ''))
    .join('');
}

/** `places`: of letters in `textOf(tokens)`. */
function withLetters(
  tokens: readonly Token[],
  places: ReadonlySet<number>,
  change: (letter: string) => string,
): Token[] {
  if (places.size === 0) return [...tokens];
  let start = 0;
  return tokens.map((token) => {
    if (token.kind !== 'text') {
      if (token.kind === 'standalone') start += CODE.length;
      return token;
    }
    const text = token.text.replace(/\p{L}/gu, (letter: string, at: number) =>
      places.has(start + at) ? change(letter) : letter,
    );
    start += token.text.length;
    return { kind: 'text', text };
  });
}

/** A stop, or a comma that ends a speech, and the word after it; a dash may open the words of the narrator. */
const BEHIND_STOP =
  /(?:[.!?…]["'”’»)\]]{0,3}|,["'”’»])\s{0,3}[–—]?["'“„«‘([¿¡]{0,3}(?=([\p{L}\p{N}\p{M}]{1,60}))/gu;

/**
 * Lowers words after stops if the source has no capital there: Apertium takes `approx.`, `incl.` and three
 * dots for the end of a sentence. If the numbers of stops differ, only if the source has no capital after
 * any.
 */
export function lowerBehindStops(tokens: readonly Token[], source: string): Token[] {
  const asked = Array.from(source.matchAll(BEHIND_STOP), ([, word]) => word!);
  const isSmall = (word: string | undefined): boolean => word !== undefined && /^\p{Ll}/u.test(word);
  if (!asked.some(isSmall)) return [...tokens];
  const given = Array.from(textOf(tokens).matchAll(BEHIND_STOP));
  if (asked.length !== given.length && !asked.every(isSmall)) return [...tokens];
  const isOwn = wordsOf(source);
  const places = given.flatMap(({ 0: stop, 1: word = '', index }, n) =>
    isSmall(asked[n] ?? asked[0]) && /^\p{Lu}\P{Lu}*$/u.test(word) && !isOwn(word)
      ? [index + stop.length]
      : [],
  );
  return withLetters(tokens, new Set(places), (letter) => letter.toLowerCase());
}

interface Start {
  /** The offset of the sentence's first word. */
  readonly at: number;
  /** The text before that word. */
  readonly opening: string;
}

function sentenceStarts(plain: string): Start[] {
  const begins = [0, ...Array.from(plain.matchAll(SENTENCE_END), ({ 0: end, index }) => index + end.length)];
  return begins
    .filter((begin) => begin < plain.length)
    .map((begin) => {
      const [opening] = OPENING.exec(plain.slice(begin, begin + MAX_OPENING_LENGTH))!;
      return { at: begin + opening.length, opening };
    });
}
