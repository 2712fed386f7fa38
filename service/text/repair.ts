import type { CodeRules } from './code-rules.ts';
import { formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';
import { completeCodes } from './complete-codes.ts';
import { hasOtherSigns, repairSigns } from './repair-signs.ts';
import { repairSpaces } from './repair-spaces.ts';

export interface Repaired {
  readonly text: string;
  /**
   * `intact`: all codes came back unchanged, perhaps except spaces beside them. `repaired`: all came back,
   * some needed repair. `fallback`: some did not; mandatory ones were restored at their word positions, and
   * the text of lost formats is unformatted.
   */
  readonly outcome: 'intact' | 'repaired' | 'fallback';
}

/** Restores the source's codes in an answer (see `completeCodes`), with their spaces. Idempotent. */
export function repairCodes(source: string, answer: string, rules?: CodeRules): Repaired {
  if (!source.includes('<') && !answer.includes('<')) return { text: answer, outcome: 'intact' };
  const sourceTokens = parseCoded(source);
  const answerTokens = parseCoded(answer);
  const answered = formatCoded(answerTokens);
  if (isAsItWas(sourceTokens, answerTokens)) return { text: answered, outcome: 'intact' };
  const { tokens, hasLost } = completeCodes(sourceTokens, answerTokens, rules);
  const text = repaired(sourceTokens, tokens);
  if (hasLost) return { text, outcome: 'fallback' };
  return { text, outcome: withoutSpaces(text) === withoutSpaces(answered) ? 'intact' : 'repaired' };
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** Moving a space may require another repair; no answer has needed more rounds. */
const MAX_ROUNDS = 4;

function repaired(source: readonly Token[], answer: readonly Token[]): string {
  let tokens = answer;
  let text: string | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    tokens = repairSigns(source, repairSpaces(source, tokens));
    const before = text;
    text = formatCoded(tokens);
    if (text === before) break;
  }
  return text!;
}

/**
 * Whether an answer needs no repair, as most do: only pairs, in the source's order and nesting, each with
 * words in it and without white space or signs at its ends that the source lacks. Only a shortcut: an answer
 * that fails it may still turn out intact.
 */
function isAsItWas(source: readonly Token[], answer: readonly Token[]): boolean {
  const open: number[] = [];
  const seen = new Set<number>();
  let at = -1;
  for (const [n, token] of answer.entries()) {
    if (token.kind === 'text') continue;
    at = nextCode(source, at);
    const own = source[at];
    if (own?.kind !== token.kind || own.id !== token.id || token.kind === 'standalone') return false;
    if (token.kind === 'open') {
      const inside = textOf(answer, n + 1);
      if (seen.has(token.id) || inside.trim() === '') return false;
      const wanted = textOf(source, at + 1);
      if (/^\s/u.test(inside) && !/^\s/u.test(wanted)) return false;
      if (hasOtherSigns(inside, wanted, 'start')) return false;
      seen.add(token.id);
      open.push(token.id);
    } else {
      if (open.pop() !== token.id) return false;
      const [inside, wanted] = [textOf(answer, n - 1), textOf(source, at - 1)];
      if (/\s/u.test(inside.slice(-1)) && !/\s/u.test(wanted.slice(-1))) return false;
      if (hasOtherSigns(inside, wanted, 'end')) return false;
    }
  }
  return nextCode(source, at) === source.length && open.length === 0;
}

/** The index of the first code after another index; the number of tokens without one. */
function nextCode(tokens: readonly Token[], behind: number): number {
  let at = behind + 1;
  while (tokens[at]?.kind === 'text') at++;
  return at;
}

function textOf(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'text' ? token.text : '';
}
