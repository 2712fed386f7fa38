import type { z } from 'zod';
import { ProblemError, specificsOf } from '../../contract/index.ts';
import type { FieldError, FieldErrorCode, Specifics } from '../../contract/index.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;
/** The facts shared by a text, a list and a number that are too small. */
interface TooSmall {
  readonly origin: string;
  readonly minimum: number | bigint;
  /** Whether the minimum itself is allowed; it is, unless it says otherwise. */
  readonly inclusive?: boolean | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
}

/** The value as parsed by its schema. Throws `invalid_request` that names each bad field. */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const { value: read, errors } = check(schema, value);
  if (errors.length > 0) throw invalidFields(errors);
  return read!;
}

/** As `validate`, for callers that collect further errors. `value` is absent if there are errors. */
export function check<T>(schema: z.ZodType<T>, value: unknown): { value?: T; errors: FieldError[] } {
  const result = schema.safeParse(value, { error: (issue) => explain(issue, value) });
  if (result.success) return { value: result.data, errors: [] };
  return { errors: withoutFollowing(result.error.issues).map((issue) => fieldError(issue, value)) };
}

/** Drops consequences of a wrong type: zod also checks a text's length by the list's limits. */
function withoutFollowing(issues: readonly Issue[]): Issue[] {
  const mistyped = new Set(issues.filter(isMistyped).map(({ path }) => fieldPath(path)));
  return issues.filter((issue) => isMistyped(issue) || !mistyped.has(fieldPath(issue.path)));
}

function isMistyped({ code }: Issue): boolean {
  return code === 'invalid_type';
}

/** One problem for all errors; its detail is the first error's, which a person fixes first. */
export function invalidFields(errors: readonly FieldError[]): ProblemError {
  const [first, ...rest] = errors;
  const more = rest.length > 0 ? ` There is more at fault: ${listFields(rest)}.` : '';
  return new ProblemError('invalid_request', `${first!.message}${more}`, { errors: [...errors] });
}

function listFields(errors: readonly FieldError[]): string {
  const fields = [...new Set(errors.map(({ field }) => field))];
  return fields.length > 5 ? `${fields.slice(0, 5).join(', ')} …` : fields.join(', ');
}

function fieldError(issue: Issue, root: unknown): FieldError {
  const field = fieldPath(issue.path);
  const code = issueCode(issue, root);
  // Any fault of an entry counts as one: the glossary is invalid.
  const isGlossary = (issue.path[0] === 'glossary' || issue.path[0] === 'terms') && code !== 'too_many';
  return {
    field,
    code: isGlossary ? 'bad_glossary' : code,
    message: issue.message,
    ...(isGlossary ? {} : issueSpecifics(issue, code)),
  };
}

function issueSpecifics(issue: Issue, code: FieldErrorCode): Specifics {
  if (issue.code === 'custom') return specificsOf((issue.params ?? {}) as Specifics);
  // A required field is empty: its limit does not matter.
  if (code === 'required') return {};
  if (issue.code === 'too_big')
    return { ...bound(issue.origin, 'number_too_large'), details: { limit: Number(issue.maximum) } };
  if (issue.code === 'too_small')
    return { ...bound(issue.origin, 'number_too_small'), details: { limit: Number(issue.minimum) } };
  return {};
}

/** Only for numbers: for texts and lists the codes `too_long`, `too_many` and `too_few` say it. */
function bound(origin: string, reason: 'number_too_large' | 'number_too_small'): Specifics {
  return origin === 'string' || origin === 'array' ? {} : { reason };
}

/** `['segments', 3, 'text']` → `segments[3].text`. */
function fieldPath(path: readonly PropertyKey[] = []): string {
  const text = path.reduce<string>((start, key) => {
    if (typeof key === 'number') return `${start}[${key}]`;
    return start === '' ? String(key) : `${start}.${String(key)}`;
  }, '');
  return text || 'body';
}

function issueCode(issue: Issue, root: unknown): FieldErrorCode {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['code'] as FieldErrorCode | undefined) ?? 'invalid';
    case 'invalid_type':
    case 'invalid_value':
      return isMissing(valueAt(root, issue.path), issue.path) ? 'required' : 'invalid';
    case 'too_small':
      if (issue.origin === 'string') return isEmptyText(issue, root) ? 'required' : 'invalid';
      return issue.origin === 'array' ? 'too_few' : 'invalid';
    case 'too_big':
      return issue.origin === 'array' ? 'too_many' : issue.origin === 'string' ? 'too_long' : 'invalid';
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return 'invalid';
  }
}

/** Only members can be missing: `null` in a list, or as the whole body, is a wrong value. */
function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  return typeof path.at(-1) === 'string' && (value === undefined || value === null);
}

/** A required text without a first character is empty, even if the schema trims it. */
function isEmptyText({ minimum, path = [] }: TooSmall, root: unknown): boolean {
  return Number(minimum) <= 1 || valueAt(root, path) === '';
}

/** The value that the client sent: an issue's own input has passed through the schema. */
function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    // If a list is allowed, a single value counts as its first item.
    if (key === 0 && !Array.isArray(value)) return value;
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }, root);
}

/** The problem and its remedy, if the schema has no message. */
function explain(issue: RawIssue, root: unknown): string {
  const path = issue.path ?? [];
  const field = path.length === 0 ? 'The request body' : fieldPath(path);
  const value = valueAt(root, path);
  const given = `${field} is ${describe(value)}`;
  if (isMissing(value, path)) return `${field} is missing. Add it.`;
  switch (issue.code) {
    case 'invalid_type':
      return `${given}; it must be ${article(issue.expected)}.`;
    case 'invalid_value':
      return `${given}; it must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return tooSmall(issue, root, field);
    case 'too_big':
      if (issue.origin === 'array')
        return `${field} has more than ${String(issue.maximum)} items. Send fewer.`;
      if (issue.origin === 'string')
        return `${field} is longer than ${String(issue.maximum)} characters. Shorten it.`;
      return `${given}; the most is ${String(issue.maximum)}.`;
    case 'unrecognized_keys':
      return `${field} cannot have ${issue.keys.join(', ')}. The OpenAPI document at /v1/openapi.json says what it may have.`;
    default:
      return `${given}, which it cannot be. The OpenAPI document at /v1/openapi.json says what it may be.`;
  }
}

function tooSmall(issue: TooSmall, root: unknown, field: string): string {
  const least = String(issue.minimum);
  if (issue.origin === 'array' || (issue.origin === 'string' && isEmptyText(issue, root)))
    return `${field} is empty. Add something.`;
  if (issue.origin === 'string') return `${field} is shorter than ${least} characters. Make it longer.`;
  const value = valueAt(root, issue.path ?? []);
  // In a query a blank text would be read as zero.
  if (typeof value === 'string' && value.trim() === '')
    return `${field} is empty. Send a whole number of at least ${least}, or leave it out.`;
  const bound = issue.inclusive === false ? `it must be more than ${least}` : `the least is ${least}`;
  return `${field} is ${describe(value)}; ${bound}.`;
}

/** A value in a message: short ones literally, others by type. */
function describe(value: unknown): string {
  if (typeof value === 'string') {
    return `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : `an ${typeof value}`;
}

/** A type in plain words. */
function article(expected: string): string {
  const words: Record<string, string> = {
    int: 'a whole number',
    number: 'a number',
    string: 'a string',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  };
  return words[expected] ?? expected;
}
