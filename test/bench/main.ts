// `npm run bench`: speed as ratios, each measured side by side in this one run. Never part of the tests.
import { namesOf, script } from '../../scripts/lib/command-line.mjs';
import { say } from '../../scripts/lib/steps.mjs';
import { FORMATS } from '../corpus/formats.ts';
import { filesIn } from '../corpus/run.ts';
import { table } from '../support/table.ts';
import { benchAgainst } from './against.ts';
import { benchCorpus } from './corpus.ts';
import { benchNeural, benchPipeline } from './engines.ts';
import type { Row } from './figures.ts';
import { benchFilesFilters, benchFilters } from './filters.ts';
import { benchColdStart, benchStatus } from './http.ts';
import { benchTranslationMemory } from './translation-memory.ts';
import { benchMemory } from './memory.ts';
import { benchTexts } from './texts.ts';
import { benchApertiumDocument, benchLoopDelay, benchPseudoDocument } from './service.ts';

const BENCHES = {
  document: benchPseudoDocument,
  apertium: benchApertiumDocument,
  pipeline: benchPipeline,
  neural: benchNeural,
  loop: benchLoopDelay,
  texts: benchTexts,
  status: benchStatus,
  start: benchColdStart,
  filters: benchFilters,
  memory: benchMemory,
  units: benchTranslationMemory,
};
const NAMES = Object.keys(BENCHES) as (keyof typeof BENCHES)[];
const usage = `Usage: npm run bench [-- NAME …] [-- --corpus FOLDER] [-- --against CHECKOUT]
Measures speed as ratios. Names: ${NAMES.join(', ')}; all unless told. With --corpus only the files of that folder, with
--against only this build beside the one of another checkout, such as the last release.`;
const options = { corpus: { type: 'string' }, against: { type: 'string' } } as const;

await script({ usage, options, mostPositionals: NAMES.length }, async ({ corpus, against }, names) => {
  const hasOther = corpus !== undefined || against !== undefined;
  const asked = hasOther && names.length === 0 ? [] : namesOf(names, NAMES);
  const rows: Row[] = [];
  for (const name of asked) rows.push(...(await BENCHES[name]()));
  if (against !== undefined) rows.push(...(await benchAgainst(against)));
  if (corpus !== undefined) {
    const files = filesIn(corpus, Object.keys(FORMATS));
    rows.push(...(await benchCorpus(files)), ...(await benchFilesFilters(files)));
  }
  const show = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  const cells = rows.map(({ what, ours, other, ratio, aim }) => {
    return [what, show(ours), show(other), ratio.toFixed(2), aim];
  });
  say(`\n${table([['what', 'ours', 'other', 'ratio', 'aim'], ...cells])}`);
});
