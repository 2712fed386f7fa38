import type { z } from 'zod';
import { ProblemError } from '../../contract/index.ts';
import type { FieldError, FieldErrorCode } from '../../contract/index.ts';

type Issue = z.core.$ZodIssue;

/** The value as its schema reads it. Throws `invalid_request` that names each bad field. */
export function validate<T>(schema: z.ZodType<T>, value: unknown, base = ''): T {
  const checked = check(schema, value, base);
  if (checked.errors.length > 0) throw invalidFields(checked.errors);
  return checked.value!;
}

/** As `validate`, for callers that have more errors to collect. `value` is absent when there are errors. */
export function check<T>(
  schema: z.ZodType<T>,
  value: unknown,
  base = '',
): { value?: T; errors: FieldError[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, errors: [] };
  return { errors: result.error.issues.map((issue) => fieldError(issue, value, base)) };
}

/** One problem for all of them; its detail is the first one's, which a person mends first. */
export function invalidFields(errors: readonly FieldError[]): ProblemError {
  const [first, ...rest] = errors;
  const more = rest.length > 0 ? ` There is more at fault: ${listFields(rest)}.` : '';
  return new ProblemError('invalid_request', `${first!.message}${more}`, { errors: [...errors] });
}

function listFields(errors: readonly FieldError[]): string {
  const fields = [...new Set(errors.map(({ field }) => field))];
  return fields.length > 5 ? `${fields.slice(0, 5).join(', ')} …` : fields.join(', ');
}

function fieldError(issue: Issue, root: unknown, base: string): FieldError {
  const field = fieldPath(base, issue.path) || 'body';
  const code = issueCode(issue, root);
  return { field, code, message: issueMessage(issue, field, code, valueAt(root, issue.path)) };
}

/** `['segments', 3, 'text']` → `segments[3].text`. */
function fieldPath(base: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, base);
}

function issueCode(issue: Issue, root: unknown): FieldErrorCode {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['code'] as FieldErrorCode | undefined) ?? 'invalid';
    case 'invalid_type':
      return valueAt(root, issue.path) === undefined ? 'required' : 'invalid';
    case 'too_small':
      return issue.origin === 'array' ? 'too_few' : issue.origin === 'string' ? 'required' : 'invalid';
    case 'too_big':
      return issue.origin === 'array' ? 'too_many' : issue.origin === 'string' ? 'too_long' : 'invalid';
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_value':
      return 'invalid';
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  );
}

function issueMessage(issue: Issue, field: string, code: FieldErrorCode, value: unknown): string {
  if (issue.code === 'custom') return issue.message;
  if (code === 'required') return `${field} is missing. Add it.`;
  if (issue.code === 'invalid_type')
    return `${field} is ${article(typeName(value))}; it must be ${article(issue.expected)}.`;
  if (issue.code === 'invalid_value') {
    return `${field} must be one of: ${issue.values.map(String).join(', ')}.`;
  }
  if (issue.code === 'too_small') return `${field} must have at least ${String(issue.minimum)}.`;
  if (issue.code === 'too_big') return `${field} may have at most ${String(issue.maximum)}.`;
  return `${field} cannot be used: ${issue.message}.`;
}

/** The type as JSON names it. */
function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function article(type: string): string {
  const name = type === 'int' ? 'integer' : type;
  if (name === 'null') return name;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}
