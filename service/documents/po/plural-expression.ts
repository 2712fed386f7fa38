/** Maps a count to the index of its plural form. */
export type PluralRule = (count: number) => number;

const TOKEN = /\s*(?:(\d{1,9})|(n)|(\|\||&&|[=!<>]=|[-+*/%<>!?:()]))/y;
/** Precedence levels of a C expression, lowest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
const MAX_LENGTH = 1_000;
const MAX_DEPTH = 100;

/** Parses the C expression of a `Plural-Forms` header; undefined if it is invalid. */
export function pluralRule(expression: string): PluralRule | undefined {
  const tokens = tokensOf(expression);
  if (!tokens) return undefined;
  let at = 0;
  let depth = 0;
  const take = (token: string): boolean => tokens[at] === token && ++at > 0;

  function ternary(): PluralRule | undefined {
    if (++depth > MAX_DEPTH) return undefined;
    const condition = binary(0);
    let rule = condition;
    if (condition && take('?')) {
      const yes = ternary();
      const no = yes && take(':') ? ternary() : undefined;
      rule = yes && no && ((n) => (condition(n) !== 0 ? yes(n) : no(n)));
    }
    depth--;
    return rule;
  }

  function binary(level: number): PluralRule | undefined {
    if (level === LEVELS.length) return unary();
    let left = binary(level + 1);
    for (
      let operator = tokens![at];
      left && LEVELS[level]!.includes(operator ?? '');
      operator = tokens![at]
    ) {
      at++;
      const [first, second] = [left, binary(level + 1)];
      left = second && ((n) => calculate(operator!, first(n), second(n)));
    }
    return left;
  }

  function unary(): PluralRule | undefined {
    const token = tokens![at++];
    if (token === undefined) return undefined;
    if (token === 'n') return (n) => n;
    if (/^\d/.test(token)) return () => Number(token);
    if (token === '!') {
      if (++depth > MAX_DEPTH) return undefined;
      const rule = unary();
      depth--;
      return rule && ((n) => (rule(n) === 0 ? 1 : 0));
    }
    if (token !== '(') return undefined;
    const rule = ternary();
    return take(')') ? rule : undefined;
  }

  const rule = ternary();
  return at === tokens.length ? rule : undefined;
}

function tokensOf(expression: string): string[] | undefined {
  const trimmed = expression.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed);
    if (!found) return undefined;
    tokens.push((found[1] ?? found[2] ?? found[3])!);
  }
  return tokens;
}

function calculate(operator: string, a: number, b: number): number {
  switch (operator) {
    case '||':
      return a !== 0 || b !== 0 ? 1 : 0;
    case '&&':
      return a !== 0 && b !== 0 ? 1 : 0;
    case '==':
      return a === b ? 1 : 0;
    case '!=':
      return a === b ? 0 : 1;
    case '<':
      return a < b ? 1 : 0;
    case '<=':
      return a <= b ? 1 : 0;
    case '>':
      return a > b ? 1 : 0;
    case '>=':
      return a >= b ? 1 : 0;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? 0 : Math.trunc(a / b);
    default:
      return b === 0 ? 0 : a % b;
  }
}
