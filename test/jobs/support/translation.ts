import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { fieldProblem } from '../../../service/contract/index.ts';
import type { FileType } from '../../../service/contract/index.ts';
import { parseBatchUpload } from '../../../service/records/batch-upload.ts';
import { encodeJournalLine, parseJournal } from '../../../service/records/journal.ts';
import type { JournalSegmentLine } from '../../../service/records/journal.ts';
import { resolveLines } from '../../../service/records/resolve-lines.ts';
import { encodeSegmentLine, parseSegments } from '../../../service/records/segments.ts';
import type { SegmentLine } from '../../../service/records/segments.ts';
import {
  codePoints,
  escapeText,
  plainText,
  unescapeText,
  visibleLength,
} from '../../../service/text/codes.ts';
import { isTranslatable } from '../../../service/text/translatable.ts';
import { editJob } from '../../../service/worker/document/edit-job.ts';
import { exportJob } from '../../../service/worker/document/export-job.ts';
import { jobEffort } from '../../../service/worker/text/effort.ts';
import { examineTexts } from '../../../service/worker/text/examine-texts.ts';
import { readEdits, readSource } from '../../../service/worker/job-files.ts';
import { pagedJob } from '../../../service/worker/text/paged-job.ts';
import { segmentsPage } from '../../../service/worker/text/segments-page.ts';
import { makePlan } from '../../../service/worker/text/plan.ts';
import { WorkerError } from '../../../service/worker/translation-port.ts';
import type { AssembleTask, TranslateTask } from '../../../service/worker/document-port.ts';
import type { TranslationPort } from '../../../service/worker/translation-port.ts';

/** A test's orders to the translation: be slow, fail, record the questions. */
export interface Behaviour {
  msPerSegment: number;
  /** The number of segments translated; a later chunk takes until its job is released. */
  stuckAfter: number;
  /** Called as an extraction begins; it goes on when what this returns resolves, or its job is released. */
  beforeExtract: (from: string | undefined) => void | Promise<void>;
  /** Called before each chunk; what it throws fails the chunk. */
  beforeChunk: (task: TranslateTask) => void | Promise<void>;
  /** Called when the edits have been read; what it throws fails the build. */
  beforeAssemble: (task: AssembleTask) => void | Promise<void>;
  /** Called before texts are translated at once; what it throws fails them. */
  beforeTexts: (jobId: string) => void | Promise<void>;
  tone: 'none' | 'formality' | 'free';
  context: boolean;
}

export interface TestTranslation extends TranslationPort {
  behaviour: Behaviour;
  chunks: { jobId: string; indexes: number[] }[];
  extracting: { now: number; most: number };
  atWork: { now: number; most: number };
  released: string[];
  onRestart(listener: () => void): void;
  restart(): void;
}

/**
 * A translation that really reads and writes the files of a job, in this process: it extracts lines, turns
 * their letters round, and assembles them again.
 */
