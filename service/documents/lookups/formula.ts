import { areasOf, LAST, ONE_CELL, textNamed } from './references.ts';
import type { Extent } from './references.ts';
import type { Area, Lookup, Match, Names, Operand } from './model.ts';

/** The place of a formula, which decides the meaning of its references. */
export interface FormulaPlace {
  readonly sheet: string;
  readonly names: Names;
  /** The cells that it is for; it is written for the first. */
  readonly extent?: Extent;
}

/** Formulas without any of these look for nothing. */
const MAY_LOOK =
  /=|<>|\b(?:COUNTIFS?|SUMIFS?|AVERAGEIFS?|MAXIFS|MINIFS|X?MATCH|[HVX]?LOOKUP|SWITCH|EXACT|SEARCHB?|FINDB?|SUBSTITUTE|INDIRECT|D(?:SUM|COUNTA?|AVERAGE|GET|MAX|MIN|PRODUCT))\s*\(/i;
const TOKEN =
  /\s+|"((?:[^"]|"")*)"|((?:'(?:[^']|'')*'|[\p{L}\p{N}_.]+)!|)((?:\$?[\p{L}_\\$][\p{L}\p{N}_.\\$?]*|\$?\d+(?=:))(?::\$?[\p{L}\p{N}$]+)?(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?|\[(?:[^[\]]|\[[^[\]]*\])*\](?:[\p{L}\p{N}_.]+!\$?[\p{L}\p{N}_$:]+)?)(\s*\()?|(<>|<=|>=|[=<>])|([&+\-*/^%])|([(){},;@#])|(\d+(?:\.\d*)?|\.\d+)|[^]/gu;
/** Deeper than Excel nests them. */
const MAX_DEPTH = 100;
/** UTF-16 units: Excel's limit. TOKEN takes quadratic time over unclosed quotation marks. */
const MAX_LENGTH = 8_192;

interface Token {
  readonly kind: 'text' | 'word' | 'call' | 'compare' | 'operator' | 'sign';
  readonly value: string;
}

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  for (const [, text, where, word, call, compare, operator, sign, number] of formula.matchAll(TOKEN)) {
    if (text !== undefined) tokens.push({ kind: 'text', value: text.replaceAll('""', '"') });
    else if (word !== undefined && call !== undefined)
      tokens.push({ kind: 'call', value: word.replace(/^.*\./, '').toUpperCase() });
    else if (word !== undefined) tokens.push({ kind: 'word', value: (where ?? '') + word });
    else if (compare !== undefined) tokens.push({ kind: 'compare', value: compare });
    else if (operator !== undefined) tokens.push({ kind: 'operator', value: operator });
    else if (number !== undefined) tokens.push({ kind: 'word', value: number });
    else if (sign !== undefined && !'@#'.includes(sign)) tokens.push({ kind: 'sign', value: sign });
  }
  return tokens;
}

const NOTHING: Operand = { literals: [], areas: [], match: 'whole' };

function union(operands: readonly Operand[], match?: Match): Operand {
  return {
    literals: operands.flatMap(({ literals }) => literals),
    areas: operands.flatMap(({ areas }) => areas),
    match: match ?? operands.find((one) => one.match !== 'whole')?.match ?? 'whole',
  };
}

