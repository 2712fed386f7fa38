import type { Reason } from '../contract/index.ts';
import { languageOf } from './words.ts';

/** What may stand behind the sign that ends a text. */
const CLOSING = '["\'»”’)\\]}」』\\s]*$';

interface Fault {
  readonly message: string;
  readonly reason: Reason;
}

interface End {
  readonly name: string;
  readonly reason: Reason;
  readonly source: RegExp;
  /** In whatever language: Greek asks with a semicolon, Spanish may begin with the sign as well. */
  readonly target: RegExp;
  /** Languages that may do without. */
  readonly without: readonly string[];
}

/** Exclamation marks are a matter of manners: German has more of them than Italian. */
const ENDS: readonly End[] = [
  {
    name: 'question mark',
    reason: 'no_question_mark',
    source: new RegExp(`[?？؟]${CLOSING}`, 'u'),
    target: /[?？؟՞;\u037e]/u,
    without: ['ja', 'ko', 'th', 'lo', 'km', 'my', 'zh'],
  },
  {
    name: 'colon',
    reason: 'no_colon',
    source: new RegExp(`[:：]${CLOSING}`, 'u'),
    target: /[:：՝։៖]/u,
    without: ['th', 'lo', 'km', 'my'],
  },
];

/** What differs between the signs of source and target, in words; nothing where languages differ by custom. */
export function punctuationFault(source: string, target: string, to: string): Fault | undefined {
  const language = languageOf(to);
  for (const end of ENDS) {
    if (!end.without.includes(language) && end.source.test(source) && !end.target.test(target))
      return {
        message: `The source ends with a ${end.name}, and the translation has none.`,
        reason: end.reason,
      };
  }
  if (language === 'es' && /\?\s*$/u.test(target) && !target.includes('¿'))
    return { message: 'The question does not begin with “¿”.', reason: 'no_inverted_question_mark' };
  return isBalanced(source) && !isBalanced(target)
    ? {
        message: 'A bracket is opened and not closed, or closed and not opened.',
        reason: 'unpaired_bracket',
      }
    : undefined;
}

function isBalanced(text: string): boolean {
  return count(text, /[(（]/gu) === count(text, /[)）]/gu);
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
