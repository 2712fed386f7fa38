/** What may stand in a place of a JSON text: the parts of its JSON Schema that say what to keep. */
export interface JsonShape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonShape>>;
  readonly items?: JsonShape;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonShape[];
}

/**
 * A parsed JSON value without what its schema does not look at: unknown members, and items over the limit but for one, so that
 * "too many" still shows. What is left is small and still has the type in each place, so that it can be checked, and be
 * sent between threads, in no time. A schema that says nothing keeps all.
 */
function pruneJson(value: unknown, schema: JsonShape): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const type = Array.isArray(value) ? 'array' : 'object';
  const shape = schema.anyOf?.find((branch) => branch.type === type) ?? schema;
  if (shape.type === undefined && shape.anyOf === undefined) return value;
  if (Array.isArray(value)) {
    const { items, maxItems = 10_000 } = shape;
    return items ? value.slice(0, maxItems + 1).map((item) => pruneJson(item, items)) : [];
  }
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(shape.properties ?? {})) {
    if (Object.hasOwn(value, name)) kept[name] = pruneJson((value as Record<string, unknown>)[name], member);
  }
  return kept;
}

/** What came of a text: its pruned value, or why it cannot be read. */
export type Reply = { value: unknown } | { problem: string };

/** Reads UTF-8 JSON and prunes it. */
export function readPruned(bytes: Uint8Array, shape: JsonShape): Reply {
  try {
    // RFC 8259 §8.1: UTF-8, and nothing else; a byte order mark may be ignored, which the decoder does.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { value: pruneJson(JSON.parse(text), shape) };
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    return { problem: isSyntax ? `it is not valid JSON (${error.message})` : 'it is not valid UTF-8' };
  }
}
