import type { Span } from './spans.ts';

const START = '(?<![\\p{L}\\p{N}_.@$/\\\\-])';
const END = '(?![\\p{L}\\p{N}_])';
const KEY =
  'Ctrl|Control|Strg|Alt|AltGr|Shift|Umschalt|Maj|Cmd|Command|Option|Opt|Win|Windows|Meta|Super|Fn|[⌘⌥⇧⌃]';
const OTHER_KEY =
  '[A-Z\\d]|F\\d{1,2}|Enter|Return|Tab|Esc(?:ape)?|Space(?:bar)?|Del(?:ete)?|Backspace|Home|End|Ins(?:ert)?|Page ?(?:Up|Down)|PgUp|PgDn|Up|Down|Left|Right|[Cc]lick|[Pp]lus|[Mm]inus';
const ELEMENT =
  'a|abbr|article|aside|body|button|div|footer|form|h[1-6]|header|html|img|input|label|li|main|nav|ol|option|p|section|select|span|svg|table|tbody|td|th|thead|tr|ul';
const PSEUDO =
  '::?(?:active|after|before|checked|disabled|empty|first-child|first-letter|first-line|focus(?:-within|-visible)?|hover|last-child|link|marker|not|nth-child|nth-of-type|placeholder|root|selection|target|visited)(?![\\p{L}\\p{N}-])(?:\\([^()\\s]{0,60}\\))?';

/** Code within running text, as sources of patterns with the flag `u`. */
export const CODE_TOKENS = [
  // ^[a-z]+\d{2,3}$, /^the\s+end$/i, (?:a|b)\s*, [^a-z]+: regular expressions.
  '(?<![^\\s"\'=,])[^\\s"\']{0,80}?(?:\\\\[dwsDWS](?![\\p{L}\\\\])|\\\\b[^\\s\\\\]{1,60}\\\\b|\\(\\?(?:[:=!]|<[=!\\w])|\\[\\^|\\[[aA]-[zZ]|\\[0-9)[^\\s]{0,200}(?<![,;.])',
  // *.txt, house-*.png, **/*.ts.
  '(?<![\\p{L}\\p{N}*])[\\w./*-]{0,80}\\*(?:\\.[A-Za-z]\\w{0,9}|/[\\w./*-]{1,80})(?![\\p{L}\\p{N}*])',
  // div.house:nth-child(2), .red-car:hover, [data-open="true"]::before: selectors of style sheets.
  `${START}(?:${ELEMENT})(?:[.#][a-z][\\w-]{1,40}|${PSEUDO}){1,6}${END}`,
  `(?<![\\p{L}\\p{N}.#)\\]])[.#][a-z][\\w-]{1,40}(?:[.#][a-z][\\w-]{1,40}|${PSEUDO}){1,6}${END}`,
  `\\[data-[\\w-]{1,40}(?:[~|^$*]?="[^"\\n]{0,100}")?\\](?:${PSEUDO})?`,
  // House::open(), house->car, user.isLoggedIn, print().
  `${START}(?:[A-Za-z_$][\\w$]{0,60}::|[a-z_$][\\w$]{0,60}->)[A-Za-z_$][\\w$]{1,60}(?:(?:::|->)[A-Za-z_$][\\w$]{1,60}){0,6}(?:\\([^()\\s]{0,60}\\))?${END}`,
  `${START}[a-z_$][\\w$]{0,60}(?:\\.[a-z_$][\\w$]{0,60}){0,6}\\.[a-z]{1,30}[A-Z][A-Za-z\\d]{0,40}(?:\\([^()\\s]{0,60}\\))?${END}`,
  `${START}[a-zA-Z_$][\\w$]{1,60}(?:\\.[A-Za-z_$][\\w$]{1,60}){0,6}\\(\\)`,
  // file_name, MAX_SIZE, config.file_name, _open(): names in code. Not E_xit, with its key marked, or _text_.
  `${START}(?:[A-Za-z_$][\\w$]{0,60}\\.){0,6}_{0,2}(?:[a-z][a-z\\d]{1,40}(?:_[a-z\\d]{1,40}){1,9}|[A-Z][A-Z\\d]{1,40}(?:_[A-Z\\d]{1,40}){1,9})(?:\\.[a-z_]\\w{0,60}){0,6}(?:\\(\\))?${END}`,
  // house-app@1.2.3.
  `${START}[a-z][\\w./-]{0,80}@[\\^~]?\\d[\\w.-]{0,40}${END}`,
  // Ctrl+Shift+A.
  `(?<![\\p{L}\\p{N}])(?:${KEY})(?: ?[+] ?|-)(?:(?:${KEY})(?: ?[+] ?|-)){0,3}(?:${OTHER_KEY})${END}`,
];

/** One of these occurs in whatever CODE_TOKENS match. */
export const CODE_TOKEN_SIGN =
  '[a-z\\d]_[a-z\\d]|[A-Z\\d]_[A-Z\\d]|\\\\[dwsDWSb]|\\(\\?[:=!<]|\\[(?:\\^|[aA]-|0-|data-)|\\*[./]|[.#:][a-z][\\w-]{0,40}[.#:-]|\\w(?:::|->)\\w|\\w\\(\\)|\\.[a-z]{1,30}[A-Z]|\\w@[\\^~]?\\d|[a-z⌘⌥⇧⌃](?: ?\\+ ?|-)[A-Z\\d]';

const FORMULA = /(?<![\p{L}\p{N}=<>!])=[A-Z][A-Z\d.]{1,30}\(/gu;
const AFTER_FORMULA = /[-+*/^&\d.A-Z$:]{0,40}/y;
/** UTF-16 units, and how often a text may be read for unclosed brackets. */
const MAX_FORMULA = 1_000;
const MAX_READS = 20;

/** `=IF(A1="House","Yes","No")`: formulas of worksheets, up to the bracket that closes them. */
export function formulaSpans(text: string): Span[] {
  if (!text.includes('=')) return [];
  const spans: Span[] = [];
  let budget = MAX_READS * text.length;
  FORMULA.lastIndex = 0;
  for (let found = FORMULA.exec(text); found; found = FORMULA.exec(text)) {
    const inside = found.index + found[0].length;
    const close = closingBracket(text, inside);
    budget -= (close ?? inside + MAX_FORMULA) - inside;
    if (budget < 0) break;
    if (close === undefined) continue;
    AFTER_FORMULA.lastIndex = close;
    const rest = AFTER_FORMULA.exec(text)![0].replace(/[.:]$/, '');
    spans.push({ start: found.index, end: close + rest.length });
    FORMULA.lastIndex = close;
  }
  return spans;
}

/** Behind the bracket that closes one; brackets in quotes are none. */
function closingBracket(text: string, from: number): number | undefined {
  let open = 1;
  let isQuoted = false;
  for (let at = from; at < Math.min(text.length, from + MAX_FORMULA); at++) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '(') open++;
    else if (sign === ')' && --open === 0) return at + 1;
  }
  return undefined;
}
