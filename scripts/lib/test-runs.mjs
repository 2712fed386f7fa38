// Runs the tests and reads their runners' reports into one form.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { endsWithUs, isEnding } from './process-family.mjs';
import { root, toolFile } from './steps.mjs';

const results = join(root, 'test-results');

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {string[]} skipped names
 * @property {[name: string, message: string][]} failures by file and name
 * @property {[name: string, message: string][]} unsteady tests that passed at the second try, and why not at the first
 * @property {Map<string, number>} files milliseconds of each test file; from vitest only
 */

/** Removes the reports of earlier runs. */
export function emptyResults() {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

/**
 * Runs a tool installed in node_modules, in a separate process group: when this process gets a signal to end,
 * so does everything the tool has started.
 * @param {import('./steps.mjs').Tool} name @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env]
 */
function runTestTool(name, args, env) {
  return runInGroup([toolFile(name), ...args], env);
}

/**
 * As `runTestTool`, with the processor time that nobody else wants.
 * @param {import('./steps.mjs').Tool} name @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export function runPatientTool(name, args, env) {
  return runInGroup([toolFile(name), ...args], env, lowerPriority);
}

/**
 * Gives a process and what it starts the lowest priority. Linux weighs a session as a whole (autogroup,
 * sched(7)), and within it the processes.
 * @param {number} pid of a session's first process
 */
function lowerPriority(pid) {
  try {
    setPriority(pid, 19);
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, '19');
  } catch {
    // It only takes longer for the others.
  }
}

/**
 * As `runTestTool`, for any arguments of Node.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] beside this process's own
 * @param {(pid: number) => void} [onStart]
 * @returns {Promise<number>} the exit code
 */
export function runInGroup(args, env = {}, onStart = () => undefined) {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // On Windows this would open a console window, and there is no group to signal.
      detached: process.platform !== 'win32',
    });
    if (child.pid !== undefined) {
      endsWithUs(child.pid);
      onStart(child.pid);
    }
    child.on('error', reject);
    // While everything is being ended, exit codes mean nothing.
    child.on('exit', (code) => isEnding() || done(code ?? 1));
  });
}

/**
 * @param {readonly string[]} args paths, and reporters beside the one that is read here
 * @param {string} report the report's path; a bare name is placed in test-results/
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Outcome>}
 */
export async function runVitest(args, report, env) {
  const file = resolve(results, report);
  rmSync(file, { force: true });
  const code = await runTestTool(
    'vitest',
    ['run', '--reporter=json', `--outputFile.json=${file}`, ...args],
    env,
  );
  return outcomeOf('vitest', code, file, (/** @type {import('vitest/node').JsonTestResults} */ report) => {
    const outcome = newOutcome();
    for (const { name, startTime, endTime, message, assertionResults } of report.testResults) {
      const path = relative(root, name);
      outcome.files.set(path, endTime - startTime);
      let failed = 0;
      for (const { status, fullName, failureMessages } of assertionResults) {
        const [reason] = failureMessages ?? [];
        if (status === 'passed') {
          outcome.passed++;
          if (reason !== undefined) outcome.unsteady.push([`${path} > ${fullName}`, reason]);
        } else if (status === 'failed' && ++failed)
          outcome.failures.push([`${path} > ${fullName}`, reason ?? '']);
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
 * @param {string} report the report's path; a bare name is placed in test-results/
 * @param {object} [more]
 * @param {readonly string[]} [more.reporters] beside the one that is read here
 * @param {number} [more.slower] factor for the time limits of its pages
 * @param {NodeJS.ProcessEnv} [more.env]
 * @returns {Promise<Outcome>}
 */
export async function runPlaywright(args, report, { reporters = [], slower = 1, env = {} } = {}) {
  const file = resolve(results, report);
  rmSync(file, { force: true });
  const all = ['test', `--reporter=${[...reporters, 'json'].join()}`, ...args];
  const code = await runTestTool('playwright', all, {
    ...env,
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
            else outcome.passed++;
            if (status === 'flaky') outcome.unsteady.push([name, message ?? '']);
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
const newOutcome = () => ({ passed: 0, skipped: [], failures: [], unsteady: [], files: new Map() });

/**
 * A runner without a report, or one that fails though no test did, met a failed build, a crash or an
 * unhandled error.
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