export function createTestTranslation(behaviour: Partial<Behaviour> = {}): TestTranslation {
  const controllers = new Map<string, AbortController>();
  const restarts: (() => void)[] = [];
  let translated = 0;
  const signalOf = (jobId: string): AbortSignal => {
    const known = controllers.get(jobId) ?? new AbortController();
    controllers.set(jobId, known);
    return known.signal;
  };
  const self: TestTranslation = {
    behaviour: {
      msPerSegment: 0,
      stuckAfter: Infinity,
      beforeExtract: () => undefined,
      beforeChunk: () => undefined,
      beforeAssemble: () => undefined,
      beforeTexts: () => undefined,
      tone: 'none',
      context: false,
      ...behaviour,
    },
    chunks: [],
    extracting: { now: 0, most: 0 },
    atWork: { now: 0, most: 0 },
    released: [],
    configure: () => Promise.resolve(),
    localServers: () => Promise.resolve([]),
    checker: () => Promise.resolve({ ready: false, languages: [] }),
    checkTexts: () => Promise.resolve({ findings: undefined }),
    testEngine: () => Promise.resolve({ ok: true, millis: 1, translated_text: 'Hola.' }),
    checkModel: () => Promise.resolve(undefined),
    onRestart: (listener) => void restarts.push(listener),
    restart: () => {
      for (const listener of restarts) listener();
    },
    engines: () => Promise.resolve([]),
    route: ({ from, to }) =>
      to === 'xx'
        ? Promise.reject(fieldProblem('to', 'unsupported_pair', 'No engine knows this pair.'))
        : Promise.resolve({
            engine: 'reverse',
            pair: { from, to },
            capabilities: {
              inline_codes: false,
              glossary: false,
              tone: self.behaviour.tone,
              context: self.behaviour.context,
            },
          }),
    preview: () => Promise.resolve(),
    drawPage: () => Promise.resolve(undefined),
    check: () => Promise.reject(new Error('There is nothing to check.')),
    effort: (task) => jobEffort(task),
    async extract({ jobId, sourcePath, fileName, from, segmentsPath }) {
      self.extracting.most = Math.max(self.extracting.most, ++self.extracting.now);
      try {
        await unlessAborted(Promise.resolve(self.behaviour.beforeExtract(from)), signalOf(jobId));
        const text = await readFile(sourcePath, 'utf8');
        if (text.startsWith('damaged')) {
          const refused = fieldProblem('file', 'damaged_file', 'The file is damaged.').toWire();
          return { fileType: kindOf(fileName), refused };
        }
        const segments = text.split('\n').filter((line) => line.trim() !== '');
        const lines = segments.map((line) => encodeSegmentLine({ text: escapeText(line) })).join('');
        await writeFile(segmentsPath, lines);
        const segmentsBytes = Buffer.byteLength(lines);
        const sourceChars = segments.reduce((sum, line) => sum + visibleLength(escapeText(line)), 0);
        const fileType = kindOf(fileName);
        return {
          fileType,
          segmentCount: segments.length,
          countedSegments: segments.length,
          sourceChars,
          sourceWords: 0,
          segmentsBytes,
          warnings: [],
          ...(from === undefined && {
            undetected: { sample: text, isFinal: !text.startsWith('By language') },
          }),
        };
      } finally {
        self.extracting.now--;
      }
    },
    listTerms: () => Promise.resolve('unable'),
    examine: () => Promise.reject(new WorkerError('internal_error', 'Not here: see test/service.', false)),
    async prepareBatch({ sourcePath, isStored, segmentsPath }) {
      const source = await readFile(sourcePath);
      const segments = isStored
        ? parseSegments(source).map(({ text, ...rest }) => ({ ...rest, text: unescapeText(text) }))
        : parseBatchUpload(source);
      const lines = segments
        .map(({ text, ...rest }) =>
          encodeSegmentLine({
            ...rest,
            text: escapeText(text),
            ...(isTranslatable(text) ? {} : { copy: true }),
          }),
        )
        .join('');
      await writeFile(segmentsPath, lines);
      return {
        segmentCount: segments.length,
        sourceChars: segments.reduce((sum, { text }) => sum + codePoints(text), 0),
        sourceWords: 0,
        segmentsBytes: Buffer.byteLength(lines),
      };
    },
    async plan({ segmentsPath, journalPath }) {
      const segments = parseSegments(await readFile(segmentsPath));
      return makePlan(segments, parseJournal(await readFile(journalPath), segments.length));
    },
    async segments(task) {
      const segments = parseSegments(await readFile(task.segmentsPath));
      const edits = (await readEdits(task.editsPath))?.edits ?? [];
      const journal = parseJournal(await readFile(task.journalPath), segments.length);
      return segmentsPage(pagedJob(segments, journal, edits), task);
    },
    async translate(task) {
      self.chunks.push({ jobId: task.jobId, indexes: task.indexes });
      self.atWork.most = Math.max(self.atWork.most, ++self.atWork.now);
      try {
        await self.behaviour.beforeChunk(task);
        if (translated >= self.behaviour.stuckAfter) await unlessAborted(never, signalOf(task.jobId));
        translated += task.indexes.length;
        const delay = self.behaviour.msPerSegment * task.indexes.length;
        if (delay > 0) await pause(delay, signalOf(task.jobId));
        const segments = parseSegments(await readFile(task.segmentsPath));
        const lines = task.indexes.map((i) =>
          encodeJournalLine({ i, t: escapeText(reversed(segments[i]!.text)) }),
        );
        return { lines: Buffer.from(lines.join('')) };
      } finally {
        self.atWork.now--;
      }
    },
    async assemble(task) {
      const edits = await readEdits(task.editsPath);
      await self.behaviour.beforeAssemble(task);
      const segments = parseSegments(await readFile(task.segmentsPath));
      const journal = parseJournal(await readFile(task.journalPath), segments.length);
      const bytes = await resultOf(task, segments, resolveLines(segments, journal, edits?.edits));
      const temporary = `${task.resultPath}.tmp`;
      const file = await open(temporary, 'w');
      await file.writeFile(bytes);
      await file.close();
      await rename(temporary, task.resultPath);
      return {
        bytes: Buffer.byteLength(bytes),
        crc32: crc32(bytes),
        warnings: [],
        flagged: 0,
        kept: 0,
        editsAt: edits?.at ?? '',
        translated: 1,
        unanswered: 0,
      };
    },
    examineTexts: ({ texts }) => Promise.resolve(examineTexts(texts)),
    async translateTexts({ jobId, segments }) {
      await unlessAborted(Promise.resolve(self.behaviour.beforeTexts(jobId)), signalOf(jobId));
      return {
        segments: segments.map(({ text, copy }) => ({
          text: copy ? plainText(text) : reversed(text),
          origin: copy ? 'copied' : 'engine',
          flags: [],
        })),
        warnings: [],
      };
    },
    export: exportJob,
    edit: editJob,
    release(jobId) {
      self.released.push(jobId);
      controllers.get(jobId)?.abort(new WorkerError('aborted', 'The job was released.', false));
      controllers.delete(jobId);
      return Promise.resolve();
    },
  };
  return self;
}

