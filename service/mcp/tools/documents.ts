import { openAsBlob } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import {
  baseLanguage,
  formatFacts,
  formatList,
  formatsOfExtension,
  resultTypeOf,
} from '../../contract/index.ts';
import type { ExaminedResource, FileType, Job, JobList, Languages } from '../../contract/index.ts';
import { ServiceGoneError } from '../../client/cli-error.ts';
import { defaultOutput, writeOutput } from '../../client/output-file.ts';
import { clientField } from '../client-ids.ts';
import { glossaryFields } from '../glossary-ids.ts';
import { counted } from '../counted.ts';
import { completedOf, jobShape, jobViewSchema, lineOf, viewOf } from '../job-view.ts';
import { chosen } from '../languages.ts';
import { ToolError } from '../tool-error.ts';
import { defineTool } from '../tool.ts';
import type { Call } from '../tool.ts';
import { cancelJob, waitForJob } from '../wait-for-job.ts';
import { clientId, glossaryIds, hints, jobId, languageArg, sourceArg } from './arguments.ts';

const DOCUMENTS = '/v1/translate/documents';
/** Clients give up on an answer after 60 s. */
const MAX_WAIT_SECONDS = 50;
const pathArg = z.string().min(1).describe('Absolute, or from the first folder open to assistants.');
const outputPath = z
  .string()
  .min(1)
  .optional()
  .describe('A new file, with the ending of its format. Nothing is ever overwritten.');

export const translateDocument = defineTool({
  name: 'translate_document',
  title: 'Translate a document',
  description:
    `Translates a file (${formatList('en', () => true)}) into a new file of the same format, layout kept; the text does not pass through you. ` +
    'If it takes longer than wait_seconds the status is "running": ask job_status, and write the file with export_document when it is done.',
  input: z.strictObject({
    path: pathArg,
    to: languageArg,
    from: sourceArg,
    output_path: outputPath,
    glossary_ids: glossaryIds,
    client_id: clientId,
    ...hints,
    wait_seconds: z
      .number()
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .default(45)
      .describe('Seconds to wait for the translation.'),
  }),
  output: z.strictObject({ ...jobShape, output_path: z.string().optional().describe('Once it is written.') }),
  effect: 'adds',
  async run({ path: asked, to, output_path, wait_seconds, ...rest }, call) {
    const { service, folders, jobs, signal } = call;
    const source = await folders.toRead(asked);
    const client = await clientField(service, rest.client_id);
    const ending = endingOf(source);
    const found =
      rest.from !== undefined && ending
        ? undefined
        : await examine(call, source, { to, from: rest.from, ...client });
    const from = rest.from ?? found!.from;
    const output = await (output_path === undefined
      ? folders.toWrite(defaultOutput(source, { from, to }))
      : folders.toWrite(output_path, ending ?? endingsOf(found!.examined.file_type)));
    const glossary = await glossaryFields(service, rest.glossary_ids, from, to);
    const hinted = { from, to, context: rest.context, tone: rest.tone };
    const job = await create(call, source, { ...hinted, ...client, ...glossary });
    await jobs.add(job.id, source, client);
    try {
      const latest = await waitForJob(service, job.id, wait_seconds, signal, (now) => report(call, now));
      const view = viewOf(latest);
      if (latest.status !== 'done') return { value: view, line: lineOf(view), links: [job.id] };
      await writeOutput(await service.fetch(`${DOCUMENTS}/${job.id}/content`), output, false);
      return {
        value: { ...view, output_path: output },
        line: `${lineOf(view)} Written to ${output}.`,
        links: [job.id],
      };
    } catch (error) {
      if (signal.aborted) await cancelJob(service, job.id);
      if (error instanceof ServiceGoneError)
        throw new ToolError(
          `The service stopped and is started again. The job ${job.id} goes on: ask job_status, and write the file with export_document when it is done.`,
          { cause: error },
        );
      throw error;
    }
  },
});

