// The summary of a test run: the counts, skipped tests, and failed ones with the first lines of their
// reasons.
import { stripVTControlCharacters } from 'node:util';
import { say } from './steps.mjs';

/** Lines of a failure's reason in the summary. */
const REASON_LINES = 8;

export function createReport() {
  let passed = 0;
  let failed = 0;
  /** @type {string[]} */
  const skipped = [];
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const unsteady = [];

  /**
   * Of a long output only the end is read, so it names each failure again.
   * @param {string} name
   * @param {string} [reason]
   */
  function fail(name, reason = '') {
    failed++;
    failures.push(withReason(name, reason));
  }

  return {
    /** A check that is a single program. @param {string} name @param {number} code its exit code */
    check(name, code) {
      say(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code === 0) passed++;
      else fail(name, `It ended with exit code ${code}.`);
    },

    /** @param {import('./test-runs.mjs').Outcome} outcome @param {string} [why] added to the names of skipped tests */
    add(outcome, why = '') {
      passed += outcome.passed;
      skipped.push(...outcome.skipped.map((name) => name + why));
      for (const [name, message] of outcome.failures) fail(name, message);
      for (const [name, message] of outcome.unsteady) unsteady.push(withReason(name, message));
    },

    /** Prints it all and sets the exit code. The counts are the last line, which CI reads. */
    finish() {
      list('Skipped', skipped);
      list('Passed at the second try', unsteady);
      list('Failed', failures);
      if (failed > 0) process.exitCode = 1;
      say(`\n${passed} passed, ${failed} failed`);
    },
  };
}

/** @param {string} name @param {string} reason */
function withReason(name, reason) {
  const lines = stripVTControlCharacters(reason).split('\n', REASON_LINES);
  return [name, ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`)].join('\n');
}

/** @param {string} heading @param {string[]} entries */
function list(heading, entries) {
  if (entries.length > 0)
    say(`\n${heading} (${entries.length}):\n${entries.map((entry) => `  ${entry}`).join('\n')}`);
}
