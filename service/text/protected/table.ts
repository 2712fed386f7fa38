import { ADDRESSES } from './addresses.ts';
import { ALONE, WORDS_ALONE } from './alone.ts';
import { BBCODE } from './bbcode.ts';
import { CODE } from './code.ts';
import { DIRECTIVES } from './directives.ts';
import { STATEMENTS } from './statements.ts';
import type { Syntax } from './syntax.ts';
import { VALUES } from './values.ts';

/**
 * All syntaxes whose marks come back letter for letter. Of two that begin at one place, the earlier one wins. ICU messages and
 * Java's choices nest, so a parser reads them (`text/icu.ts`).
 */
export const SYNTAXES: readonly Syntax[] = [
  ...ADDRESSES,
  ...CODE,
  ...BBCODE,
  ...STATEMENTS,
  ...VALUES,
  ...DIRECTIVES,
  ...ALONE,
  ...WORDS_ALONE,
];
