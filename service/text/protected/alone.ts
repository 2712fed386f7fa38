import { anyOf } from './syntax.ts';
import type { Syntax } from './syntax.ts';

/** Currency codes and letter signs of amounts. None that is a common word (ALL, TOP, TRY). */
const CURRENCY =
  'USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|CNY|RMB|HKD|TWD|SGD|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RUB|UAH|INR|BRL|MXN|ARS|CLP|COP|ZAR|KRW|THB|IDR|MYR|PHP|VND|ILS|AED|SAR|EGP|BTC|US|CA|AU|NZ|HK|NT|R|A|C|S|kr|Kr|zł|Kč|Ft|лв|руб|р|lei|Rs|Fr|SFr';

const DATE_PART =
  '(?:Y{2,4}|y{1,4}|M{1,4}|D{1,2}|Do|d{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|S{1,3}|[Aaz]|mma|DDTHH|E{1,4})';

const ENDINGS =
  'docx?|xlsx?|pptx?|odt|ods|pdf|txt|csv|tsv|rtf|md|json|ya?ml|xml|html?|css|scss|[cm]?[jt]sx?|vue|py|rb|rs|go|java|kt|c|h|cpp|hpp|cs|php|sh|ps1|bat|exe|dll|so|zip|tar|t?gz|7z|rar|png|jpe?g|gif|svg|webp|ico|bmp|tiff?|mp[34]|wav|ogg|avi|mov|mkv|log|ini|cfg|conf|toml|lock|sql|db|sqlite|bak|tmp|xliff?|tmx|po|pot|deb|rpm|msi|dmg|iso|apk';
const TOP_LEVEL =
  'com|org|net|io|dev|gov|edu|info|biz|app|ai|co|eu|uk|us|de|fr|es|it|nl|be|ch|at|pl|se|no|dk|fi|pt|br|mx|ar|ca|au|nz|jp|cn|kr|in|ru';

/** Words of a sentence about a program. */
const SENTENCE_WORDS = 'an?|the|is|are|was|has|can|will|must|and|or|of|for|with|not|you';
/** Programs whose names are no words of English. */
const PROGRAMS =
  'npm|npx|pnpm|deno|pip3?|pipx|python3?|git|docker|podman|kubectl|cargo|rustup|apt|apt-get|dnf|curl|wget|ssh|scp|sudo|chmod|mkdir|tsc|cmake|gradlew?|mvn|dotnet|php';

/** Kinds of a whole text; within a sentence each of them might be a word. */
export const ALONE: readonly Syntax[] = [
  {
    id: 'amount',
    spec: 'ISO 4217 codes, signs and abbreviations of currencies',
    pattern: anyOf(
      `[\\p{Ps}+−–-]*(?:(?:${CURRENCY})\\.?)?[\\s\\p{Sc}]*[+−–-]?\\p{N}[\\p{N}\\s.,'’٫٬/–−-]*[\\s\\p{Sc}%]*(?:(?:${CURRENCY})\\.?)?[\\p{Sc}\\p{Pe}\\s]*$`,
    ),
    examples: ['USD 1,234.50', '12 €', '(5.00 kr)'],
    prose: ['12 houses'],
  },
  {
    id: 'scientific',
    spec: 'numbers in scientific notation',
    pattern: String.raw`[+−-]?\p{N}+(?:[.,]\p{N}+)?[eE][+−-]?\p{N}+$`,
    examples: ['1.5e-10'],
    prose: ['5e'],
  },
  {
    id: 'timestamp',
    spec: 'ISO 8601',
    pattern: String.raw`\d{4}-?\d\d-?\d\dT\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$`,
    examples: ['2024-01-31T10:00:00Z'],
    prose: ['2024-01-31 Tuesday'],
  },
  {
    id: 'date-pattern',
    spec: 'Unicode TR 35-4, 8 Date Format Patterns; Moment.js',
    pattern: anyOf(
      `(?=${DATE_PART}[\\s.,:/-])(?=[^\\n]*(?:YY|yy|MM|DD|dd|HH|hh|mm))${DATE_PART}(?:[\\s.,:/-]+${DATE_PART})+$|(?:YYYY|yyyy)$`,
    ),
    examples: ['YYYY-MM-DD', 'dd.MM.yyyy HH:mm', 'MMM D, YYYY'],
    prose: ['Mama'],
  },
  {
    id: 'windows-path-alone',
    spec: 'Windows paths with spaces and no words behind the ending of the last name',
    pattern: String.raw`[A-Za-z]:\\[^\n]*\\(?![^\\\n]*\.[A-Za-z]{1,5} +\p{L})[^\\\n]*$`,
    examples: ['C:\\My files\\the house'],
    prose: ['C:\\a\\b.txt is the house'],
  },
  {
    id: 'command',
    spec: 'POSIX.1 XCU 2.9.1 Simple Commands, of programs whose names are no words',
    pattern: anyOf(
      `^(?:${PROGRAMS})(?![^\\n]* (?:${SENTENCE_WORDS})(?= |$))(?: [\\w@./:=~^-]+| "[^"\\n]*"| '[^'\\n]*')+$`,
    ),
    examples: ['npm install', 'docker compose up -d', 'git commit -m "house"'],
    prose: ['Open the house', 'make it red', 'git is open'],
  },
  {
    id: 'media-type',
    spec: 'RFC 6838 4.2',
    pattern: String.raw`(?:application|audio|font|image|message|model|multipart|text|video)\/[a-z\d][\w.+-]*(?:; ?charset=[\w-]+)?$`,
    examples: ['application/json', 'text/html; charset=utf-8'],
    prose: ['text/Html', 'house/car'],
  },
  {
    id: 'class-list',
    spec: 'HTML 3.2.6.5 the class attribute: two names of several parts, one with a number or a state',
    pattern: anyOf(
      '^(?=[^\\n]{0,300}?(?:-\\d|[a-z]:[a-z]))(?=(?:[^\\s:-]{1,60} ){0,20}[^\\s:-]{1,60}[:-]\\S{1,60} (?:[^\\s:-]{1,60} ){0,20}[^\\s:-]{1,60}[:-])(?:[a-z][\\w:/[\\].%#-]*(?: (?=[a-z])|$)){2,100}$',
    ),
    examples: ['text-amber-700 dark:text-amber-300', 'flex items-center mt-4'],
    prose: ['well-known long-term houses', 'red house', 'a: b', 'covid-19 tests'],
  },
  {
    id: 'language-tag',
    spec: 'RFC 5646 2.1, with a region',
    pattern: String.raw`[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?[-_][A-Z]{2}$`,
    examples: ['en-US', 'zh-Hant-TW', 'pt_BR'],
    prose: ['en-us'],
  },
].map(alone);

