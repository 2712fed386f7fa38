// What `npm test`, `npm run check` and CI run: installs what the tests need, runs everything, ends with the plain sum.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureApertium } from './lib/apertium.mjs';
import { namesOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, runTool, say } from './lib/steps.mjs';

const results = join(root, 'test-results');
const sum = { passed: 0, failed: 0, skipped: 0 };
const skippedNames = [];

const STATIC_CHECKS = [
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the window', 'vue-tsc', ['-p', 'renderer/tsconfig.json']],
  [
    'rules between rooms',
    'depcruise',
    ['--config', '.dependency-cruiser.mjs', 'service', 'electron', 'renderer'],
  ],
  ['unused code', 'knip', []],
];

async function staticChecks() {
  for (const [name, tool, args] of STATIC_CHECKS) {
    const code = await runTool(tool, args);
    say(`${code === 0 ? '✓' : '✗'} ${name}`);
    sum[code === 0 ? 'passed' : 'failed']++;
  }
}

/** Reads a report a runner has left. A runner that left none has crashed, and counts as one failure. */
function readReport(name, code, count) {
  let report;
  try {
    report = JSON.parse(readFileSync(join(results, name), 'utf8'));
  } catch {
    say(`✗ ${name}: the test runner ended with exit code ${code} and left no report.`);
    sum.failed++;
    return;
  }
  const before = sum.failed;
  count(report);
  if (code !== 0 && sum.failed === before) sum.failed++;
}

async function unitTests() {
  await ensureApertium();
  const file = 'unit.json';
  const code = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(results, file)}`,
  ]);
  readReport(file, code, (report) => {
    sum.passed += report.numPassedTests;
    sum.failed += report.numFailedTests;
    for (const suite of report.testResults) {
      for (const test of suite.assertionResults) {
        if (test.status !== 'pending' && test.status !== 'skipped') continue;
        sum.skipped++;
        skippedNames.push(test.fullName);
      }
    }
  });
}

async function windowTests() {
  const chromium = await ensureChromium();
  const file = 'window.json';
  const list = chromium === null ? ['--list'] : [];
  const code = await runTool('playwright', ['test', '--reporter=list,json', ...list], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, file),
      ...(chromium ? { INTERLINEAR_CHROMIUM: chromium } : {}),
    },
  });
  readReport(file, code, (report) => {
    const visit = (suite, path) => {
      for (const spec of suite.specs ?? []) {
        for (const test of spec.tests) {
          if (chromium === null || test.status === 'skipped') {
            sum.skipped++;
            skippedNames.push(`${path}${spec.title}${chromium === null ? ' (no Chromium here)' : ''}`);
          } else sum[test.status === 'unexpected' ? 'failed' : 'passed']++;
        }
      }
      for (const inner of suite.suites ?? []) visit(inner, `${path}${inner.title} › `);
    };
    for (const suite of report.suites) visit(suite, '');
  });
}

const PARTS = { static: staticChecks, unit: unitTests, window: windowTests };
const NAMES = Object.keys(PARTS);
const COMMAND = {
  usage: `Usage: npm test [-- PART …]\nRuns everything, or only these parts: ${NAMES.join(', ')}.`,
  mostPositionals: NAMES.length,
};

await script(COMMAND, async ({ positionals }) => {
  const parts = namesOf(positionals, NAMES);
  await prepare();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  for (const name of parts) await PARTS[name]();
  if (skippedNames.length) say(`\nSkipped:\n${skippedNames.map((name) => `  ${name}`).join('\n')}`);
  if (sum.failed > 0) process.exitCode = 1;
  say(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`);
});
