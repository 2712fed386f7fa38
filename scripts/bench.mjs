// `npm run bench`: speed as ratios, each measured side by side in this one run. Never part of the tests.
// `npm run bench -- document apertium loop` runs only those.
import { benchFilters } from './bench/filters.mjs';
import { benchColdStart, benchStatus } from './bench/http.mjs';
import { benchLoopDelay } from './bench/loop.mjs';
import { benchApertiumDocument, benchPseudoDocument } from './bench/service.mjs';
import { checkNode, ensureBuild, ensureDependencies, say, script } from './lib/steps.mjs';

const BENCHES = {
  document: benchPseudoDocument,
  apertium: benchApertiumDocument,
  loop: benchLoopDelay,
  status: benchStatus,
  start: benchColdStart,
  filters: benchFilters,
};

await script(async () => {
  checkNode();
  await ensureDependencies();
  await ensureBuild();
  const asked = process.argv.slice(2);
  const rows = [];
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    rows.push([await bench()].flat());
  }
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
