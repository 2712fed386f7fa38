// @ts-check
// Runs the tests again and again beside busy loops, and names those that failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { numberOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, runTool, say } from './lib/steps.mjs';

const WINDOW = 'test/window';
const COMMAND = {
  usage: `Usage: npm run test:repeat [-- OPTION …] [PATH …]
Runs all tests, or those below the paths, again and again, and counts which failed how often.
  --times N    so many times (10)
  --busy N     beside so many busy loops (0)
  --fastest N  after that, the faster half of the test files so many times more (0)`,
  options: {
    times: { type: /** @type {const} */ ('string'), default: '10' },
    busy: { type: /** @type {const} */ ('string'), default: '0' },
    fastest: { type: /** @type {const} */ ('string'), default: '0' },
  },
  mostPositionals: Infinity,
};

/**
 * @typedef {{passed: number, failures: Map<string, string>, files: {name: string, ms: number}[]}} Run
 * `failures`: the first message of each test that failed, by file and name
 */

/** @param {readonly string[]} paths @param {string} report @returns {Promise<Run>} */
async function runVitest(paths, report) {
  const code = await runTool('vitest', ['run', '--reporter=json', `--outputFile=${report}`, ...paths]);
  const run = newRun();
  /** @type {import('vitest/node').JsonTestResults | undefined} */
  const written = read(report);
  for (const { name, startTime, endTime, message, assertionResults } of written?.testResults ?? []) {
    const file = relative(root, name);
    run.files.push({ name: file, ms: endTime - startTime });
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    run.passed += assertionResults.filter(({ status }) => status === 'passed').length;
    for (const { fullName, failureMessages } of failed)
      run.failures.set(`${file} > ${fullName}`, String(failureMessages?.[0]));
    // A file that cannot be loaded, or whose hooks fail, has no failed test.
    if (failed.length === 0 && message) run.failures.set(file, message);
  }
  return withExit(run, 'vitest', code);
}

/** @param {readonly string[]} paths @param {string} report @returns {Promise<Run>} */
async function runPlaywright(paths, report) {
  const code = await runTool('playwright', ['test', '--reporter=json', ...paths], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const run = newRun();
  /** @param {import('@playwright/test/reporter').JSONReportSuite} suite @param {string} path */
  const visit = (suite, path) => {
    for (const { title, ok, tests } of suite.specs) {
      const message = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message;
      if (ok) run.passed++;
      else run.failures.set(`${path} > ${title}`, message ?? 'It failed without a message.');
    }
    for (const inner of suite.suites ?? []) visit(inner, `${path} > ${inner.title}`);
  };
  /** @type {import('@playwright/test/reporter').JSONReport | undefined} */
  const written = read(report);
  const { suites = [], errors = [] } = written ?? {};
  for (const suite of suites) visit(suite, join(WINDOW, suite.title));
  for (const { message } of errors) run.failures.set('playwright', message ?? '');
  return withExit(run, 'playwright', code);
}

/** @returns {Run} */
const newRun = () => ({ passed: 0, failures: new Map(), files: [] });

/** @template T @param {string} report @returns {T | undefined} undefined where the runner has left none */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A runner that failed though no test did: an unhandled error, a crash, a build that failed. @param {Run} run @param {string} name @param {number} code */
function withExit(run, name, code) {
  if (code !== 0 && run.failures.size === 0) run.failures.set(name, `It ended with exit code ${code}.`);
  return run;
}

/** @param {number} count @returns what ends them */
function startBusyLoops(count) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['--eval', 'for (;;);']));
  const stop = () => loops.forEach((loop) => loop.kill('SIGKILL'));
  process.once('exit', stop);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(1));
  return stop;
}

await script(COMMAND, async (values, positionals) => {
  const times = numberOf(values.times, 'times');
  const busy = numberOf(values.busy, 'busy', { least: 0 });
  const fastest = numberOf(values.fastest, 'fastest', { least: 0 });
  await prepare();
  const hasWindow = (await ensureChromium()) !== null;
  const isWindow = (/** @type {string} */ path) => path.startsWith(WINDOW);
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-repeat-'));
  const report = join(folder, 'report.json');
  const stopLoops = startBusyLoops(busy);
  /** How often each test failed, and its first message. @type {Map<string, {count: number, message: string}>} */
  const failures = new Map();
  /** Times of each file, in milliseconds, summed. @type {Map<string, number>} */
  const spent = new Map();
  let runs = 0;

  /** @param {string} what @param {() => Promise<Run>} once */
  const count = async (what, once) => {
    rmSync(report, { force: true });
    const began = performance.now();
    const run = await once();
    runs++;
    for (const [name, message] of run.failures)
      failures.set(name, {
        count: (failures.get(name)?.count ?? 0) + 1,
        message: failures.get(name)?.message ?? message,
      });
    for (const { name, ms } of run.files) spent.set(name, (spent.get(name) ?? 0) + ms);
    const seconds = Math.round((performance.now() - began) / 1_000);
    say(`${what}: ${run.passed} passed, ${run.failures.size} failed, ${seconds} s`);
    for (const [name, message] of run.failures) say(`  ${name}\n    ${message.split('\n')[0]}`);
  };

  try {
    const unit = positionals.filter((path) => !isWindow(path));
    const window = positionals.filter(isWindow);
    const all = positionals.length === 0;
    for (let n = 1; n <= times; n++) {
      if (all || unit.length > 0) await count(`${n} of ${times}`, () => runVitest(unit, report));
      if (hasWindow && (all || window.length > 0))
        await count(`${n} of ${times}, window`, () => runPlaywright(window, report));
    }
    const byTime = [...spent].sort(([, a], [, b]) => a - b).map(([name]) => name);
    const half = byTime.slice(0, Math.ceil(byTime.length / 2));
    for (let n = 1; n <= fastest && half.length > 0; n++)
      await count(`${n} of ${fastest}, the faster half`, () => runVitest(half, report));
  } finally {
    stopLoops();
    rmSync(folder, { recursive: true, force: true });
  }

  const names = [...failures].sort(([, a], [, b]) => b.count - a.count);
  const found = names.map(([name, { count: often }]) => `${name} (${often})`).join('; ');
  say(`\n${runs} runs beside ${busy} busy loops: ${found === '' ? 'no failures' : `failed: ${found}`}`);
  if (found !== '') process.exitCode = 1;
});
