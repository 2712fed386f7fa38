// @ts-check
// What a job must say, and what must not have happened without a word.
import { decodeText } from './decode.mjs';
import { readPackage } from './package.mjs';

/**
 * @typedef {import('./package.mjs').Violation} Violation
 * @typedef {{warnings: readonly {code: string}[]}} Job as its status shows it
 */

/**
 * @param {string} format
 * @param {Buffer} source
 * @param {Buffer} result
 * @param {Job} job
 * @returns {Violation[]}
 */
export function checkWarnings(format, source, result, job) {
  const violations = [];
  const has = (/** @type {string} */ code) => job.warnings.some((warning) => warning.code === code);
  if (has('layout_unavailable'))
    violations.push({ rule: 'layout_lost', detail: 'only the simple rebuild was possible' });
  // The pseudo engine keeps every code where it is, so there is nothing to repair.
  for (const code of ['codes_fallback', 'untranslated']) {
    if (has(code)) violations.push({ rule: code, detail: JSON.stringify(job.warnings) });
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

/** @param {Buffer} source */
function isSigned(source) {
  return [...readPackage(source).parts.keys()].some((key) => /^\/_xmlsignatures\/.*\.xml$/.test(key));
}