export const estimate = defineTool({
  name: 'estimate',
  title: 'Estimate a translation',
  description:
    'Says what is in a document and what translating it would take. Makes no job and costs nothing.',
  input: z.strictObject({
    path: pathArg,
    to: languageArg,
    from: sourceArg,
    client_id: clientId,
  }),
  output: z.strictObject({
    kind: z.string().describe('The format.'),
    from: z.string(),
    segments: z.int(),
    words: z.int(),
    characters: z.int(),
    repetitions: z
      .int()
      .describe(
        'Words of segments that are equal to an earlier one, and that the memory does not know exactly.',
      ),
    memory: z
      .strictObject({ exact: z.int(), fuzzy: z.int() })
      .describe('Words the translation memory knows.'),
    seconds: z
      .int()
      .optional()
      .describe('From the pace of earlier documents; left out where there was none.'),
    engine: z.string().optional().describe('The engine that would translate it.'),
    ready: z.boolean().describe('Whether it can be translated now.'),
    warnings: z.array(z.string()),
  }),
  effect: 'reads',
  async run({ path: asked, to, from, client_id }, call) {
    const { service, folders } = call;
    const path = await folders.toRead(asked);
    const client = await clientField(service, client_id);
    const { from: source, examined } = await examine(call, path, { to, from, ...client });
    const [{ pairs }, { jobs }] = await Promise.all([
      service.json<Languages>('/v1/languages'),
      service.json<JobList>('/v1/jobs?kind=document&status=done&limit=100'),
    ]);
    const pair = pairs.find((one) => one.ready && isOf(one.from, source) && isOf(one.to, to));
    const pace = wordsPerSecond(jobs, source, to);
    const memory = examined.memory_words ?? { exact: 0, fuzzy: 0 };
    const value = {
      kind: examined.file_type,
      from: source,
      segments: examined.segment_count,
      words: examined.source_words,
      characters: examined.source_chars,
      repetitions: examined.word_bands.repetitions,
      memory: { exact: memory.exact, fuzzy: memory.fuzzy },
      ...(pace === undefined ? {} : { seconds: Math.ceil(examined.source_words / pace) }),
      ...(pair?.engines[0] === undefined ? {} : { engine: pair.engines[0] }),
      ready: pair !== undefined,
      warnings: examined.warnings.map(({ message }) => message),
    };
    return {
      value,
      line: `${counted(value.segments, 'segment')}, ${counted(value.words, 'word')}, from ${source} to ${to}.`,
    };
  },
});

export const jobStatus = defineTool({
  name: 'job_status',
  title: 'Job status',
  description: 'Says how far a document is, and what is wrong with it.',
  input: z.strictObject({ job_id: jobId }),
  output: jobViewSchema,
  effect: 'reads',
  async run({ job_id }, { jobs }) {
    const view = viewOf(await jobs.find(job_id));
    return { value: view, line: lineOf(view), links: [job_id] };
  },
});

export const cancel = defineTool({
  name: 'cancel_job',
  title: 'Cancel a job',
  description: 'Stops the translation of a document. A document that is done stays.',
  input: z.strictObject({ job_id: jobId }),
  output: jobViewSchema,
  effect: 'replaces',
  async run({ job_id }, { jobs, service }) {
    await jobs.find(job_id);
    await cancelJob(service, job_id);
    const view = viewOf(await jobs.find(job_id));
    return { value: view, line: lineOf(view) };
  },
});

const EXPORTS = {
  document: '',
  xliff: '.xliff',
  tmx: '.tmx',
  csv: '.csv',
  xlsx: '.xlsx',
  docx: '.docx',
} as const;

