// First every file through the service, a few at a time; then each result held against its source. In this
// order, because checking blocks this process: times would count it, and idle connections would die under it.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { asRefusal, Refusal, startService } from '../support/live-service.ts';
import type { LiveService } from '../support/live-service.ts';
import { NO_LIMITS } from '../support/service-process.ts';
import { FORMATS, countOf, formatOf, reasonToRefuse } from './formats.ts';
import type { Count } from './formats.ts';
import { compareWithOracles } from './oracles.ts';
import { excerpt } from './package.ts';
import type { Violation } from './package.ts';
import { checkWarnings } from './warnings.ts';

export interface Outcome {
  file: string;
  format: string;
  /** The code of a right or wrong refusal. */
  refused?: string;
  /** The refusal's message. */
  message?: string;
  /** From upload to the end of the job. */
  ms: number;
  violations: Violation[];
}

type Job = Awaited<ReturnType<LiveService['ended']>>;

/** A translation left to check. */
interface Translation {
  outcome: Outcome;
  job: Job;
  /** Path of the answer to `content`. */
  result: string;
  /** Path of the answer to `content?simple=1`. */
  simple: string;
}

interface Options {
  oracles?: boolean;
  onOutcome?: (outcome: Outcome) => void;
}

const FILE_MS = 60_000;
const AT_A_TIME = 4;

/** All files below a folder whose names belong to one of the formats. */
export function filesIn(folder: string, formats: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && formats.includes(formatOf(entry.name) ?? 'none'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Starts a service for the files. `trouble` says in words what is wrong with it afterwards. */
export async function checkFiles(
  files: readonly string[],
  { oracles = false, onOutcome }: Options = {},
): Promise<{ outcomes: Outcome[]; trouble: string | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-corpus-results-'));
  const service = await startService({ env: { ...NO_LIMITS, INTERLINEAR_LOG_LEVEL: 'warn' } });
  try {
    const runs = await translateAll(service, files, folder);
    const trouble = service.trouble();
    for (const { outcome, translation } of runs) {
      if (translation) outcome.violations.push(...(await check(translation, oracles)));
      onOutcome?.(outcome);
    }
    return { outcomes: runs.map(({ outcome }) => outcome), trouble };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface FileRun {
  outcome: Outcome;
  translation: Translation | undefined;
}

async function translateAll(
  service: LiveService,
  files: readonly string[],
  folder: string,
): Promise<FileRun[]> {
  const runs: FileRun[] = [];
  const queue = files.entries();
  const work = async () => {
    for (const [at, file] of queue) runs.push(await translateFile(service, file, join(folder, String(at))));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return runs;
}

async function translateFile(service: LiveService, file: string, target: string) {
  const name = basename(file);
  const outcome: Outcome = { file, format: formatOf(name) ?? 'other', ms: 0, violations: [] };
  const signal = AbortSignal.timeout(FILE_MS);
  try {
    return { outcome, translation: await translate(service, outcome, target, signal) };
  } catch (error) {
    const rule = signal.aborted ? 'hang' : 'failure';
    outcome.violations.push({ rule, detail: excerpt(causes(error), 300) });
    return { outcome, translation: undefined };
  }
}

/** Fills in `outcome` on the way. */
async function translate(
  service: LiveService,
  outcome: Outcome,
  target: string,
  signal: AbortSignal,
): Promise<Translation | undefined> {
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
  writeFileSync(result, await service.content(created.id, '', signal));
  if (FORMATS[outcome.format]?.checkSimple) {
    writeFileSync(simple, await service.content(created.id, '?simple=1', signal));
  }
  return { outcome, job, result, simple };
}

async function check(
  { outcome, job, result: path, simple }: Translation,
  oracles: boolean,
): Promise<Violation[]> {
  const name = basename(outcome.file);
  const source = readFileSync(outcome.file);
  const reason = reasonToRefuse(source, name, 'least');
  const format = FORMATS[outcome.format];
  if (!format || reason !== undefined)
    return [{ rule: 'accepted_invalid', detail: reason ?? 'other format' }];
  const result = readFileSync(path);
  try {
    return [
      ...checkCounts(countOf(format, source, name), job),
      ...checkEmpty(source, result, job),
      ...format.check(source, result, name),
      ...checkWarnings(outcome.format, source, result, job.warnings),
      ...(format.checkSimple?.(result, readFileSync(simple)) ?? []),
      ...(oracles ? await compareWithOracles(name, source, result) : []),
    ];
  } catch (error) {
    return [{ rule: 'unreadable', detail: excerpt(causes(error), 300) }];
  }
}

function judgeRefusal({ status, code, problem }: Refusal, source: Buffer, outcome: Outcome): Violation[] {
  outcome.refused = code;
  outcome.message = problem.detail;
  const detail = `${status} ${code}: ${problem.detail}`;
  if (status >= 500) return [{ rule: 'server_error', detail }];
  const isValid = reasonToRefuse(source, basename(outcome.file)) === undefined;
  return isValid ? [{ rule: 'refused_valid', detail }] : [];
}

function checkCounts(
  { least, most, chars }: Count,
  { segment_count: segmentCount, source_chars: sourceChars }: Pick<Job, 'segment_count' | 'source_chars'>,
): Violation[] {
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

function checkEmpty(
  source: Buffer,
  result: Buffer,
  created: Pick<Job, 'segment_count' | 'source_chars'>,
): Violation[] {
  if (created.segment_count > 0 || result.equals(source)) return [];
  return [{ rule: 'empty_changed', detail: 'no segments, but the result is not the upload' }];
}

function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error) : `${String(error)}: ${causes(error.cause)}`;
}
