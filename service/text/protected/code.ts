import { anyOf } from './syntax.ts';
import type { Syntax } from './syntax.ts';

const START = '(?<![\\p{L}\\p{N}_.@$/\\\\-])';
const END = '(?![\\p{L}\\p{N}_])';
const KEY =
  'Ctrl|Control|Strg|Alt|AltGr|Shift|Umschalt|Maj|Cmd|Command|Option|Opt|Win|Windows|Meta|Super|Fn|[⌘⌥⇧⌃]';
const OTHER_KEY =
  '[A-Z\\d]|F\\d{1,2}|Enter|Return|Tab|Esc(?:ape)?|Space(?:bar)?|Del(?:ete)?|Backspace|Home|End|Ins(?:ert)?|Page ?(?:Up|Down)|PgUp|PgDn|Up|Down|Left|Right|[Cc]lick|[Pp]lus|[Mm]inus';
const PSEUDO =
  '::?(?:active|after|before|checked|disabled|empty|first-child|first-letter|first-line|focus(?:-within|-visible)?|hover|last-child|link|marker|not|nth-child|nth-of-type|placeholder|root|selection|target|visited)(?![\\p{L}\\p{N}-])(?:\\([^()\\s]{0,60}\\))?';
const CLASS = '[.#][a-z][\\w-]{1,40}';
/** Elements whose names are no words. */
const ELEMENT = 'abbr|div|h[1-6]|html|img|li|nav|ol|svg|tbody|td|th|thead|tr|ul';
/** Words that a full stop without a space may follow. */
const WORD_ELEMENT =
  'a|article|aside|body|button|footer|form|header|input|label|main|option|p|section|select|span|table';

