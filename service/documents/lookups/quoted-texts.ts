import type { Warning } from '../../contract/index.ts';
import type { CellIndex } from './cell-index.ts';
import type { Formula } from './formula.ts';

/** A formula, list of allowed values, conditional format or filter. */
export interface Rule extends Formula {
  /** The cell or cells that have it, as people write them: `Sheet1!C2`. */
  readonly where: string;
}

export interface Changes {
  /** The texts that are translated, as they were. */
  readonly texts: Iterable<string>;
  /** Their cells. */
  readonly cells: CellIndex;
  /** Cells with a text that stays. */
  readonly others: CellIndex;
}

const NAMED = 3;
const MAX_NAMED_LENGTH = 60;

/**
 * For rules that quote a translated text, and those that look texts up in translated cells. Whether these
 * still find theirs would take Excel to know; where all that they look at is translated alike, they do.
 */
export function quoteWarning(rules: Iterable<Rule>, { texts, cells, others }: Changes): Warning[] {
  const translated = new Set(Array.from(texts, keyOf));
  const quotes: string[] = [];
  const lookups: string[] = [];
  let [quoting, looking] = [0, 0];
  for (const { where, texts: own, areas, looksUp, isIndirect } of rules) {
    if (!looksUp) continue;
    const untouched = areas.filter((area) => !cells.has(area));
    const isTouched = untouched.length < areas.length;
    const quoted = isTouched || isIndirect ? own.find((text) => translated.has(keyOf(text))) : undefined;
    const seeksOthers = () =>
      own.some((text) => /\p{L}/u.test(text)) || untouched.some((area) => others.has(area));
    if (quoted !== undefined) {
      if (quoting++ < NAMED) quotes.push(`${short(where)} (“${short(quoted)}”)`);
    } else if (isTouched && (isIndirect || seeksOthers()) && looking++ < NAMED) lookups.push(short(where));
  }
  const count = quoting + looking;
  if (count === 0) return [];
  const named = [...quotes, ...lookups].slice(0, NAMED);
  const found = named.join(', ') + (count > NAMED ? ' …' : '');
  if (looking === 0) {
    const message =
      `Formulas, lists of allowed values, formats or filters look for texts that are translated now, so they no longer find them: ${found}. ` +
      'Put the translations there too.';
    return [{ code: 'formula_quotes_text', message, count, details: { found } }];
  }
  const message =
    `Formulas, lists of allowed values, formats or filters name texts that are translated now, or look texts up in translated cells (${looking}), and may not find them: ${found}. ` +
    'Check them, and put the translations there too.';
  return [
    {
      code: 'formula_quotes_text',
      reason: 'texts_looked_up',
      message,
      count,
      details: { found, lookups: looking },
    },
  ];
}

/** Excel compares texts without regard to capitals. */
function keyOf(text: string): string {
  return text.trim().toLowerCase();
}

function short(text: string): string {
  return text.length <= MAX_NAMED_LENGTH ? text : `${text.slice(0, MAX_NAMED_LENGTH - 1)}…`;
}
