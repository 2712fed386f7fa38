import type { Warning } from '../../contract/index.ts';
import type { LostMatch } from './lost-matches.ts';

const NAMED = 3;
const MAX_NAMED_LENGTH = 60;

/** For rules that looked for texts which are translated now. */
export function lostWarning(lost: readonly LostMatch[]): Warning[] {
  if (lost.length === 0) return [];
  const named = lost.slice(0, NAMED).map(({ rule, text }) => `${short(rule.where)} (“${short(text)}”)`);
  const found = named.join(', ') + (lost.length > NAMED ? ' …' : '');
  const message =
    `Formulas, lists of allowed values, formats or filters look for texts that are translated now, so they no longer find them: ${found}. ` +
    'Put the translations there too.';
  return [{ code: 'formula_quotes_text', message, count: lost.length, details: { found } }];
}

function short(text: string): string {
  return text.length <= MAX_NAMED_LENGTH ? text : `${text.slice(0, MAX_NAMED_LENGTH - 1)}…`;
}