/** Names and expressions of programs. */
export const CODE: readonly Syntax[] = [
  {
    id: 'inline-code',
    spec: 'CommonMark 0.31.2, 6.1 Code spans',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    sign: /`/u,
    pattern: '``[^`\\n]{1,200}``|`[^`\\n]{1,200}`',
    examples: ['`npm install`', '``a``'],
    prose: ['the ` of it'],
  },
  {
    id: 'formula',
    spec: 'ISO/IEC 29500-1, 18.17 Formulas',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    sign: /=[A-Z]/u,
    pattern: anyOf(
      `(?<![\\p{L}\\p{N}=<>!])=[A-Z][A-Z\\d.]{1,30}${brackets(5)}(?:[-+*/^&\\d.A-Z$:]{0,40}(?<![.:]))`,
    ),
    examples: ['=IF(A1="x)",SUM(B1:B2),0)*2', '=SUM(A1:A2)'],
    prose: ['a=B(c', 'it == A(b)'],
  },
  {
    id: 'sheet-error',
    spec: 'ISO/IEC 29500-1, 18.17.3 Error values, and their names in other languages',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    sign: /#/u,
    pattern: String.raw`(?<![\p{L}\p{N}&#])#(?:[\p{Lu}\d/]{2,12}!|NAME\?|N\/A)`,
    examples: ['#VALUE!', '#WERT!', '#DIV/0!', '#NAME?', '#N/A'],
    prose: ['#Wow!', '#1!'],
  },
  {
    id: 'colour',
    spec: 'CSS Color 4, 5.2 hexadecimal notations',
    kind: 'code',
    from: 'prose',
    sign: /#/u,
    pattern: String.raw`(?<![\p{L}\p{N}&#])#(?=\d{0,7}[A-Fa-f])(?:[\da-fA-F]{6}|[\da-fA-F]{8})(?![\p{L}\p{N}_])`,
    examples: ['#FF0000', '#a1b2c3'],
    prose: ['#123456', '#fad'],
  },
  {
    id: 'regular-expression',
    spec: 'ECMA-262 22.2.1 Patterns',
    kind: 'code',
    from: 'prose',
    sign: /\\[bdwsDWS]|\(\?|\[[\^aA0]/u,
    pattern: anyOf(
      '(?<![^\\s"\'=,])[^\\s"\']{0,80}?(?:\\\\[dwsDWS](?![\\p{L}\\\\])|\\\\b[^\\s\\\\]{1,60}\\\\b|\\(\\?(?:[:=!]|<[=!\\w])|\\[\\^|\\[[aA]-[zZ]|\\[0-9)[^\\s]{0,200}(?<![,;.])',
    ),
    examples: ['^[a-z]+(a|b)\\d{2}$', '(?:a|b)\\s*', '[^a-z]'],
    prose: ['so (a|b) and [a, z]'],
  },
  {
    id: 'glob',
    spec: 'glob(7)',
    kind: 'code',
    from: 'prose',
    sign: /\*[./]/u,
    pattern: String.raw`(?<![\p{L}\p{N}*])[\w./*-]{0,80}\*(?:\.[A-Za-z]\w{0,9}|\/[\w./*-]{1,80})(?![\p{L}\p{N}*])`,
    examples: ['*.txt', 'house-*.png', '**/*.ts'],
    prose: ['*so* it, 5 * 3'],
  },
  {
    id: 'path',
    spec: 'POSIX.1 3.271 pathname; XPath steps',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    sign: /\/[\w.:-]/u,
    pattern: String.raw`(?<![\w/.])(?:~|\.{1,2})?\/[\w.:-]{1,64}(?:\[\d{1,4}\])?(?:\/[\w.:-]{1,64}(?:\[\d{1,4}\])?){1,12}(?<![.:])`,
    examples: ['/usr/bin', '/users/:id/edit', '/items[1]/item', './src/a.sh'],
    prose: ['and/or a letter', '5/6/7'],
  },
  {
    id: 'file',
    spec: 'names of files with a usual ending',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    sign: /\.[a-z]/u,
    pattern: String.raw`(?<![\w./-])(?:[\w@.-]{1,64}\/){0,12}[\w-]{1,64}(?:\.[\w-]{1,64}){0,6}\.(?:docx?|xlsx?|pptx?|pdf|txt|csv|json|ya?ml|xml|html?|css|js|ts|py|rb|java|cpp|sh|exe|dll|zip|tar|gz|png|jpe?g|gif|svg|ini|conf|log|sql|md)(?![\w-])`,
    examples: ['package.json', 'images/a.png', 'Node.js'],
    prose: ['The end.The car'],
  },
  {
    id: 'selector',
    spec: 'CSS Selectors 4',
    kind: 'code',
    from: 'prose',
    sign: /[.#:][a-z]|\[data-/u,
    pattern: anyOf(
      `${START}(?:(?:${ELEMENT})(?:${CLASS}|${PSEUDO}){1,6}|(?:${WORD_ELEMENT})(?:(?:${CLASS}){0,5}${PSEUDO}|#[a-z][\\w-]{1,40}|${CLASS}${CLASS})(?:${CLASS}|${PSEUDO}){0,5})${END}`,
      `(?<![\\p{L}\\p{N}.#)\\]])${CLASS}(?:${CLASS}|${PSEUDO}){1,6}${END}`,
      `(?<![\\p{L}\\p{N}.)\\]])\\.[a-z][a-z\\d]{0,30}(?:[-_]{1,2}[a-z\\d]{1,30}){1,6}(?![\\p{L}\\p{N}])`,
      `\\[data-[\\w-]{1,40}(?:[~|^$*]?="[^"\\n]{0,100}")?\\](?:${PSEUDO})?`,
    ),
    examples: [
      'div.house',
      'div.item:hover',
      'div.house:nth-child(2)',
      'button#open',
      '.red-car::before',
      '.nav.bold',
      '.nav-item--active',
      '[data-open="true"]::before',
    ],
    prose: ['at 5 p.m. the end.the', 'on the table.then', 'a.m.'],
  },
  {
    id: 'member',
    spec: 'names with members of C++, PHP, Java and JavaScript',
    kind: 'code',
    from: 'prose',
    sign: /::|->|\.[a-z]/u,
    pattern: anyOf(
      `${START}(?:[A-Za-z_$][\\w$]{0,60}::|[a-z_$][\\w$]{0,60}->)[A-Za-z_$][\\w$]{1,60}(?:(?:::|->)[A-Za-z_$][\\w$]{1,60}){0,6}(?:\\([^()\\s]{0,60}\\))?${END}`,
      `${START}[a-z_$][\\w$]{0,60}(?:\\.[a-z_$][\\w$]{0,60}){0,6}\\.[a-z]{1,30}[A-Z][A-Za-z\\d]{0,40}(?:\\([^()\\s]{0,60}\\))?${END}`,
    ),
    examples: ['House::open()', 'house->car', 'user.isNew'],
    prose: ['File->Open', 'It is.The end'],
  },
  {
    id: 'call',
    spec: 'names of functions, which sheets have in every language',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    sign: /\(\)/u,
    pattern: anyOf(`${START}[a-zA-Z_$][\\w$]{1,60}(?:\\.[A-Za-z_$][\\w$]{1,60}){0,6}\\(\\)`),
    examples: ['print()', 'TODAY()', 'red.car()'],
    prose: ['Item(s)', 'car ()'],
  },
  {
    id: 'identifier',
    spec: 'names in snake_case and SCREAMING_CASE; of arguments, a manual has its own',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    // The key of a menu's entry is marked.
    not: /(?<![\w-])[A-Za-z]_[a-z]{2,40}(?!\w)/uy,
    sign: /_[A-Za-z\d]/u,
    pattern: anyOf(
      `${START}(?:[A-Za-z_$][\\w$]{0,60}\\.){0,6}_{0,2}(?:[a-z][a-z\\d]{1,40}(?:_[a-z\\d]{1,40}){1,9}|[A-Z][A-Z\\d]{1,40}(?:_[A-Z\\d]{1,40}){1,9})(?:\\.[a-z_]\\w{0,60}){0,6}(?:\\(\\))?${END}`,
      '(?<![\\w-])[A-Za-z\\d]{1,40}(?:_[A-Za-z\\d]{1,40}){1,10}(?:\\.[a-z]\\w{0,9})?(?!\\w)',
    ),
    examples: ['file_name', 'Red.car.max_size', 'my_car.txt', '__MAX_CARS', 'Max_Size'],
    prose: ['a _red_ car, Name ____, E_xit, e_mail'],
  },
  {
    id: 'package',
    spec: 'npm package specifiers',
    kind: 'code',
    from: 'prose',
    sign: /@[\^~\d]/u,
    pattern: anyOf(`${START}[a-z][\\w./-]{0,80}@[\\^~]?\\d[\\w.-]{0,40}${END}`),
    examples: ['b@1.2.3', 'house-app@^2'],
    prose: ['me @ 5'],
  },
  {
    id: 'shortcut',
    spec: 'key combinations of Windows, macOS and Linux',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    sign: /[⌘⌥⇧⌃+]|-(?:[A-Z\d]|click|plus|minus)/u,
    pattern: anyOf(
      `(?<![\\p{L}\\p{N}])(?:${KEY})(?: ?[+] ?|-)(?:(?:${KEY})(?: ?[+] ?|-)){0,3}(?:${OTHER_KEY})${END}`,
    ),
    examples: ['Ctrl+Shift+A', 'Alt-F4', '⌘+C'],
    prose: ['Option-less, Win-win'],
  },
  {
    id: 'option',
    spec: 'GNU long options, getopt_long(3)',
    kind: 'code',
    from: 'prose',
    sign: /--[a-z]/u,
    pattern: String.raw`(?<=^|\s)--[a-z][\w-]{1,40}`,
    examples: ['--force', '--dry-run'],
    prose: ['so -- it', 'well--known'],
  },
  {
    id: 'short-option',
    spec: 'POSIX.1 XBD 12.1 Utility Argument Syntax',
    kind: 'code',
    from: ['po', 'evidence'],
    sign: /-[A-Za-z]/u,
    pattern: String.raw`(?<=^|[\s[(|])-[A-Za-z](?=$|[\s,.;:|)\]])`,
    examples: ['Use ⟦-a⟧ to open', 'house [⟦-a⟧]'],
    prose: ['so - a', 'well-a', '-5 degrees'],
  },
  {
    id: 'qualified-name',
    spec: 'Namespaces in XML 1.0, 4 Qualified names',
    kind: 'code',
    from: 'prose',
    isLocalised: true,
    sign: /:[A-Za-z]/u,
    pattern: anyOf(
      `(?<![\\p{L}\\p{N}:.@/-])(?:(?!(?:[aeiouyq]|${twoLetters()}):)[a-z]{1,2}|xsl|xsd|xml|rdf|owl|svg):[A-Za-z][\\w-]{1,40}(?![\\p{L}\\p{N}:/])`,
    ),
    examples: ['od:repeat', 'xsl:template', 'w:rPr'],
    prose: ['re:payment, to:everyone', 'Note:this is at http://a or a:'],
  },
];

/** An expression in brackets, with brackets and quoted texts in it. */
function brackets(depth: number): string {
  const inner = depth === 0 ? '' : `|${brackets(depth - 1)}`;
  return `\\((?:[^()"]|"[^"]{0,200}"${inner}){0,300}\\)`;
}

/** Words of two letters that a colon and another word may follow: re:payment, to:everyone. */
function twoLetters(): string {
  return 'ad|ai|al|am|an|as|at|au|by|cc|ci|da|de|di|do|du|el|em|en|er|es|et|eu|ex|fw|go|he|hi|id|if|il|im|in|is|it|ja|je|la|le|lo|lu|ma|me|mi|mo|my|na|ne|ni|no|nu|ob|of|oh|ok|on|op|or|os|ou|po|ps|pt|re|se|si|so|su|te|to|tu|ty|um|un|up|us|va|ve|vi|vs|we|wo|ya|yo|za|ze|zu';
}
