// @ts-check
// Runs the tests repeatedly beside busy loops, and lists those that failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { numberOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { say } from './lib/steps.mjs';
import { runPlaywright, runVitest } from './lib/test-runs.mjs';

const WINDOW = 'test/window';
const COMMAND = {
  usage: `Usage: npm run test:repeat [-- OPTION …] [PATH …]
Runs all tests, or those below the paths, again and again, and counts which failed how often.
  --times N    repetitions (10)
  --busy N     busy loops to run beside it (0)
  --slower N   slow down the window's pages by this factor (1)
  --fastest N  after that, further repetitions of the faster half of the test files (0)`,
  options: {
    times: { type: /** @type {const} */ ('string'), default: '10' },
    busy: { type: /** @type {const} */ ('string'), default: '0' },
    slower: { type: /** @type {const} */ ('string'), default: '1' },
    fastest: { type: /** @type {const} */ ('string'), default: '0' },
  },
  mostPositionals: Infinity,
};

/** @param {number} count @returns a function that ends them */
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
  const slower = numberOf(values.slower, 'slower');
  const fastest = numberOf(values.fastest, 'fastest', { least: 0 });
  await prepare();
  const hasWindow = (await ensureChromium()) !== null;
  const isWindow = (/** @type {string} */ path) => path.startsWith(WINDOW);
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-repeat-'));
  const report = join(folder, 'report.json');
  const stopLoops = startBusyLoops(busy);
  /**
   * Number of failures of each test, and its first message. @type {Map<string, {count: number, message:
   * string}>}
   */
  const failures = new Map();
  /** Total milliseconds of each file. @type {Map<string, number>} */
  const spent = new Map();
  let runs = 0;

  /** @param {string} what @param {() => Promise<import('./lib/test-runs.mjs').Outcome>} once */
  const count = async (what, once) => {
    const began = performance.now();
    const run = await once();
    runs++;
    for (const [name, message] of run.failures)
      failures.set(name, {
        count: (failures.get(name)?.count ?? 0) + 1,
        message: failures.get(name)?.message ?? message,
      });
    for (const [name, ms] of run.files) spent.set(name, (spent.get(name) ?? 0) + ms);
    const seconds = Math.round((performance.now() - began) / 1_000);
    say(`${what}: ${run.passed} passed, ${run.failures.length} failed, ${seconds} s`);
    for (const [name, message] of run.failures) say(`  ${name}\n    ${message.split('\n')[0]}`);
  };

  try {
    const unit = positionals.filter((path) => !isWindow(path));
    const window = positionals.filter(isWindow);
    const all = positionals.length === 0;
    for (let n = 1; n <= times; n++) {
      if (all || unit.length > 0) await count(`${n} of ${times}`, () => runVitest(unit, report));
      if (hasWindow && (all || window.length > 0))
        await count(`${n} of ${times}, window`, () => runPlaywright(window, report, { slower }));
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
