import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CheckCode } from '../contract/index.ts';

const ignoredSchema = z.object({
  version: z.literal(1),
  /** The reason, by the finding's id. */
  ignored: z.record(z.string(), z.string()),
});

/** The findings of a job's checks that a person ignores, as `checks.json`: their reasons by their ids. */
export type IgnoredFindings = ReadonlyMap<string, string>;

export function encodeIgnored(ignored: IgnoredFindings): string {
  return JSON.stringify({ version: 1, ignored: Object.fromEntries(ignored) });
}

/** Of a finding: another one once a text of it changes. */
export function findingId(code: CheckCode, texts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([code, ...texts]))
    .digest('base64url')
    .slice(0, 22);
}

/** Without any where the text is damaged: a finding too many is shown, not one too few. */
export function parseIgnored(text: string): IgnoredFindings {
  try {
    return new Map(Object.entries(ignoredSchema.safeParse(JSON.parse(text)).data?.ignored ?? {}));
  } catch {
    return new Map();
  }
}
