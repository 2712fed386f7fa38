/**
 * This file stands alone, without imports: json-thread.ts runs the source text of its functions in another thread.
 */

export interface PruneRule {
  /** Members to keep, at whatever depth. */
  readonly names: readonly string[];
  /** Items to keep of an array: one more than may be, so that "too many" still shows. */
  readonly maxItems: number;
}

/**
 * A parsed JSON value without what no schema of ours looks at: unknown members, items over the limit, all below three levels. What
 * is left is small and still has the type in each place, so that it can be checked, and be sent between threads, in no time.
 */
export function pruneJson(value: unknown, rule: PruneRule, levels = 3): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return levels === 0 ? [] : value.slice(0, rule.maxItems).map((item) => pruneJson(item, rule, levels - 1));
  }
  const kept: Record<string, unknown> = {};
  if (levels === 0) return kept;
  for (const name of rule.names) {
    if (Object.hasOwn(value, name)) {
      kept[name] = pruneJson((value as Record<string, unknown>)[name], rule, levels - 1);
    }
  }
  return kept;
}

/** What came of a text: its pruned value, or why it cannot be read. */
export type Reply = { value: unknown } | { problem: string };

/** Reads UTF-8 JSON and prunes it. */
export function readPruned(bytes: Uint8Array, rule: PruneRule): Reply {
  try {
    // RFC 8259 §8.1: UTF-8, and nothing else; a byte order mark may be ignored, which the decoder does.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { value: pruneJson(JSON.parse(text), rule) };
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    return { problem: isSyntax ? `it is not valid JSON (${error.message})` : 'it is not valid UTF-8' };
  }
}
