import type { Reason } from '../contract/index.ts';
import type { CodeRules } from './code-rules.ts';
import { escapeText, formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';
import { completeCodes } from './complete-codes.ts';

/** A person's target: as coded text, or the reason for refusing it. */
export type EditedTarget = { readonly text: string } | { readonly problem: string; readonly reason: Reason };

/** As for an engine's answer (see segment-texts.ts): a longer text is no translation. UTF-16 units. */
const MAX_GROWTH = 20;
const GROWTH_BASE = 4_000;
/** Controls except tabs and line ends, noncharacters, lone surrogates: most files cannot contain them. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Cs}/gu;
const NAMED = 5;

/**
 * Validates a person's target. Each standalone code of the source and each pair that the filter wants kept
 * must be there once, pairs well nested; a mere format may be left out. A control character is allowed if the
 * source has it. A `plain` target has no codes: anything like one is text.
 */
export function readEditedTarget(
  source: string,
  written: string,
  { rules, plain = false }: { rules?: CodeRules | undefined; plain?: boolean } = {},
): EditedTarget {
  if (written.length > source.length * MAX_GROWTH + GROWTH_BASE)
    return { problem: 'The translation is far longer than its source. Shorten it.', reason: 'edit_too_long' };
  if (written.match(FORBIDDEN)?.some((char) => !source.includes(char)))
    return {
      problem: 'The translation has control characters, which no document can hold. Remove them.',
      reason: 'edit_control_characters',
    };
  if (plain) return { text: escapeText(written) };
  const [asked, given] = [parseCoded(source), parseCoded(written)];
  const text = formatCoded(given);
  if (formatCoded(completeCodes(asked, given, rules).tokens) === text) return { text };
  return {
    problem: `${whatIsBroken(asked, given)} Take the codes over from the source, each once.`,
    reason: 'edit_codes',
  };
}

function whatIsBroken(source: readonly Token[], target: readonly Token[]): string {
  const asked = new Set(codesOf(source));
  const given = new Set<string>();
  const doubled = codesOf(target).filter((code) => given.has(code) || !given.add(code));
  const missing = [...asked].filter((code) => code.endsWith('/>') && !given.has(code));
  const unknown = [...given].filter((code) => !asked.has(code));
  if (missing.length > 0) return `The translation lacks the codes ${list(missing)}.`;
  if (unknown.length > 0) return `The source does not have the codes ${list(unknown)}.`;
  if (doubled.length > 0) return `The translation has the codes ${list(doubled)} more than once.`;
  return 'The codes of the translation do not stand as those of the source can: a pair is open, empty, or crosses another.';
}

function codesOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === 'text' ? [] : [formatCoded([token])]));
}

function list(codes: readonly string[]): string {
  return [...new Set(codes)].slice(0, NAMED).join(' ');
}
