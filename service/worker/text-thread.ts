/** What runs in a text thread: the work on texts before and after the engine. */
import { createSegmentTexts } from './segment-texts.ts';
import type { ChunkTexts } from './segment-texts.ts';
import { serveTasks } from './serve-tasks.ts';

const texts = createSegmentTexts();

serveTasks({
  prepare: ({ chunk }: { chunk: ChunkTexts }) => texts.prepare(chunk),
  finish: ({ chunk, answers }: { chunk: ChunkTexts; answers: (string | undefined)[][] }) =>
    texts.finish(chunk, answers),
});