/** The texts a formula looks for, the areas it searches, and its result; nothing for one over MAX_LENGTH. */
export function readFormula(
  formula: string,
  { sheet, names, extent = ONE_CELL }: FormulaPlace,
): { lookups: Lookup[]; value: Operand } {
  if (formula.length > MAX_LENGTH) return { lookups: [], value: NOTHING };
  const lookups: Lookup[] = [];
  const tokens = tokensOf(formula);
  let at = 0;
  const isSign = (value: string): boolean => tokens[at]?.kind === 'sign' && tokens[at]?.value === value;
  const compare = (one: Operand, other: Operand): void => {
    lookups.push({ sought: one, among: other });
  };

  const expression = (depth: number): Operand => {
    let left = joined(depth);
    while (tokens[at]?.kind === 'compare') {
      const { value } = tokens[at++]!;
      const right = joined(depth);
      if (value === '=' || value === '<>') compare(right, left);
      left = NOTHING;
    }
    return left;
  };

  const joined = (depth: number): Operand => {
    const parts: Operand[] = [];
    let isText = true;
    for (let isFirst = true; isFirst || tokens[at]?.kind === 'operator'; isFirst = false) {
      if (!isFirst) isText &&= tokens[at]!.value === '&';
      if (tokens[at]?.kind === 'operator') at++;
      // Signs before a number, and % behind it.
      if (tokens[at]?.kind === 'operator') continue;
      parts.push(single(depth));
    }
    if (parts.length === 1) return parts[0]!;
    return isText ? union(parts, 'part') : NOTHING;
  };

  const single = (depth: number): Operand => {
    const token = tokens[at];
    if (!token || depth > MAX_DEPTH) return NOTHING;
    if (token.kind === 'compare' || token.kind === 'operator') return NOTHING;
    if (token.kind === 'sign' && !'({'.includes(token.value)) return NOTHING;
    at++;
    if (token.kind === 'text') return { ...NOTHING, literals: [token.value] };
    if (token.kind === 'word')
      return {
        ...NOTHING,
        literals: textNamed(token.value, names),
        areas: areasOf(token.value, sheet, names, extent),
      };
    if (token.kind === 'call') return called(token.value, list(')', depth + 1));
    return union(list(token.value === '(' ? ')' : '}', depth + 1));
  };

  const list = (end: ')' | '}', depth: number): Operand[] => {
    const items: Operand[] = [];
    while (at < tokens.length && !isSign(end)) {
      const before = at;
      items.push(expression(depth));
      if (isSign(',') || isSign(';')) at++;
      else if (!isSign(end) && at === before) at++;
    }
    at++;
    return items;
  };

  const called = (name: string, args: readonly Operand[]): Operand => {
    const [first = NOTHING, second = NOTHING, third = NOTHING] = args;
    switch (name) {
      case 'COUNTIF':
      case 'SUMIF':
      case 'AVERAGEIF':
        compare(asPattern(second), first);
        return NOTHING;
      case 'COUNTIFS':
      case 'SUMIFS':
      case 'AVERAGEIFS':
      case 'MAXIFS':
      case 'MINIFS':
        for (let n = name === 'COUNTIFS' ? 0 : 1; n + 1 < args.length; n += 2)
          compare(asPattern(args[n + 1]!), args[n]!);
        return NOTHING;
      case 'MATCH':
      case 'XMATCH':
        compare(asPattern(first), second);
        return NOTHING;
      case 'VLOOKUP':
        compare(asPattern(first), { ...second, areas: second.areas.map(firstColumn) });
        return second;
      case 'HLOOKUP':
        compare(asPattern(first), { ...second, areas: second.areas.map(firstRow) });
        return second;
      case 'LOOKUP':
      case 'XLOOKUP':
        compare(asPattern(first), second);
        return args.length > 2 ? third : second;
      case 'EXACT':
        compare(first, second);
        return NOTHING;
      case 'SEARCH':
      case 'SEARCHB':
      case 'FIND':
      case 'FINDB':
        compare({ ...first, match: 'part' }, second);
        return NOTHING;
      case 'SUBSTITUTE':
        compare({ ...second, match: 'part' }, first);
        return { ...first, match: 'part' };
      case 'SWITCH':
        for (let n = 1; n + 1 < args.length; n += 2) compare(args[n]!, first);
        return union(args.filter((_, n) => n > 1 && n % 2 === 0));
      case 'DSUM':
      case 'DCOUNT':
      case 'DCOUNTA':
      case 'DAVERAGE':
      case 'DGET':
      case 'DMAX':
      case 'DMIN':
      case 'DPRODUCT':
        compare(asPattern(third), first);
        return NOTHING;
      case 'INDIRECT': {
        lookups.push({ sought: first });
        const areas = first.literals.flatMap((text) => areasOf(text, sheet, names, ONE_CELL));
        return { ...NOTHING, areas: first.literals.length === 1 ? areas : [] };
      }
      case 'OFFSET':
        // How far down it goes is known once it is calculated.
        return { ...first, areas: first.areas.map((area) => ({ ...area, bottom: LAST })) };
      case 'LEFT':
        return { ...first, match: 'start' };
      case 'RIGHT':
        return { ...first, match: 'end' };
      case 'MID':
      case 'REPLACE':
        return { ...first, match: 'part' };
      case 'TRIM':
      case 'UPPER':
      case 'LOWER':
      case 'PROPER':
      case 'CLEAN':
      case 'T':
      case 'INDEX':
      case 'UNIQUE':
      case 'SORT':
        return first;
      case 'IF':
        return union(args.slice(1));
      case 'IFERROR':
      case 'IFNA':
      case 'CHOOSE':
        return union(args);
      case 'CONCATENATE':
      case 'CONCAT':
      case 'TEXTJOIN':
        return union(args, 'part');
      default:
        return NOTHING;
    }
  };

  const isWorthIt = MAY_LOOK.test(formula);
  const value = isWorthIt || !formula.includes('(') ? expression(0) : NOTHING;
  return { lookups: lookups.filter(hasTexts), value };
}

/** Whether cells are on one of the sides, and something to compare them with on the other. */
function hasTexts({ sought, among }: Lookup): boolean {
  if (!among) return sought.areas.length > 0;
  const isAny = ({ literals, areas }: Operand): boolean => literals.length > 0 || areas.length > 0;
  return isAny(sought) && isAny(among) && sought.areas.length + among.areas.length > 0;
}

function asPattern(operand: Operand): Operand {
  return operand.match === 'whole' ? { ...operand, match: 'pattern' } : operand;
}

function firstColumn(area: Area): Area {
  return { ...area, right: area.left };
}

function firstRow(area: Area): Area {
  return { ...area, bottom: area.top };
}
