// `npm test`, `npm run check` and CI run this: it installs what the tests need, runs the quick ones and ends
// with a plain summary. The slow ones are in test-long.mjs.
import { join } from 'node:path';
import { ensureApertium } from './lib/apertium.mjs';
import { ensureRedis } from './lib/redis.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { namesOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, say } from './lib/steps.mjs';
import { createReport } from './lib/test-report.mjs';
import { emptyResults, runPatientTool, runPlaywright, runVitest } from './lib/test-runs.mjs';
import { ensureTranslateToolkit } from './lib/translate-toolkit.mjs';

const report = createReport();

/** A checker's results for unchanged files; a fresh checkout has none. @param {string} name */
const cache = (name) => join(root, 'node_modules', '.cache', name);

/** @typedef {[name: string, tool: import('./lib/steps.mjs').Tool, args: string[], env?: NodeJS.ProcessEnv]} Check */

/** The longest first: two of them run at a time. By night test-long.mjs adds what takes too long. @type {Check[]} */
const STATIC_CHECKS = [
  // oxlint has the native TypeScript, and its types at hand: tsc alone takes three times as long.
  ['lint and types', 'oxlint', ['--deny-warnings', '--type-check']],
  [
    'formatting',
    'prettier',
    ['--check', '--log-level', 'warn', '--cache', '--cache-location', cache('prettier'), '.'],
  ],
  ['types of the window', 'vue-tsc', ['-p', 'renderer/tsconfig.json', ...incremental('vue-tsc')]],
  [
    'lint of components',
    'eslint',
    ['renderer', '--max-warnings', '0', ...eslintCache()],
    { INTERLINEAR_LINT: 'untyped' },
  ],
  [
    'rules between rooms',
    'depcruise',
    ['--config', '.dependency-cruiser.mjs', 'service', 'electron', 'renderer', 'i18n'],
  ],
  ['unused code', 'knip', []],
];

/** @param {string} name */
function incremental(name) {
  return ['--incremental', '--tsBuildInfoFile', cache(`${name}.tsbuildinfo`)];
}

function eslintCache() {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', cache('eslint')];
}

async function staticChecks() {
  const left = [...STATIC_CHECKS];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, tool, args, env] = next;
      report.check(name, await runPatientTool(tool, args, env));
    }
  };
  await Promise.all([work(), work()]);
}

async function unitTests() {
  ensureApertium();
  ensureRedis();
  ensureTranslateToolkit();
  report.add(await runVitest(['--reporter=default'], 'unit.json'));
}

async function windowTests() {
  const hasChromium = (await ensureChromium()) !== null;
  const args = hasChromium ? [] : ['--list'];
  const outcome = await runPlaywright(args, 'window.json', { reporters: ['list'] });
  report.add(outcome, hasChromium ? '' : ' (no Chromium here)');
}

const PARTS = { static: staticChecks, unit: unitTests, window: windowTests };
const NAMES = /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS));

/** @param {keyof typeof PARTS} name */
async function timed(name) {
  const began = performance.now();
  await PARTS[name]();
  say(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`);
}

const usage = `Usage: npm test [-- PART …]
Runs everything but the long tests (npm run test:long), or only these parts: ${NAMES.join(', ')}.`;

await script({ usage, mostPositionals: NAMES.length }, async (_, positionals) => {
  const parts = namesOf(positionals, NAMES);
  await prepare();
  emptyResults();
  // Tests wait for processes and pages now and then: the checks take the time that they leave.
  const beside = parts.includes('static') ? timed('static') : undefined;
  for (const name of parts) if (name !== 'static') await timed(name);
  await beside;
  report.finish();
});
