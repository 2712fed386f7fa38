// Speed as ratios, each measured side by side in this one run. Never part of the tests.
import { benchFilters } from './bench/filters.mjs';
import { benchColdStart, benchStatus } from './bench/http.mjs';
import { benchLoopDelay } from './bench/loop.mjs';
import { benchApertiumDocument, benchPseudoDocument } from './bench/service.mjs';
import { namesOf, script } from './lib/command-line.mjs';
import { prepare, say } from './lib/steps.mjs';

const BENCHES = {
  document: benchPseudoDocument,
  apertium: benchApertiumDocument,
  loop: benchLoopDelay,
  status: benchStatus,
  start: benchColdStart,
  filters: benchFilters,
};

const NAMES = Object.keys(BENCHES);
const COMMAND = {
  usage: `Usage: npm run bench [-- NAME …]\nMeasures speed as ratios. Names: ${NAMES.join(', ')}; all unless told.`,
  mostPositionals: NAMES.length,
};

await script(COMMAND, async ({ positionals }) => {
  const asked = namesOf(positionals, NAMES);
  await prepare();
  const rows = [];
  for (const name of asked) rows.push([await BENCHES[name]()].flat());
  // Milliseconds, or what a row says of itself.
  const show = (value) => value.toFixed(value < 10 ? 1 : 0);
  const table = rows.flat().filter((row) => row !== undefined);
  const width = Math.max(...table.map(({ what }) => what.length));
  say(`\n${'what'.padEnd(width)}  ${'ours'.padStart(10)}  ${'other'.padStart(10)}  ratio  aim`);
  for (const { what, ours, other, ratio, aim } of table) {
    say(
      `${what.padEnd(width)}  ${show(ours).padStart(10)}  ${show(other).padStart(10)}  ${ratio.toFixed(2).padStart(5)}  ${aim}`,
    );
  }
});
