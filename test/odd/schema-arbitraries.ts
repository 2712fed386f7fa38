import fc from 'fast-check';

/** A JSON Schema, as far as the contract's own schemas use it. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

export type Resolve = (ref: string) => Schema;
/** Values that mean something to this service where a schema only says "string". */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Short, mostly: long texts are for the absurd. */
const MAX_ITEMS = 4;
const MAX_CHARS = 40;

/** Values that the schema allows. `hints` are by the name of a member. */
export function validValue(schema: Schema, resolve: Resolve, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  const hint = hints[name];
  if (hint) return hint;
  if (schema.$ref !== undefined) return validValue(resolve(schema.$ref), resolve, hints, name);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => validValue(part, resolve, hints)));
  switch (schema.type) {
    case 'string':
      return validString(schema);
    case 'integer':
    case 'number':
      return fc.integer(bounds(schema.minimum ?? 0, schema.maximum ?? 1_000));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { minItems = 0, maxItems = MAX_ITEMS } = schema;
      const limits = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)) };
      return fc.array(validValue(schema.items ?? {}, resolve, hints), limits);
    }
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(
        ([member, part]) => [member, validValue(part, resolve, hints, member)] as const,
      );
      return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function validString({ minLength = 0, maxLength = MAX_CHARS, pattern }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.uuid();
  return fc.string({
    unit: 'grapheme',
    ...{ minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_CHARS)) },
  });
}

function bounds(min: number, max: number): { min: number; max: number } {
  return { min, max: Math.max(min, Math.min(max, 1_000_000)) };
}

/** Whatever JSON can hold, in places where people expect something else. */
export const absurdValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      -1,
      0,
      1.5,
      1e308,
      2 ** 53,
      -(2 ** 63),
      '',
      ' ',
      '\0',
      '\ud800',
      'auto',
      'en',
      '0',
      'NaN',
    ],
    ...[
      'x'.repeat(3_000),
      '🜁'.repeat(300),
      '../../etc/passwd',
      '<1>',
      '</1>',
      '<0/>',
      '&#0;',
      '__proto__',
      'constructor',
    ],
    ...[[], {}, [[]], [null], { length: 1 }, { toString: 1 }, { then: 'x' }, Array(101).fill({ text: 'a' })],
  ),
);

/** A valid value with one thing wrong: a member absent, of another type, or absurd; an item too many. */
export function nearlyValid(schema: Schema, resolve: Resolve, hints: Hints): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      validValue(schema, resolve, hints),
      absurdValue,
      fc.nat(),
      fc.constantFrom('drop', 'replace', 'add'),
    )
    .map(([value, absurd, at, change]) => spoil(value, absurd, at, change));
}

function spoil(value: unknown, absurd: unknown, at: number, change: string): unknown {
  if (typeof value !== 'object' || value === null) return absurd;
  if (Array.isArray(value)) {
    if (value.length === 0 || change === 'add') return [...(value as unknown[]), absurd];
    return value.map((item: unknown, i) =>
      i === at % value.length ? spoil(item, absurd, at >> 3, change) : item,
    );
  }
  const names = Object.keys(value);
  const name = names[at % Math.max(1, names.length)];
  if (name === undefined || change === 'add')
    return { ...value, [typeof absurd === 'string' ? absurd.slice(0, 20) : 'more']: absurd };
  const { [name]: member, ...others } = value as Record<string, unknown>;
  if (change === 'drop') return others;
  const isDeep = typeof member === 'object' && member !== null && at % 2 === 0;
  return { ...others, [name]: isDeep ? spoil(member, absurd, at >> 3, change) : absurd };
}
