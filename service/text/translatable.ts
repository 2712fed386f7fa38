import { mayHaveUntouchables, untouchableSpans } from './patterns.ts';

/** Currency codes and letter signs of amounts. None that is a common word (ALL, TOP, TRY). */
const CURRENCY =
  'USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|CNY|RMB|HKD|TWD|SGD|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RUB|UAH|INR|BRL|MXN|ARS|CLP|COP|ZAR|KRW|THB|IDR|MYR|PHP|VND|ILS|AED|SAR|EGP|BTC|US|CA|AU|NZ|HK|NT|R|A|C|S|kr|Kr|zł|Kč|Ft|лв|руб|р|lei|Rs|Fr|SFr';
const AMOUNT = new RegExp(
  `^[\\p{Ps}+−–-]*(?:(?:${CURRENCY})\\.?)?[\\s\\p{Sc}]*[+−–-]?\\p{N}[\\p{N}\\s.,'’٫٬/–−-]*[\\s\\p{Sc}%]*(?:(?:${CURRENCY})\\.?)?[\\p{Sc}\\p{Pe}\\s]*$`,
  'u',
);
/** 1.5e-10; 2024-01-31T10:00:00Z. */
const SCIENTIFIC = /^[+−-]?\p{N}+(?:[.,]\p{N}+)?[eE][+−-]?\p{N}+$/u;
const TIMESTAMP = /^\d{4}-?\d\d-?\d\dT\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

const FILE_NAME =
  /^[\p{L}\p{N}_.()@+~-]+\.(?:docx?|xlsx?|pptx?|odt|ods|pdf|txt|csv|tsv|rtf|md|json|ya?ml|xml|html?|css|scss|[cm]?[jt]sx?|vue|py|rb|rs|go|java|kt|c|h|cpp|hpp|cs|php|sh|ps1|bat|exe|dll|so|zip|tar|t?gz|7z|rar|png|jpe?g|gif|svg|webp|ico|bmp|tiff?|mp[34]|wav|ogg|avi|mov|mkv|log|ini|cfg|conf|toml|lock|sql|db|sqlite|bak|tmp|xliff?|tmx|po|pot|deb|rpm|msi|dmg|iso|apk)$/iu;
