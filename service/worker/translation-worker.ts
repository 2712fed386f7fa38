import type { Registry } from '../engines/registry.ts';
import { encodeJournalLine } from '../records/journal.ts';
import type { JournalSegmentLine } from '../records/journal.ts';
import type { SegmentLine } from '../records/segments.ts';
import type { DocumentTasks } from './document-tasks.ts';
import { createJobCache } from './job-cache.ts';
import { readJournal, readSegments } from './job-files.ts';
import { createJobWork } from './job-work.ts';
import { makePlan } from './plan.ts';
import { WorkerError } from './port.ts';
import type { TranslateTask, TranslationPort } from './port.ts';
import { segmentsPage } from './segments-page.ts';
import type { TextTasks } from './text-tasks.ts';
import { translateSegments } from './translate-segments.ts';

/** Enough for every job of a busy day; one job at the 10 MB limit takes about 20 MB here. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** The TranslationPort as the translation process itself has it: engines here, documents and texts apart. */
export function createTranslationWorker(parts: {
  registry: Registry;
  documents: DocumentTasks;
  texts: TextTasks;
}): TranslationPort {
  const { registry, documents, texts } = parts;
  const work = createJobWork();
  const cache = createJobCache(CACHE_BYTES);

  const translate = async (task: TranslateTask, signal: AbortSignal) => {
    const job = await cache.get(task.jobId, task);
    const { session, capabilities } = await registry.session(task.engine, task.pair);
    signal.throwIfAborted();
    const translated = await translateSegments({
      session,
      capabilities,
      texts: texts.of(task.account, signal),
      segments: task.indexes.map((index) => ({ ...segmentAt(job.segments, index), index })),
      options: job.options,
      from: task.pair.from,
      signal,
    });
    return { lines: journalLines(translated) };
  };

  return {
    engines: () => registry.summaries(),
    checkModel: (model) => registry.checkModel(model),
    route: (request) => registry.route(request),
    detect: (task) => documents.detect(task),
    extract: (task) => work.run(task.jobId, (signal) => documents.extract(task, signal)),
    prepareBatch: (task) => work.run(task.jobId, (signal) => documents.prepareBatch(task, signal)),
    plan: async (task) => {
      // Kept for the chunks that follow.
      const { segments } = await cache.get(task.jobId, task);
      return makePlan(segments, await readJournal(task.journalPath, segments.length));
    },
    segments: async (task) => {
      const segments = await readSegments(task.segmentsPath);
      return segmentsPage(segments, await readJournal(task.journalPath, segments.length), task);
    },
    translate: (task) => work.run(task.jobId, (signal) => translate(task, signal)),
    assemble: (task) => work.run(task.jobId, (signal) => documents.assemble(task, signal)),
    release: async (jobId) => {
      cache.forget(jobId);
      await work.release(jobId);
    },
  };
}

function segmentAt(segments: readonly SegmentLine[], index: number): SegmentLine {
  const segment = segments[index];
  if (!segment) throw new WorkerError('internal_error', `The job has no segment ${index}.`, false);
  return segment;
}

function journalLines(
  translated: readonly { index: number; text: string; flags: NonNullable<JournalSegmentLine['f']> }[],
): Uint8Array {
  const lines = translated.map(({ index, text, flags }) =>
    encodeJournalLine({ i: index, t: text, ...(flags.length === 0 ? {} : { f: flags }) }),
  );
  return new TextEncoder().encode(lines.join(''));
}