export function reversed(text: string): string {
  return Array.from(plainText(text)).reverse().join('');
}

export function crash(): WorkerError {
  return new WorkerError('crashed', 'The engine process ended (signal SIGKILL).', true);
}

async function resultOf(
  task: AssembleTask,
  segments: readonly SegmentLine[],
  lines: readonly (JournalSegmentLine | undefined)[],
): Promise<string> {
  const targets = lines.map((line, i) => line?.t ?? segments[i]!.text);
  if (task.kind === 'document') return splice(task, targets.map(plainText));
  return JSON.stringify(
    segments.map(({ text, id }, i) => ({
      ...(id === undefined ? {} : { id }),
      text: plainText(text),
      translated_text: plainText(targets[i]!),
    })),
  );
}

async function splice(task: AssembleTask, targets: string[]): Promise<string> {
  const { bytes } = await readSource(task);
  let next = 0;
  const body = Buffer.from(bytes)
    .toString()
    .split('\n')
    .map((line) => (line.trim() === '' ? line : targets[next++]!))
    .join('\n');
  return task.simple ? `simple\n${body}` : body;
}

function kindOf(fileName: string | undefined): FileType {
  const extension = fileName?.split('.').at(-1);
  if (extension === 'docx' || extension === 'txt' || extension === 'csv' || extension === 'xlsx')
    return extension;
  throw fieldProblem('file', 'unsupported_file_type', 'The file type is not supported.');
}

const never = new Promise<never>(() => undefined);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return unlessAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);
}

/** The promise's result, or the reason of the abort where that comes first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
