/** Entry point of a text thread: work on long texts around the engine, and reading their jobs. */
import { examineTexts, writeTexts } from './examine-texts.ts';
import type { TextMarkup } from './examine-texts.ts';
import { jobReads } from './job-reads.ts';
import { createSegmentTexts } from './segment-texts.ts';
import type { ChunkTexts } from './segment-texts.ts';
import { serveTasks } from '../../tasks/serve-tasks.ts';

const texts = createSegmentTexts();

serveTasks({
  examine: ({ texts: asked, markup }: { texts: string[]; markup?: TextMarkup }) =>
    examineTexts(asked, markup),
  write: ({
    texts: asked,
    markup,
    targets,
  }: {
    texts: string[];
    markup: TextMarkup;
    targets: (string | null)[];
  }) => writeTexts(asked, markup, targets),
  prepare: ({ chunk }: { chunk: ChunkTexts }) => texts.prepare(chunk),
  finish: ({
    chunk,
    answers,
  }: {
    chunk: ChunkTexts;
    answers: readonly (readonly (string | undefined)[])[];
  }) => texts.finish(chunk, answers),
  ...jobReads,
});
