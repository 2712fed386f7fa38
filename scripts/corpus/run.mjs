// One file after another through the service, a few at a time, each result held against its source.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { FORMATS, formatOf, reasonToRefuse } from './formats.mjs';
import { excerpt } from './package.mjs';
import { compareWithOracles } from './oracles.mjs';
import { content, ended, upload } from './service.mjs';

/**
 * @typedef {import('./service.mjs').Service} Service
 * @typedef {import('./package.mjs').Violation} Violation
 *
 * @typedef {object} Outcome
 * @property {string} file
 * @property {string} format
 * @property {string} [refused] the code of a right or wrong refusal
 * @property {string} [message] of the refusal
 * @property {number} ms from upload to the end of the job
 * @property {Violation[]} violations
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
  /** @type {Outcome[]} */
  const outcomes = [];
  const queue = [...files];
  const work = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const outcome = await runFile(service, file, oracles);
      outcomes.push(outcome);
      onOutcome?.(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return outcomes;
}

/** @param {Service} service @param {string} file @param {boolean} oracles @returns {Promise<Outcome>} */
async function runFile(service, file, oracles) {
  const name = basename(file);
  const source = readFileSync(file);
  const started = performance.now();
  /** @type {Outcome} */
  const outcome = { file, format: formatOf(name) ?? 'other', ms: 0, violations: [] };
  const signal = AbortSignal.timeout(FILE_MS);
  try {
    await translate(service, name, source, signal, outcome, started, oracles);
  } catch (error) {
    const rule = signal.aborted ? 'hang' : 'failure';
    outcome.violations.push({ rule, detail: excerpt(String(error), 300) });
  }
  outcome.ms ||= performance.now() - started;
  return outcome;
}

/**
 * @param {Service} service
 * @param {string} name
 * @param {Buffer} source
 * @param {AbortSignal} signal
 * @param {Outcome} outcome filled on the way
 * @param {number} started
 * @param {boolean} oracles
 */
async function translate(service, name, source, signal, outcome, started, oracles) {
  const created = await upload(service, name, source, signal);
  if ('problem' in created) {
    outcome.ms = performance.now() - started;
    outcome.violations.push(...judgeRefusal(created, source, name, outcome));
    return;
  }
  const job = await ended(service, created.id, signal);
  outcome.ms = performance.now() - started;
  if (job.status !== 'done') {
    outcome.violations.push({ rule: 'job_failed', detail: `${job.error?.code}: ${job.error?.message}` });
    return;
  }
  const format = FORMATS[outcome.format];
  const reason = reasonToRefuse(source, name, 'least');
  if (!format || reason !== undefined) {
    outcome.violations.push({ rule: 'accepted_invalid', detail: reason ?? 'other format' });
    return;
  }
  const result = await content(service, created.id, signal);
  outcome.violations.push(
    ...checkCounts(format.count(source, name), created),
    ...format.check(source, result, name),
  );
  if (format.checkSimple) {
    const simple = await content(service, created.id, signal, '?simple=1');
    outcome.violations.push(...format.checkSimple(result, simple));
  }
  if (oracles) outcome.violations.push(...(await compareWithOracles(name, source, result)));
}

/**
 * @param {import('./service.mjs').Refusal} refusal
 * @param {Buffer} source
 * @param {string} name
 * @param {Outcome} outcome
 * @returns {Violation[]}
 */
function judgeRefusal({ status, problem }, source, name, outcome) {
  outcome.refused = problem.errors?.[0]?.code ?? problem.code;
  outcome.message = problem.detail;
  const detail = `${status} ${outcome.refused}: ${problem.detail}`;
  if (status >= 500) return [{ rule: 'server_error', detail }];
  return reasonToRefuse(source, name) === undefined ? [{ rule: 'refused_valid', detail }] : [];
}

/**
 * @param {import('./formats.mjs').Count} expected
 * @param {import('./service.mjs').Created} created
 * @returns {Violation[]}
 */
function checkCounts({ least, most, chars }, { segmentCount, sourceChars }) {
  const violations = [];
  if (segmentCount < least || segmentCount > most) {
    violations.push({
      rule: 'segment_count',
      detail: `${segmentCount}, not ${least === most ? least : `${least} to ${most}`}`,
    });
  }
  if (chars !== undefined && sourceChars !== chars) {
    violations.push({ rule: 'source_chars', detail: `${sourceChars}, not ${chars}` });
  }
  return violations;
}
