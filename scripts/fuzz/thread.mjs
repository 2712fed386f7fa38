// @ts-check
// One thread of the fuzzer: makes inputs by number, puts them through the built document tasks, and judges what comes out.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { root } from '../lib/steps.mjs';
import { makeInput } from './inputs.mjs';
import { faultIn } from './judge.mjs';
import { createRandom } from '../lib/random.mjs';
import { pickManner, translate } from './targets.mjs';

/**
 * @typedef {import('./inputs.mjs').Format} Format
 * @typedef {import('./judge.mjs').Fault} Fault
 * @typedef {{kind: 'right', segments: number} | {kind: 'refused', code: string} | {kind: 'fault', fault: Fault}} Outcome
 * @typedef {{fileType: string, warnings: readonly {code: string, count?: number}[]}} TaskResult
 * @typedef {{stack?: string, code: string, message: string, problem?: boolean, status?: number, errors?: readonly {code: string}[]}} TaskError
 * @typedef {{ok: true, value: TaskResult} | {ok: false, error: TaskError}} Answer of a document task
 */

const tasks = await import(pathToFileURL(join(root, 'out/service/document-thread.js')).href);
const folder = mkdtempSync(join(workerData.scratch, 'thread-'));
const path = (/** @type {string} */ name) => join(folder, name);

parentPort?.on(
  'message',
  async (/** @type {{format: Format, seed: number, files: string[]} | 'end'} */ message) => {
    if (message === 'end') {
      rmSync(folder, { recursive: true, force: true });
      parentPort?.close();
      return;
    }
    parentPort?.postMessage(await outcomeOf(message));
  },
);
parentPort?.postMessage('ready');

/** @param {{format: Format, seed: number, files: string[]}} input @returns {Promise<Outcome>} */
async function outcomeOf({ format, seed, files }) {
  try {
    const { name, bytes } = makeInput(format, seed, files);
    return await translated(name, bytes, seed);
  } catch (error) {
    const stack = error instanceof Error ? error.stack : undefined;
    return faultOf('exception', stack ?? String(error));
  }
}

/** @param {string} name @param {Buffer} source @param {number} seed @returns {Promise<Outcome>} */
async function translated(name, source, seed) {
  const extracted = await extract(name, source);
  if (!extracted.ok) return refusal(extracted.error);
  const segments = readSegments();
  const manner = pickManner(createRandom(~seed));
  /** @type {(string | null)[]} */
  const targets = segments.map(({ text, copy }) => (copy ? null : translate(text, manner)));
  const lines = targets.flatMap((t, i) => (t === null ? [] : [`${JSON.stringify({ i, t })}\n`]));
  writeFileSync(path('journal.ndjson'), lines.join(''));
  const { fileType } = extracted.value;
  const isSimple = fileType === 'docx' && seed % 7 === 0;
  /** @type {Answer} */
  const assembled = await tasks.assemble({
    jobId: '00000000-0000-4000-8000-000000000000',
    kind: 'document',
    fileType,
    sourcePath: path('source'),
    segmentsPath: path('segments.ndjson'),
    journalPath: path('journal.ndjson'),
    resultPath: path('result'),
    from: 'en',
    to: seed % 5 === 0 ? 'ar' : 'de',
    ...(isSimple ? { simple: true } : {}),
  });
  if (!assembled.ok) return faultOf('not_assembled', describe(assembled.error));
  const result = readFileSync(path('result'));
  const { warnings } = assembled.value;
  const readings = fileType === 'csv' ? [result, ...withDelimiters(result)] : [result];
  const faults = [];
  for (const reading of readings) {
    const again = await extract(name, reading);
    if (!again.ok) return faultOf('result_unreadable', describe(again.error));
    const found = readSegments();
    const fault = faultIn({ fileType, source, segments, targets, result, found, warnings, isSimple });
    if (!fault) return { kind: 'right', segments: segments.length };
    faults.push(fault);
  }
  return { kind: 'fault', fault: /** @type {Fault} */ (faults[0]) };
}

/** The table with its delimiter named: in a damaged one it may be guessed otherwise once the words are others. @param {Buffer} bytes */
function withDelimiters(bytes) {
  const mark = [Buffer.of(0xff, 0xfe), Buffer.of(0xfe, 0xff), Buffer.of(0xef, 0xbb, 0xbf)].find((bom) =>
    bytes.subarray(0, bom.length).equals(bom),
  );
  const start = mark?.length ?? 0;
  const encode = (/** @type {string} */ line) => {
    if (start !== 2) return Buffer.from(line);
    const written = Buffer.from(line, 'utf16le');
    return mark?.[0] === 0xff ? written : written.swap16();
  };
  return [';', '\t', '|', ','].map((delimiter) => {
    return Buffer.concat([bytes.subarray(0, start), encode(`sep=${delimiter}\n`), bytes.subarray(start)]);
  });
}

/** @param {string} fileName @param {Buffer} bytes @returns {Promise<Answer>} */
function extract(fileName, bytes) {
  writeFileSync(path('source'), bytes);
  return tasks.extract({
    sourcePath: path('source'),
    fileName,
    mediaType: undefined,
    segmentsPath: path('segments.ndjson'),
  });
}

/** @returns {import('./targets.mjs').Segment[]} */
function readSegments() {
  const lines = readFileSync(path('segments.ndjson'), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** @param {TaskError} error of an extraction @returns {Outcome} */
function refusal(error) {
  const { problem, status = 0 } = error;
  const isRefusal = problem === true && status >= 400 && status < 500;
  if (!isRefusal) return faultOf('extract_failed', describe(error));
  return { kind: 'refused', code: error.errors?.[0]?.code ?? error.code };
}

/** @param {string} rule @param {string} detail @returns {Outcome} */
function faultOf(rule, detail) {
  return { kind: 'fault', fault: { rule, detail } };
}

/** @param {TaskError} error */
function describe(error) {
  return error.stack ?? `${error.code}: ${error.message}`;
}
