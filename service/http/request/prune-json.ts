/** The parts of a JSON Schema that say what to keep of a JSON text. */
export interface JsonShape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonShape>>;
  /** For an object whose members' names are not known beforehand. */
  readonly additionalProperties?: JsonShape | boolean;
  readonly items?: JsonShape;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonShape[];
}

/**
 * A parsed JSON value without what its schema ignores: unknown members, and items over the limit but for one,
 * so that "too many" still shows. What is left is small and keeps the type in each place, so checking it
 * takes no time. An empty schema keeps all.
 */
export function pruneJson(value: unknown, schema: JsonShape): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const type = Array.isArray(value) ? 'array' : 'object';
  const shape = branchesOf(schema).find((branch) => branch.type === type) ?? schema;
  if (shape.type === undefined && shape.anyOf === undefined) return value;
  if (Array.isArray(value)) {
    const { items, maxItems = 10_000 } = shape;
    return items ? value.slice(0, maxItems + 1).map((item) => pruneJson(item, items)) : [];
  }
  if (typeof shape.additionalProperties === 'object') return value;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(shape.properties ?? {})) {
    if (Object.hasOwn(value, name)) kept[name] = pruneJson((value as Record<string, unknown>)[name], member);
  }
  return kept;
}

/** The schemas of which a value fits one, however they are nested. */
function branchesOf({ anyOf = [] }: JsonShape): readonly JsonShape[] {
  return anyOf.flatMap((branch) => (branch.anyOf ? branchesOf(branch) : [branch]));
}
