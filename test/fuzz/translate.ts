// One input through the built document thread and back, with the judge's word on what comes out.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome as TaskOutcome } from '../../service/tasks/wire-error.ts';
import type { DocumentThread } from '../support/document-thread.ts';
import { createRandom } from '../support/random.ts';
import { faultIn } from './judge.ts';
import { faultOf } from './run.ts';
import type { Outcome } from './run.ts';
import { pickManner, translate } from './targets.ts';
import type { Segment } from './targets.ts';

type TaskError = Extract<TaskOutcome<unknown>, { ok: false }>['error'];

const JOB = {
  jobId: '00000000-0000-4000-8000-000000000000',
  account: 'local',
  mediaType: undefined,
  from: 'en',
};

/** Uses the folder for its files. */
export async function throughThread(
  thread: DocumentThread,
  folder: string,
  fileName: string,
  source: Buffer,
  seed: number,
): Promise<Outcome> {
  const task = {
    ...JOB,
    fileName,
    sourcePath: join(folder, 'source'),
    segmentsPath: join(folder, 'segments.ndjson'),
    journalPath: join(folder, 'journal.ndjson'),
    editsPath: join(folder, 'edits.ndjson'),
    resultPath: join(folder, 'result'),
  };
  const extract = (bytes: Buffer) => {
    writeFileSync(task.sourcePath, bytes);
    return thread.extract(task);
  };
  const extracted = await extract(source);
  if (!extracted.ok) return refusal(extracted.error);
  const segments = readSegments(task.segmentsPath);
  const manner = pickManner(createRandom(~seed));
  const targets = segments.map(({ text, copy }) => (copy ? null : translate(text, manner)));
  const lines = targets.flatMap((t, i) => (t === null ? [] : [`${JSON.stringify({ i, t })}\n`]));
  writeFileSync(task.journalPath, lines.join(''));
  const { fileType } = extracted.value;
  const isSimple = fileType === 'docx' && seed % 7 === 0;
  const to = seed % 5 === 0 ? 'ar' : 'de';
  const what = { kind: 'document', fileType, from: 'en', to, ...(isSimple ? { simple: true } : {}) } as const;
  const assembled = await thread.assemble({ ...task, ...what });
  if (!assembled.ok) return faultOf('not_assembled', describe(assembled.error));
  const result = readFileSync(task.resultPath);
  const { warnings } = assembled.value;
  let first: Outcome | undefined;
  for (const reading of fileType === 'csv' ? [result, ...withDelimiters(result)] : [result]) {
    const again = await extract(reading);
    if (!again.ok) return faultOf('result_unreadable', describe(again.error));
    const found = readSegments(task.segmentsPath);
    const fault = faultIn({ fileType, source, segments, targets, result, found, warnings, isSimple });
    if (!fault) return { kind: 'right' };
    first ??= { kind: 'fault', fault };
  }
  return first ?? { kind: 'right' };
}

/**
 * The table with its delimiter named: in a damaged one it may be guessed otherwise once the words are others.
 */
function withDelimiters(bytes: Buffer) {
  const mark = [Buffer.of(0xff, 0xfe), Buffer.of(0xfe, 0xff), Buffer.of(0xef, 0xbb, 0xbf)].find((bom) =>
    bytes.subarray(0, bom.length).equals(bom),
  );
  const start = mark?.length ?? 0;
  const encode = (line: string) => {
    if (start !== 2) return Buffer.from(line);
    const written = Buffer.from(line, 'utf16le');
    return mark?.[0] === 0xff ? written : written.swap16();
  };
  return [';', '\t', '|', ','].map((delimiter) => {
    return Buffer.concat([bytes.subarray(0, start), encode(`sep=${delimiter}\n`), bytes.subarray(start)]);
  });
}

function readSegments(path: string): Segment[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Segment);
}

function refusal(error: TaskError): Outcome {
  if (!error.problem || error.status >= 500) return faultOf('extract_failed', describe(error));
  return { kind: 'refused', code: error.errors[0]?.code ?? error.code };
}

function describe(error: TaskError): string {
  const said = `${error.code}: ${error.message}`;
  return error.problem ? said : (error.stack ?? said);
}