const DOMAIN =
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|gov|edu|info|biz|app|ai|co|eu|uk|us|de|fr|es|it|nl|be|ch|at|pl|se|no|dk|fi|pt|br|mx|ar|ca|au|nz|jp|cn|kr|in|ru)(?::\d+)?(?:[/?#]\S*)?$/i;

const DATE_PART =
  '(?:Y{2,4}|y{1,4}|M{1,4}|D{1,2}|Do|d{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|S{1,3}|[Aaz]|mma|DDTHH|E{1,4})';
/** Patterns of dates and times: YYYY-MM-DD, dd.MM.yyyy HH:mm, MMM D, YYYY. */
const DATE_PATTERN = new RegExp(
  `^(?=.*(?:YY|yy|MM|DD|dd|HH|hh|mm))${DATE_PART}(?:[\\s.,:/-]+${DATE_PART})+$|^(?:YYYY|yyyy)$`,
);

const CODE_LIKE: readonly RegExp[] = [
  FILE_NAME,
  DOMAIN,
  // Paths: /usr/bin, ./a, ~/a, C:\a, \\server\share, src/main/app.ts.
  /^(?:~|\.{1,2})?\/[^\s/][^\s]*$/,
  /^(?:[A-Za-z]:[\\/]|\\\\)\S*$/,
  /^[\w.@-]+(?:[/\\][\w.@-]+)*[/\\][\w@-]*\.\w{1,8}$/,
  // snake_case, SCREAMING_CASE, ABC-123_X. A longer row is a blank to fill in: Signature________.
  /^(?!.*___)[$@#.]?[A-Za-z\d.-]*_[\w.-]*(?:\(\S*\))?$/,
  // Part numbers and the like, with a digit: ABC-123, A4, ISO-9001:2015.
  /^(?=[^\d]*\d)[A-Z][A-Z\d]*(?:[-./:#][A-Z\d]+)*$/,
  /^(?=[^A-Z]*[A-Z])(?=[^-./:#]*[-./:#])\d[A-Z\d]*(?:[-./:#][A-Z\d]+)+$/,
  // Versions: v1.2, 1.2.3-beta.1.
  /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$/i,
  /^v\d+$/i,
  // Hexadecimal: 0xFF, #a1b2c3, UUIDs, hashes.
  /^0x[\da-f]+$/i,
  /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i,
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /^(?=[^\d]*\d)[\da-f]{16,}$/i,
  // camelCase, name(), a::b, a->b, object.member.
  /^[a-z]+\d*(?:[A-Z][a-z\d]*)+(?:\(\S*\))?;?$/,
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+\(\S*\);?$/,
  // A word with an ending or a unit behind it is none: Item(s), Price(EUR).
  /^[A-Za-z_$][\w$]*\((?:["'$]\S*)?\);?$/,
  /^[A-Za-z_$][\w$]*\(\S*\);$/,
  /^[A-Za-z_$][\w$]*(?:(?:::|->)[A-Za-z_$][\w$]*)+$/,
  /^[a-z_$][a-z\d$]+(?:\.[a-z_$][A-Za-z\d$]+)+$/,
  // Options and variables: --output, -v, $HOME. "-Milk" is an item of a list.
  /^--[A-Za-z\d][\w-]*(?:=\S*)?$/,
  /^-(?:[A-Za-z]|[A-Za-z\d][\w-]*=\S*)$/,
  /^\$[A-Za-z_]\w*$/,
];

/** With spaces in its names, but no words behind the ending of its last one. */
const WINDOWS_PATH = /^[A-Za-z]:\\[^\n]*\\(?![^\\\n]*\.[A-Za-z]{1,5} +\p{L})[^\\\n]*$/u;

/** No word is longer: V8 remembers each letter on its stack, and gives up after millions. */
const TWO_WORDS = /(?:^|\s)\p{L}{2,99} \p{L}{2,99}(?:[\s,.!?]|$)/u;

/** Longer words are data: identifiers, file names and paths (260 on Windows) end before. UTF-16 units. */
const LONGEST_NAME = 260;
const LETTER = /\p{L}/u;
/** A single letter is a list mark, a column or a key, except in scripts without spaces. */
const ONE_LETTER = /^\P{L}*[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\P{L}*$/u;

function isCodeLike(word: string): boolean {
  if (word.length > LONGEST_NAME) return false;
  const bare = /^[([{"'«“]*(.*?)[)\]}"'»”,;]*$/su.exec(word)?.[1] ?? word;
  return CODE_LIKE.some((pattern) => pattern.test(word) || pattern.test(bare));
}

/**
 * Whether plain text has anything for a translator: false for blank text, numbers, dates of digits, amounts,
 * URLs, e-mail addresses, paths, placeholders and code-like identifiers, and for what has no letters at all.
 * In doubt true: a word too many sent to the engine costs less than a word left untranslated.
 */
export function isTranslatable(plain: string): boolean {
  const whole = plain.trim();
  if (whole.length <= LONGEST_NAME && WINDOWS_PATH.test(whole)) return false;
  if (whole.length < 100 && DATE_PATTERN.test(whole)) return false;
  const trimmed = withoutUntouchables(whole);
  // Two plain words in a row are a text: most segments end here.
  if (TWO_WORDS.test(trimmed)) return true;
  if (!LETTER.test(trimmed)) return false;
  if (whole.length <= LONGEST_NAME && ONE_LETTER.test(whole)) return false;
  if (whole.length < 100 && (AMOUNT.test(whole) || SCIENTIFIC.test(whole) || TIMESTAMP.test(whole))) {
    return false;
  }
  return trimmed.split(/\s+/).some((word) => LETTER.test(word) && !isCodeLike(word));
}

function withoutUntouchables(text: string): string {
  if (!mayHaveUntouchables(text)) return text;
  let rest = '';
  let end = 0;
  for (const span of untouchableSpans(text)) {
    rest += `${text.slice(end, span.start)} `;
    end = span.end;
  }
  return rest + text.slice(end);
}
