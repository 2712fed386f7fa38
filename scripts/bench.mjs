// Speed as ratios, each measured side by side in this one run. Never part of the tests.
import { benchCorpus } from './bench/corpus.mjs';
import { benchFilters, benchFolderFilters } from './bench/filters.mjs';
import { benchColdStart, benchStatus } from './bench/http.mjs';
import { benchLoopDelay } from './bench/loop.mjs';
import { benchMemory } from './bench/memory.mjs';
import { benchApertiumDocument, benchPseudoDocument } from './bench/service.mjs';
import { namesOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { say } from './lib/steps.mjs';
import { table } from './lib/table.mjs';

const BENCHES = {
  document: benchPseudoDocument,
  apertium: benchApertiumDocument,
  loop: benchLoopDelay,
  status: benchStatus,
  start: benchColdStart,
  filters: benchFilters,
  memory: benchMemory,
};

const NAMES = Object.keys(BENCHES);
const COMMAND = {
  usage: `Usage: npm run bench [-- NAME …] [-- --corpus FOLDER]
Measures speed as ratios. Names: ${NAMES.join(', ')}; all unless told. With --corpus only the files of that folder.`,
  options: { corpus: { type: 'string' } },
  mostPositionals: NAMES.length,
};

await script(COMMAND, async ({ positionals, values: { corpus } }) => {
  const asked = corpus !== undefined && positionals.length === 0 ? [] : namesOf(positionals, NAMES);
  await prepare();
  const rows = [];
  for (const name of asked) rows.push([await BENCHES[name]()].flat());
  if (corpus !== undefined) rows.push([await benchCorpus(corpus), ...(await benchFolderFilters(corpus))]);
  // Milliseconds, or what a row says of itself.
  const show = (value) => value.toFixed(value < 10 ? 1 : 0);
  const cells = rows
    .flat()
    .filter((row) => row !== undefined)
    .map(({ what, ours, other, ratio, aim }) => [what, show(ours), show(other), ratio.toFixed(2), aim]);
  say(`\n${table([['what', 'ours', 'other', 'ratio', 'aim'], ...cells])}`);
});
