/**
 * Whether the values of a column are identifiers, such as Shopify's handles (`white-bread`) or `btn-ok`. A
 * single value proves nothing: `well-known` is a word. All values together and the other columns decide.
 */

/** The value of a row in this column, and its values in the others. */
export interface IdRow {
  readonly value: string;
  readonly others: string;
}

/** Parts of digits and letters, all in lower case or all in capitals: `white-bread`, `CAR-RED-01`. */
const ID = /^(?:[a-z\d]{1,40}(?:[-_.][a-z\d]{1,40}){0,12}|[A-Z\d]{1,40}(?:[-_.][A-Z\d]{1,40}){0,12})$/;
const JOINED = /[-_.]/;
const HEADER =
  /^(?:handle|slug|key|id|ids|identifier|sku|code|url[ _-]?key|permalink|anchor|token|class|selector|msgid|string[ _-]?id)$/i;
/** `Item code`, `Product ID`: such a word after another, which may also be a text (`Dress code`). */
const LONG_HEADER = /^\S{1,40}[ _-](?:handle|slug|key|id|ids|identifier|sku|code)$/i;
const MIN_IDS = 2;

/** Whether a column may contain ids, before all of it is read. The first cell may be a header. */
export function mayBeIdColumn([, ...values]: readonly string[]): boolean {
  return values.every((value) => ID.test(value.trim())) && values.some((value) => JOINED.test(value));
}

export function isIdColumn(rows: readonly IdRow[]): boolean {
  const [first, ...rest] = rows;
  if (!first) return false;
  const isHeader = !JOINED.test(first.value.trim());
  const body = isHeader ? rest : [first, ...rest];
  const values = body.map(({ value }) => value.trim());
  if (values.length < MIN_IDS || !values.every((value) => ID.test(value))) return false;
  // Prices and dates: they need no translation, but their heading does.
  if (!values.some((value) => /[A-Za-z]/.test(value))) return false;
  const joined = values.filter((value) => JOINED.test(value));
  if (joined.length * 2 < values.length) return false;
  if (isHeader && HEADER.test(first.value.trim())) return true;
  if (isHeader && LONG_HEADER.test(first.value.trim()) && joined.some((value) => /\d/.test(value)))
    return true;
  // Words may be in capitals, T-SHIRTS; with numbers in them they are codes.
  if (values.some((value) => /[A-Z]/.test(value)) && !values.some((value) => /\d/.test(value))) return false;
  return isSaidBeside(body) || sharesBeginnings(joined);
}

/** Whether a column contains ids, or single words under a header such as `key` beside a column of texts. */
export function isKeyColumn(rows: readonly IdRow[]): boolean {
  const [first, ...rest] = rows;
  const isNamed = first !== undefined && rest.length > 0 && HEADER.test(first.value.trim());
  const areKeys =
    isNamed &&
    rest.every(({ value }) => ID.test(value.trim().toLowerCase())) &&
    rest.some(({ others }) => /\p{L}{2}/u.test(others));
  return areKeys || isIdColumn(rows);
}

/** Whether an id's words are in another column of its row, as a product's name is beside its handle. */
function isSaidBeside(rows: readonly IdRow[]): boolean {
  const withWords = rows.filter(({ others }) => /\p{L}{2}/u.test(others));
  const said = withWords.filter(({ value, others }) => {
    const text = ` ${others.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
    const words = value
      .trim()
      .toLowerCase()
      .split(JOINED)
      .filter((word) => word.length > 1);
    return words.length > 0 && words.filter((word) => text.includes(` ${word} `)).length * 2 > words.length;
  });
  return said.length * 2 > withWords.length;
}

/** `btn-ok`, `btn-cancel`, `msg-lost`: most share a prefix with another one. Compound words rarely do. */
function sharesBeginnings(values: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const value of values) {
    const [start = ''] = value.split(JOINED);
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  const shared = [...counts].filter(([start, count]) => count > 1 && !PREFIXES.has(start));
  return shared.reduce((sum, [, count]) => sum + count, 0) * 2 > values.length;
}

/** Prefixes of compound words: a list of adjectives has many of each. */
const PREFIXES = new Set(
  'well self non long short high low part full co ex anti pre post semi multi old new hand home open over under half all cross mid one two three four first second ever much ill light dark'.split(
    ' ',
  ),
);
