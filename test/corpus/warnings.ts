// Warnings that a job must have, and losses that must not happen without one.
import { decodeText } from './decode.ts';
import { readPackage } from './package.ts';
import type { Violation } from './package.ts';

/** As its status shows it. */

export function checkWarnings(
  format: string,
  source: Buffer,
  result: Buffer,
  warnings: readonly { code: string }[],
): Violation[] {
  const violations = [];
  const has = (code: string) => warnings.some((warning) => warning.code === code);
  if (has('layout_unavailable'))
    violations.push({ rule: 'layout_lost', detail: 'only the simple rebuild was possible' });
  // The pseudo engine keeps every code where it is, so there is nothing to repair.
  for (const code of ['codes_fallback', 'untranslated']) {
    if (has(code)) violations.push({ rule: code, detail: JSON.stringify(warnings) });
  }
  if (source.equals(result)) return violations;
  if (format === 'csv' || format === 'txt') {
    const [before, after] = [decodeText(source).encoding, decodeText(result).encoding];
    const isNew = before !== after && after === 'utf-8' && !/^utf|ascii/i.test(before);
    if (isNew && !has('encoding_changed'))
      violations.push({ rule: 'unsaid_encoding', detail: `${before} → ${after}` });
  } else if (isSigned(source) && !has('signature_invalidated')) {
    violations.push({ rule: 'unsaid_signature', detail: 'the signature no longer holds' });
  }
  return violations;
}

function isSigned(source: Buffer) {
  return [...readPackage(source).parts.keys()].some((key) => /^\/_xmlsignatures\/.*\.xml$/.test(key));
}
