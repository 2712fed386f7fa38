/** Entry point of a text thread: text processing before and after the engine, and reading jobs. */
import { serveTasks } from '../../tasks/serve-tasks.ts';
import type { PlanTask, SegmentsTask, EffortTask } from '../document-port.ts';
import { isOfJob, segmentQuestions } from './chunk.ts';
import type { AskedChunk, FinishTask, PrepareTask, PreparedChunk } from './chunk.ts';
import { examineTexts } from './examine-texts.ts';
import type { TextMarkup } from './examine-texts.ts';
import { planJob, readPage } from './job-reads.ts';
import { createJobSegmentsReader } from './job-segments.ts';
import { presentPlain } from './present-texts.ts';
import type { PresentTask } from './present-texts.ts';
import { createSegmentTexts } from './segment-texts.ts';
import type { ChunkSegment, Finished } from './segment-texts.ts';
import { areShort } from './short-texts.ts';

/** Enough for every job of a busy day. */
const KEPT_BYTES = 32 * 1024 * 1024;

const texts = createSegmentTexts();
const jobs = createJobSegmentsReader(KEPT_BYTES);

/** Most texts have no markup, and its readers are half of a thread's code. */
const readers = () => import('./examine-fragments.ts');
const writers = () => import('./present-fragments.ts');

serveTasks({
  examine: async ({ texts: asked, markup }: { texts: string[]; markup?: TextMarkup }) =>
    markup ? (await readers()).examineFragments(asked, markup) : examineTexts(asked),
  prepare,
  finish,
  present: async (task: PresentTask) =>
    task.fragments ? (await writers()).presentFragments(task.fragments, task) : presentPlain(task),
  plan: (task: PlanTask) => planJob(task),
  page: (task: SegmentsTask) => readPage(task),
  effort: async (task: EffortTask) => (await import('./effort.ts')).jobEffort(task),
});

/** Undefined if the texts are too long for this thread. */
async function prepare(task: PrepareTask): Promise<PreparedChunk | undefined> {
  const { chunk, maxUnits, surrounded } = task;
  const segments = await segmentsOf(chunk);
  const lengths = segments.map(({ text }) => text);
  if (maxUnits !== undefined && !areShort(lengths, maxUnits)) return undefined;
  const questions = texts.prepare({ ...chunk, segments }).map(segmentQuestions);
  if (!surrounded || !isOfJob(chunk.segments)) return { questions };
  return { questions, surroundings: await jobs.surroundings(chunk.segments) };
}

async function finish({ chunk, answers, second }: FinishTask): Promise<Finished> {
  return texts.finish({ ...chunk, segments: await segmentsOf(chunk) }, answers, second);
}

function segmentsOf({ segments }: AskedChunk): Promise<readonly ChunkSegment[]> {
  return isOfJob(segments) ? jobs.read(segments) : Promise.resolve(segments);
}
