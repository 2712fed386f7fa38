import { anyOf } from './syntax.ts';
import type { Syntax } from './syntax.ts';

const PRINTF =
  "%(?:\\d{1,3}\\$)?[-+ #0'I]{0,6}(?:\\*(?:\\d{1,3}\\$)?|\\d{1,6})?(?:\\.(?:\\*(?:\\d{1,3}\\$)?|\\d{1,6})?)?(?:hh|h|ll|l|L|q|j|z|Z|t)?[diouxXeEfFgGaAcCsSpnm@]|%<PRI\\w{1,20}>";
/** A sign for a sign, which is no directive. */
const DOUBLED = /%%|\{\{|\}\}/uy;

const GETTEXT = 'GNU gettext manual, 15.3 Translators for other Languages';

/** Directives of texts of programs by the flag of a PO entry that says which a text has. */
export const DIRECTIVES: readonly Syntax[] = [
  {
    id: 'c-format',
    spec: `${GETTEXT}: C, Objective C, Perl, JavaScript, Lua, awk, Pascal, Tcl format strings`,
    from: ['c-format', 'objc-format', 'javascript-format', 'tcl-format'],
    order: 'numbered',
    sign: /%/u,
    pattern: anyOf(PRINTF),
    examples: ['%s', '%1$s', '%-*.2lf', '%<PRIu64>', "%'d"],
  },
  {
    id: 'perl-format',
    spec: `${GETTEXT}: Perl, Lua, awk and Pascal format strings`,
    from: ['perl-format', 'lua-format', 'awk-format', 'object-pascal-format'],
    sign: /%/u,
    pattern: anyOf(PRINTF),
    examples: ['%s', '%5.2f'],
  },
  {
    id: 'gcc-format',
    spec: `${GETTEXT}: GCC internal format strings`,
    from: ['gcc-internal-format'],
    sign: /%/u,
    pattern: String.raw`%(?:\d{1,3}\$)?[-+ #0']{0,6}(?:\*|\d{1,6})?(?:\.(?:\*|\d{1,6})?)?(?:ll|l|w|h|q|t|z)?[+#]?[A-Za-z<>']`,
    examples: ['%qD', '%<', '%>'],
  },
  {
    id: 'gfc-format',
    spec: `${GETTEXT}: GFC internal format strings`,
    from: ['gfc-internal-format'],
    sign: /%\S/u,
    pattern: String.raw`%(?:\d{1,3}\$)?l?[CdisL]`,
    examples: ['%C', '%L'],
  },
  {
    id: 'php-format',
    spec: `${GETTEXT}: PHP format strings`,
    from: ['php-format'],
    order: 'numbered',
    sign: /%/u,
    pattern: String.raw`%(?:\d{1,3}\$)?[-+0 ]{0,4}(?:'[^])?-?\d{0,6}(?:\.\d{1,6})?[bcdeEfFgGosuxX]`,
    examples: ['%s', "%'*10s", '%1$d'],
  },
  {
    id: 'python-format',
    spec: `${GETTEXT}: Python format strings`,
    from: ['python-format'],
    sign: /%/u,
    pattern: String.raw`%(?:\([^()]{0,200}\))?[-+ #0]{0,5}(?:\*|\d{1,6})?(?:\.(?:\*|\d{1,6})?)?[hlL]?[diouxXeEfFgGcrsa]`,
    examples: ['%(name)s', '%r'],
  },
  {
    id: 'brace-format',
    spec: `${GETTEXT}: Python brace and C# format strings`,
    from: ['python-brace-format', 'csharp-format'],
    order: 'named',
    sign: /\{/u,
    pattern: String.raw`\{[^{}\s]{1,100}(?:, ?[^{}]{1,100})?\}`,
    examples: ['{0}', '{name!r}', '{0,-10:N2}'],
  },
  {
    id: 'perl-brace-format',
    spec: `${GETTEXT}: Perl brace format strings`,
    from: ['perl-brace-format'],
    order: 'named',
    sign: /\{/u,
    pattern: String.raw`\{\w{1,100}\}`,
    examples: ['{name}'],
  },
  {
    id: 'ruby-format',
    spec: `${GETTEXT}: Ruby format strings`,
    from: ['ruby-format'],
    sign: /%/u,
    pattern: anyOf('%<[^<>]{1,100}>[-+ #0\\d.*]{0,12}[A-Za-z]|%\\{[^{}]{1,100}\\}', PRINTF),
    examples: ['%<count>d', '%{name}', '%s'],
  },
  {
    id: 'java-format',
    spec: `${GETTEXT}: Java format strings (MessageFormat)`,
    from: ['java-format'],
    order: 'named',
    sign: /\{/u,
    pattern: String.raw`\{\d{1,3}[^{}]{0,100}\}`,
    examples: ['{0}', '{1, number, integer}'],
  },
  {
    id: 'java-printf-format',
    spec: `${GETTEXT}: Java format strings (Formatter)`,
    from: ['java-printf-format'],
    sign: /%/u,
    pattern: String.raw`%(?:\d{1,3}\$|<)?[-#+ 0,(]{0,7}\d{0,6}(?:\.\d{1,6})?(?:[bBhHsScCdoxXeEfgGaA]|[tT][A-Za-z])`,
    examples: ['%s', '%1$tY', '%,d'],
  },
  {
    id: 'qt-format',
    spec: `${GETTEXT}: Qt and KDE format strings`,
    from: ['qt-format', 'kde-format', 'kde-kuit-format'],
    order: 'named',
    sign: /%\S/u,
    pattern: String.raw`%L?\d{1,2}`,
    examples: ['%1', '%L2'],
  },
  {
    id: 'qt-plural-format',
    spec: `${GETTEXT}: Qt plural format strings`,
    from: ['qt-plural-format'],
    order: 'named',
    sign: /%\S/u,
    pattern: String.raw`%L?(?:\d{1,2}|n)`,
    examples: ['%n', '%1'],
  },
  {
    id: 'boost-format',
    spec: `${GETTEXT}: Boost format strings`,
    from: ['boost-format'],
    order: 'numbered',
    sign: /%/u,
    pattern: anyOf('%\\|[^|]{1,100}\\||%\\d{1,3}%', PRINTF),
    examples: ['%1%', '%|1$+5|'],
  },
  {
    id: 'sh-format',
    spec: `${GETTEXT}: Shell format strings`,
    from: ['sh-format'],
    order: 'named',
    sign: /\$/u,
    pattern: String.raw`\$\w{1,100}|\$\{\w{1,100}\}`,
    examples: ['$file', '${file}'],
  },
].map((row) => ({ kind: 'word', not: DOUBLED, prose: ['a %% b', '{{x}} of it'], ...row }) as Syntax);

/** The syntaxes that an entry's flags announce. */
export function syntaxesOfFlags(flags: readonly string[]): string[] {
  return DIRECTIVES.filter(({ from }) => flags.some((flag) => from.includes(flag))).map(({ id }) => id);
}
