import { normalForm } from './normal-form.ts';

/** Words in dictionary form, which engines know. */
export interface PlainForm {
  readonly text: string;
  /** A translation with the source's form of each unchanged word, such as a name. */
  withOwnForms(target: string): string;
}

/** A text without these needs no work: Latin letters without the soft hyphen. */
const ANY_OTHER = /[^\0-\u00ac\u00ae-\u02ff\u2013-\u2026\u20ac]/;
/** Invisible signs within words: soft hyphen, zero-width space, joiners, word joiner, ZWNBSP. */
const INVISIBLE = '\u00ad\u200b\u200c\u200d\u2060\ufeff';
/** Scripts with spaces that need none of INVISIBLE to shape letters: it is removed there. */
const SIMPLE =
  '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Georgian}\\p{Script=Hangul}\\p{N}]';
const WITHIN_WORD = new RegExp(
  `(?<=${SIMPLE}\\p{M}{0,9})[${INVISIBLE}]{1,99}|[${INVISIBLE}]{1,99}(?=${SIMPLE})|\u00ad`,
  'gu',
);
const LIGATURE = /[ﬀ-ﬆ]/g;
const HYPHEN = /(?<=[\p{L}\p{N}])[\u2010\u2011](?=[\p{L}\p{N}])/gu;
const WORD = /[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2010\u2011\u2060\ufeff]{1,200}/gu;
/** Maximum of words whose forms are restored. */
const MAX_FORMS = 500;

function plainForm(text: string): string {
  return plainLetters(text).replace(HYPHEN, '-');
}

function plainLetters(text: string): string {
  return normalForm(text)
    .replace(WITHIN_WORD, '')
    .replace(LIGATURE, (letters) => letters.normalize('NFKC'));
}

/** Letters composed, ligatures split, no zero-width spaces or soft hyphens, ordinary hyphens. */
export function inPlainForm(source: string): PlainForm {
  const text = ANY_OTHER.test(source) ? plainForm(source) : source;
  if (text === source) return { text, withOwnForms: asItIs };
  return { text, withOwnForms: (target) => withHyphens(withForms(target, formsOf(source)), source) };
}

function asItIs(target: string): string {
  return target;
}

/** By plain form, the words written in another form. */
function formsOf(source: string): Map<string, string> {
  const forms = new Map<string, string>();
  for (const [word] of source.matchAll(WORD)) {
    const plain = plainForm(word);
    if (plain !== word && plain.length > 1 && !forms.has(plain)) forms.set(plain, word);
    if (forms.size >= MAX_FORMS) break;
  }
  return forms;
}

const TARGET_WORD = /[\p{L}\p{N}\p{M}]{1,200}(?:-[\p{L}\p{N}\p{M}]{1,200}){0,9}/gu;

function withForms(target: string, forms: ReadonlyMap<string, string>): string {
  return forms.size === 0 ? target : target.replace(TARGET_WORD, (word) => forms.get(word) ?? word);
}

const PART = '[\\p{L}\\p{N}\\p{M}]{1,200}';
/** A hyphen with its words; the second one may be the first of the next hyphen. */
const HYPHENED = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(${PART})([-\\u2010\\u2011])(?=(${PART}))`, 'gu');

/**
 * A compound of which the engine translates only a part (`A‑B zone`, `Un-B`) keeps its hyphen: a hyphen is the
 * source's if a word beside it is.
 */
function withHyphens(target: string, source: string): string {
  if (!target.includes('-')) return target;
  const hyphens = new Map<string, string>();
  for (const [, before, hyphen, after] of plainLetters(source).matchAll(HYPHENED))
    for (const key of [`${before}-`, `-${after}`]) {
      const own = key.toLowerCase();
      // The ordinary one wins where the source has both.
      if (hyphens.get(own) !== '-') hyphens.set(own, hyphen!);
    }
  return target.replace(HYPHENED, (whole, before: string, hyphen: string, after: string) => {
    if (hyphen !== '-') return whole;
    const own = hyphens.get(`${before}-`.toLowerCase()) ?? hyphens.get(`-${after}`.toLowerCase());
    return own === undefined ? whole : before + own;
  });
}