/** Kinds of words without letters to translate. */
export const WORDS_ALONE: readonly Syntax[] = [
  {
    id: 'file-name',
    spec: 'names of files by their ending',
    pattern: `[\\p{L}\\p{N}_.()@+~-]+\\.(?:${ENDINGS})$`,
    ignoresCase: true,
    examples: ['house(1).docx', 'Makefile.toml'],
    prose: ['house.'],
  },
  {
    id: 'domain',
    spec: 'RFC 1123 2.1',
    pattern: `[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.(?:${TOP_LEVEL})(?::\\d+)?(?:[/?#]\\S*)?$`,
    ignoresCase: true,
    examples: ['house.de', 'a.house.in/b'],
    prose: ['house'],
  },
  {
    id: 'path-alone',
    spec: 'POSIX.1 3.271 pathname, Windows paths',
    pattern: anyOf(
      '(?:~|\\.{1,2})?/[^\\s/][^\\s]*$',
      '(?:[A-Za-z]:[\\\\/]|\\\\\\\\)\\S*$',
      '[\\w.@-]+(?:[/\\\\][\\w.@-]+)*[/\\\\][\\w@-]*\\.\\w{1,8}$',
    ),
    examples: ['/usr/bin', './a', '~/a', 'C:\\a', 'src/main/app.ts'],
    prose: ['and/or'],
  },
  {
    id: 'snake-case',
    spec: 'names in snake_case',
    // A longer row is a blank to fill in: Signature________.
    pattern: String.raw`(?!.*___)[$@#.]?[A-Za-z\d.-]*_[\w.-]*(?:\(\S*\))?$`,
    examples: ['file_name', 'ABC-123_X'],
    prose: ['Signature________'],
  },
  {
    id: 'part-number',
    spec: 'part numbers, standards, sizes of paper',
    pattern: anyOf(
      '(?=[^\\d]*\\d)[A-Z][A-Z\\d]*(?:[-./:#][A-Z\\d]+)*$',
      '(?=[^A-Z]*[A-Z])(?=[^-./:#]*[-./:#])\\d[A-Z\\d]*(?:[-./:#][A-Z\\d]+)+$',
    ),
    examples: ['ABC-123', 'A4', 'ISO-9001:2015', '3-3A'],
    prose: ['NATO'],
  },
  {
    id: 'version',
    spec: 'Semantic Versioning 2.0.0',
    pattern: String.raw`v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$|v\d+$`,
    ignoresCase: true,
    examples: ['v1.2', '1.2.3-beta.1', 'v2'],
    prose: ['v'],
  },
  {
    id: 'hexadecimal',
    spec: 'C literals, CSS colours, RFC 9562, hashes',
    pattern: String.raw`0x[\da-f]+$|#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|(?=[^\d]*\d)[\da-f]{16,}$`,
    ignoresCase: true,
    examples: ['0xFF', '#a1b2c3', '123e4567-e89b-12d3-a456-426614174000'],
    prose: ['facade'],
  },
  {
    id: 'code-word',
    spec: 'names of programs: camelCase, calls, members',
    // Not a word followed by an ending or a unit: Item(s), Price(EUR).
    pattern: anyOf(
      '[a-z]+\\d*(?:[A-Z][a-z\\d]*)+(?:\\(\\S*\\))?;?$',
      '[A-Za-z_$][\\w$]*(?:(?:\\.|::|->)[A-Za-z_$][\\w$]*)+\\(\\S*\\);?$',
      '[A-Za-z_$][\\w$]*\\((?:["\'$]\\S*)?\\);?$',
      '[A-Za-z_$][\\w$]*\\(\\S*\\);$',
      '[A-Za-z_$][\\w$]*(?:(?:::|->)[A-Za-z_$][\\w$]*)+$',
      '[a-z_$][a-z\\d$]+(?:\\.[a-z_$][A-Za-z\\d$]+)+$',
    ),
    examples: ['userName', 'name()', 'a::b', 'a->b', 'object.member'],
    prose: ['Item(s)', 'Price(EUR)'],
  },
  {
    id: 'argument',
    spec: 'options of commands, environment variables',
    // "-Milk" is an item of a list.
    pattern: String.raw`--[A-Za-z\d][\w-]*(?:=\S*)?$|-(?:[A-Za-z]|[A-Za-z\d][\w-]*=\S*)$|\$[A-Za-z_]\w*$`,
    examples: ['--output', '-v', '$HOME', '--a=b'],
    prose: ['-Milk'],
  },
].map(alone);

function alone(row: Pick<Syntax, 'id' | 'spec' | 'pattern' | 'examples' | 'prose'>): Syntax {
  return { kind: 'code', from: ['alone'], sign: /^/u, ...row };
}