export const exportDocument = defineTool({
  name: 'export_document',
  title: 'Write the translated document',
  description:
    'Writes a translated document with all corrections, or its segments as XLIFF, TMX, CSV or a workbook.',
  input: z.strictObject({
    job_id: jobId,
    output_path: outputPath,
    format: z
      .enum(['document', 'xliff', 'tmx', 'csv', 'xlsx', 'docx'])
      .default('document')
      .describe('"document": the translated document; the others hold its segments.'),
  }),
  output: z.strictObject({ output_path: z.string(), bytes: z.int().nonnegative() }),
  effect: 'adds',
  async run({ job_id, output_path, format }, { jobs, service, folders, signal }) {
    const job = await jobs.find(job_id);
    if (job.status !== 'done') throw notDone(job);
    const origin =
      (await jobs.pathOf(job)) ?? join(await folders.first(), basename(job.file_name ?? 'document'));
    const beside = withEnding(defaultOutput(origin, job), EXPORTS[format]);
    const output = await (output_path === undefined
      ? folders.toWriteBeside(beside)
      : folders.toWrite(
          output_path,
          format === 'document' ? (endingOf(origin) ?? endingsOf(job.file_type)) : [EXPORTS[format]],
        ));
    const way = format === 'document' ? 'content' : `export?format=${format}`;
    await writeOutput(await service.fetch(`${DOCUMENTS}/${job_id}/${way}`, { signal }), output, false);
    const { size } = await openAsBlob(output);
    return { value: { output_path: output, bytes: size }, line: `Written to ${output}.`, links: [job_id] };
  },
});

/** The extension of a source's translation, if the source's is a format's: nearly always the same. */
function endingOf(source: string): string[] | undefined {
  const ending = extname(source).toLowerCase();
  const [type] = formatsOfExtension(ending.slice(1));
  if (type === undefined) return undefined;
  return formatFacts(type).result === undefined ? [ending] : endingsOf(type);
}

function endingsOf(type: FileType | undefined): string[] {
  if (type === undefined) return [];
  return formatFacts(resultTypeOf(type)).extensions.map((extension) => `.${extension}`);
}

function withEnding(path: string, ending: string): string {
  return ending === '' ? path : `${path.slice(0, path.length - extname(path).length)}${ending}`;
}

/** Why a job's segments cannot be edited or its file written. */
export function notDone(job: Job): ToolError {
  if (job.status === 'running') {
    return new ToolError(
      `The job is still running: ${completedOf(job)} of ${counted(job.total_segments, 'segment')}. Ask job_status, and try again when it is done.`,
    );
  }
  const why = job.error === undefined ? '' : ` ${job.error.message}`;
  return new ToolError(
    `The job ${job.status === 'failed' ? 'failed' : 'was cancelled'}.${why} Begin again with translate_document.`,
  );
}

async function report(call: Call, job: Job): Promise<void> {
  const completed = completedOf(job);
  await call.progress(
    completed,
    job.total_segments,
    `${completed} of ${counted(job.total_segments, 'segment')}`,
  );
}

async function create(
  { service, signal }: Call,
  source: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.append('file', await openAsBlob(source), basename(source));
  return service.json(DOCUMENTS, { method: 'POST', body: form, signal });
}

/** The file's contents and language. */
async function examine(
  { service, signal }: Call,
  source: string,
  { to, from, client_id }: { to: string; from?: string | undefined; client_id?: string },
): Promise<{ from: string; examined: ExaminedResource }> {
  const ask = async (told?: string): Promise<ExaminedResource> => {
    const form = new FormData();
    if (told !== undefined) {
      form.append('from', told);
      form.append('to', to);
    }
    if (client_id !== undefined) form.append('client_id', client_id);
    form.append('file', await openAsBlob(source), basename(source));
    return service.json('/v1/documents/examine', { method: 'POST', body: form, signal });
  };
  if (from !== undefined) return { from, examined: await ask(from) };
  const [first, { pairs }] = await Promise.all([ask(), service.json<Languages>('/v1/languages')]);
  const told = chosen(first.languages, pairs, to);
  // The memory is queried only if the direction is known.
  return { from: told, examined: await ask(told) };
}

function isOf(known: string, asked: string): boolean {
  return known === '*' || baseLanguage(known) === baseLanguage(asked);
}

/** The speed of the direction's latest documents that were long enough to measure. */
function wordsPerSecond(jobs: readonly Job[], from: string, to: string): number | undefined {
  const same = jobs.filter((job) => isOf(job.from, from) && isOf(job.to, to)).slice(0, 10);
  const seconds = same.reduce(
    (sum, job) => sum + (Date.parse(job.finished_at ?? job.updated_at) - Date.parse(job.created_at)) / 1_000,
    0,
  );
  const words = same.reduce((sum, job) => sum + (job.source_words ?? 0), 0);
  return seconds > 0 && words > 0 ? words / seconds : undefined;
}
