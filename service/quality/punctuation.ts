import type { Reason } from '../contract/index.ts';
import { languageOf } from './words.ts';

/** Characters allowed after the sign that ends a text. */
const CLOSING = '["\'»”’)\\]}」』\\s]*$';

interface Fault {
  readonly message: string;
  readonly reason: Reason;
}

interface End {
  readonly name: string;
  readonly reason: Reason;
  readonly source: RegExp;
  /** In any language: Greek asks with a semicolon, Spanish may also begin with the sign. */
  readonly target: RegExp;
  /** Languages that may omit it. */
  readonly without: readonly string[];
}

/** Exclamation marks are a matter of style: German has more of them than Italian. */
const ENDS: readonly End[] = [
  {
    name: 'question mark',
    reason: 'no_question_mark',
    source: new RegExp(`[?？؟]${CLOSING}`, 'u'),
    target: /[?？؟՞፧;\u037e]/u,
    without: ['bo', 'dz', 'ja', 'ko', 'th', 'lo', 'km', 'my', 'sa', 'zh'],
  },
  {
    name: 'colon',
    reason: 'no_colon',
    // Not a smiley's.
    source: new RegExp(`[:：](?![)(])${CLOSING}`, 'u'),
    target: /[:：՝։፡፦៖]/u,
    without: ['bo', 'dz', 'ja', 'ko', 'th', 'lo', 'km', 'my', 'zh'],
  },
];

/** The difference in signs between source and target, in words; undefined if it is a matter of language. */
export function punctuationFault(source: string, target: string, to: string): Fault | undefined {
  const language = languageOf(to);
  for (const end of ENDS) {
    if (end.source.test(source) && !end.target.test(target) && !end.without.includes(language))
      return {
        message: `The source ends with a ${end.name}, and the translation has none.`,
        reason: end.reason,
      };
  }
  if (language === 'es') {
    const end = target.trimEnd();
    const sign = /[\p{L}\p{M}\p{N})"'”’»…]$/u.test(end.slice(-3, -1)) ? end.slice(-1) : '';
    const fault = INVERTED[sign];
    // A name may end with it: Yahoo!
    if (fault && !target.includes(fault.sign) && !source.includes(end.slice(end.search(LAST_WORD))))
      return { message: `The ${fault.name} does not begin with “${fault.sign}”.`, reason: fault.reason };
  }
  return hasUnpairedBracket(source, target)
    ? {
        message: 'A bracket is opened and not closed, or closed and not opened.',
        reason: 'unpaired_bracket',
      }
    : undefined;
}

/** Whether the target has one that the source has not: a sentence may end the brackets of another. */
export function hasUnpairedBracket(source: string, target: string): boolean {
  return isBalanced(source) && !isBalanced(target) && bracketsOf(source) !== bracketsOf(target);
}

const LAST_WORD = /(?<!\S)\S{1,60}$/u;
const INVERTED: Readonly<Record<string, { sign: string; name: string; reason: Reason }>> = {
  '?': { sign: '¿', name: 'question', reason: 'no_inverted_question_mark' },
  '!': { sign: '¡', name: 'exclamation', reason: 'no_inverted_exclamation_mark' },
};

const BRACKETS = /[([{（［｛)\]}）］｝]/gu;
const ANY_BRACKET = new RegExp(BRACKETS.source, 'u');
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** Text before an unpaired bracket: a list's `a)` or `12)`, or a smiley's eyes. UTF-16 units. */
const MARK = /(?:(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]{1,3}[.ºª°]?|[:;=]-?)$/u;
const EYES = /[:;=]-?$/;
const MAX_MARK_LENGTH = 6;

function bracketsOf(text: string): string {
  return text.match(BRACKETS)?.join('').normalize('NFKC') ?? '';
}

/** Whether each opened bracket is closed and vice versa. */
function isBalanced(text: string): boolean {
  if (!ANY_BRACKET.test(text)) return true;
  const open: string[] = [];
  for (const { 0: written, index } of text.matchAll(BRACKETS)) {
    const bracket = written.normalize('NFKC');
    const opening = OPENING[bracket];
    const before = text.slice(Math.max(0, index - MAX_MARK_LENGTH), index);
    if (opening === undefined) {
      if (!EYES.test(before)) open.push(bracket);
    } else if (open.at(-1) === opening) open.pop();
    else if (bracket !== ')' || open.length > 0 || !MARK.test(before)) return false;
  }
  return open.length === 0;
}
