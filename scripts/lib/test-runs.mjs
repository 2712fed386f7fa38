// Runs the tests and reads what their runners report: one outcome, whichever the runner.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { root, runTool } from './steps.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {string[]} skipped names
 * @property {[name: string, message: string][]} failures by file and name
 * @property {[name: string, message: string][]} flickered those that passed, but not the first time, and why not
 * @property {Map<string, number>} files how many milliseconds each test file took; vitest alone tells
 */

/**
 * @param {readonly string[]} args paths, and reporters beside the one that is read here
 * @param {string} file where the report is left
 * @returns {Promise<Outcome>}
 */
export async function runVitest(args, file) {
  rmSync(file, { force: true });
  const code = await runTool('vitest', ['run', '--reporter=json', `--outputFile.json=${file}`, ...args]);
  return outcomeOf('vitest', code, file, (/** @type {import('vitest/node').JsonTestResults} */ report) => {
    const outcome = newOutcome();
    for (const { name, startTime, endTime, message, assertionResults } of report.testResults) {
      const path = relative(root, name);
      outcome.files.set(path, endTime - startTime);
      let failed = 0;
      for (const { status, fullName, failureMessages } of assertionResults) {
        if (status === 'passed') {
          outcome.passed++;
          if (failureMessages?.[0]) outcome.flickered.push([`${path} > ${fullName}`, failureMessages[0]]);
        } else if (status === 'failed' && ++failed)
          outcome.failures.push([`${path} > ${fullName}`, failureMessages?.[0] ?? '']);
        else outcome.skipped.push(fullName);
      }
      // A file that cannot be loaded, or whose hooks fail, has no failed test.
      if (failed === 0 && message) outcome.failures.push([path, message]);
    }
    return outcome;
  });
}

/**
 * @param {readonly string[]} args paths, and options of the runner
 * @param {string} file where the report is left
 * @param {object} [more]
 * @param {readonly string[]} [more.reporters] beside the one that is read here
 * @param {number} [more.slower] how many times longer its pages take than they would
 * @returns {Promise<Outcome>}
 */
export async function runPlaywright(args, file, { reporters = [], slower = 1 } = {}) {
  rmSync(file, { force: true });
  const code = await runTool('playwright', ['test', `--reporter=${[...reporters, 'json'].join()}`, ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    INTERLINEAR_TEST_SLOWER_PAGES: String(slower),
  });
  return outcomeOf(
    'playwright',
    code,
    file,
    (/** @type {import('@playwright/test/reporter').JSONReport} */ report) => {
      const outcome = newOutcome();
      /** @param {import('@playwright/test/reporter').JSONReportSuite} suite @param {string} path */
      const visit = (suite, path) => {
        for (const { title, tests } of suite.specs) {
          const name = `${path} > ${title}`;
          for (const { status, results } of tests) {
            const message = results.findLast(({ error }) => error)?.error?.message;
            if (status === 'skipped') outcome.skipped.push(name);
            else if (status === 'unexpected') outcome.failures.push([name, message ?? '']);
            else {
              outcome.passed++;
              if (status === 'flaky') outcome.flickered.push([name, message ?? '']);
            }
          }
        }
        for (const inner of suite.suites ?? []) visit(inner, `${path} > ${inner.title}`);
      };
      for (const suite of report.suites) visit(suite, suite.title);
      for (const { message } of report.errors) outcome.failures.push(['playwright', message ?? '']);
      return outcome;
    },
  );
}

/** @returns {Outcome} */
const newOutcome = () => ({ passed: 0, skipped: [], failures: [], flickered: [], files: new Map() });

/**
 * A runner that leaves no report, or that fails though no test did, has met a build that failed, a crash, an unhandled error.
 * @template Report
 * @param {string} runner
 * @param {number} code
 * @param {string} file
 * @param {(report: Report) => Outcome} read
 * @returns {Outcome}
 */
function outcomeOf(runner, code, file, read) {
  const isThere = existsSync(file);
  const outcome = isThere
    ? read(/** @type {Report} */ (JSON.parse(readFileSync(file, 'utf8'))))
    : newOutcome();
  if (!isThere) outcome.failures.push([runner, `It ended with exit code ${code} and left no ${file}.`]);
  else if (code !== 0 && outcome.failures.length === 0)
    outcome.failures.push([runner, `It ended with exit code ${code}, though no test failed.`]);
  return outcome;
}
