// @ts-check
// First every file through the service, a few at a time; then each result held against its source. In this order, because
// checking blocks this process: times would count it, and idle connections would die under it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { asRefusal, Refusal } from '../lib/live-service.mjs';
import { FORMATS, countOf, formatOf, reasonToRefuse } from './formats.mjs';
import { compareWithOracles } from './oracles.mjs';
import { excerpt } from './package.mjs';
import { checkWarnings } from './warnings.mjs';

/**
 * @typedef {import('../lib/live-service.mjs').LiveService} Service
 * @typedef {import('./package.mjs').Violation} Violation
 *
 * @typedef {object} Outcome
 * @property {string} file
 * @property {string} format
 * @property {string} [refused] the code of a right or wrong refusal
 * @property {string} [message] of the refusal
 * @property {number} ms from upload to the end of the job
 * @property {Violation[]} violations
 *
 * @typedef {{id: string, segment_count: number, source_chars: number}} Created
 *
 * @typedef {object} Translation what is left to check
 * @property {Outcome} outcome
 * @property {Created} created
 * @property {import('./warnings.mjs').Job} job
 * @property {string} result path of the answer to `content`
 * @property {string} simple path of the answer to `content?simple=1`
 */

const FILE_MS = 60_000;
const AT_A_TIME = 4;

/**
 * @param {Service} service
 * @param {readonly string[]} files paths
 * @param {{oracles: boolean, onOutcome?: (outcome: Outcome) => void}} options
 * @returns {Promise<Outcome[]>}
 */
export async function runCorpus(service, files, { oracles, onOutcome }) {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-corpus-results-'));
  try {
    const runs = await translateAll(service, files, folder);
    for (const { outcome, translation } of runs) {
      if (translation) outcome.violations.push(...(await check(translation, oracles)));
      onOutcome?.(outcome);
    }
    return runs.map(({ outcome }) => outcome);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Service} service
 * @param {readonly string[]} files
 * @param {string} folder
 * @returns {Promise<{outcome: Outcome, translation: Translation | undefined}[]>}
 */
async function translateAll(service, files, folder) {
  /** @type {{outcome: Outcome, translation: Translation | undefined}[]} */
  const runs = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < files.length; at = next++) {
      runs.push(await translateFile(service, files[at] ?? '', join(folder, String(at))));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return runs;
}

/** @param {Service} service @param {string} file @param {string} target */
async function translateFile(service, file, target) {
  const name = basename(file);
  /** @type {Outcome} */
  const outcome = { file, format: formatOf(name) ?? 'other', ms: 0, violations: [] };
  const signal = AbortSignal.timeout(FILE_MS);
  try {
    return { outcome, translation: await translate(service, outcome, target, signal) };
  } catch (error) {
    const rule = signal.aborted ? 'hang' : 'failure';
    outcome.violations.push({ rule, detail: excerpt(causes(error), 300) });
    return { outcome, translation: undefined };
  }
}

/**
 * @param {Service} service
 * @param {Outcome} outcome filled on the way
 * @param {string} target
 * @param {AbortSignal} signal
 * @returns {Promise<Translation | undefined>}
 */
async function translate(service, outcome, target, signal) {
  const name = basename(outcome.file);
  const source = readFileSync(outcome.file);
  const started = performance.now();
  const created = await service.upload(name, source, {}, signal).catch(asRefusal);
  if (created instanceof Refusal) {
    outcome.ms = performance.now() - started;
    outcome.violations.push(...judgeRefusal(created, source, outcome));
    return undefined;
  }
  const job = await service.ended(created.id, signal);
  outcome.ms = performance.now() - started;
  if (job.status !== 'done') {
    outcome.violations.push({ rule: 'job_failed', detail: `${job.error?.code}: ${job.error?.message}` });
    return undefined;
  }
  const [result, simple] = [`${target}.result`, `${target}.simple`];
  writeFileSync(result, await service.content(created.id, { signal }));
  if (FORMATS[outcome.format]?.checkSimple) {
    writeFileSync(simple, await service.content(created.id, { query: '?simple=1', signal }));
  }
  return { outcome, created, job, result, simple };
}

/** @param {Translation} translation @param {boolean} oracles @returns {Promise<Violation[]>} */
async function check({ outcome, created, job, result: path, simple }, oracles) {
  const name = basename(outcome.file);
  const source = readFileSync(outcome.file);
  const reason = reasonToRefuse(source, name, 'least');
  const format = FORMATS[outcome.format];
  if (!format || reason !== undefined)
    return [{ rule: 'accepted_invalid', detail: reason ?? 'other format' }];
  const result = readFileSync(path);
  try {
    return [
      ...checkCounts(countOf(format, source, name), created),
      ...checkEmpty(source, result, created),
      ...format.check(source, result, name),
      ...checkWarnings(outcome.format, source, result, job),
      ...(format.checkSimple?.(result, readFileSync(simple)) ?? []),
      ...(oracles ? await compareWithOracles(name, source, result) : []),
    ];
  } catch (error) {
    return [{ rule: 'unreadable', detail: excerpt(causes(error), 300) }];
  }
}

/**
 * @param {Refusal} refusal
 * @param {Buffer} source
 * @param {Outcome} outcome
 * @returns {Violation[]}
 */
function judgeRefusal({ status, code, problem }, source, outcome) {
  outcome.refused = code;
  outcome.message = problem.detail;
  const detail = `${status} ${code}: ${problem.detail}`;
  if (status >= 500) return [{ rule: 'server_error', detail }];
  const isValid = reasonToRefuse(source, basename(outcome.file)) === undefined;
  return isValid ? [{ rule: 'refused_valid', detail }] : [];
}

/**
 * @param {import('./formats.mjs').Count} expected
 * @param {Created} created
 * @returns {Violation[]}
 */
function checkCounts({ least, most, chars }, { segment_count: segmentCount, source_chars: sourceChars }) {
  const violations = [];
  if (segmentCount < least || segmentCount > most) {
    const range = least === most ? String(least) : `${least} to ${most}`;
    violations.push({ rule: 'segment_count', detail: `${segmentCount}, not ${range}` });
  }
  if (chars !== undefined && sourceChars !== chars) {
    violations.push({ rule: 'source_chars', detail: `${sourceChars}, not ${chars}` });
  }
  return violations;
}

/** @param {Buffer} source @param {Buffer} result @param {Created} created @returns {Violation[]} */
function checkEmpty(source, result, created) {
  if (created.segment_count > 0 || result.equals(source)) return [];
  return [{ rule: 'empty_changed', detail: 'no segments, but the result is not the upload' }];
}

/** @param {unknown} error @returns {string} */
function causes(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error) : `${String(error)}: ${causes(error.cause)}`;
}
