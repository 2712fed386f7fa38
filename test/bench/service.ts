// The whole service beside its parts: what everything around extraction, translation and assembly costs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasApertium } from '../../scripts/lib/apertium.mjs';
import { say } from '../../scripts/lib/steps.mjs';
import { DocumentThread } from '../support/document-thread.ts';
import { startService } from '../support/live-service.ts';
import type { LiveService } from '../support/live-service.ts';
import { startWatched } from '../support/loop-watch.ts';
import { NO_LIMITS } from '../support/service-process.ts';
import { EXTRA_SEGMENTS, largestText, makeDocx, MAX_SEGMENTS } from './documents.ts';
import { sideBySide } from './figures.ts';
import type { Row } from './figures.ts';

const APERTIUM_PARAGRAPHS = 400;
const ROUNDS = 7;
const UPLOADS = 10;
const IDLE_MS = 2_000;

/** Runs `work` with a service and a separate folder. */
async function withService(work: (service: LiveService, folder: string) => Promise<Row[]>): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-bench-files-'));
  const service = await startService({ env: { ...NO_LIMITS, INTERLINEAR_CACHE_MB: '0' } });
  try {
    return await work(service, folder);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function must<T>(outcome: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`The direct call failed: ${JSON.stringify(outcome.error)}`);
}

/** A 1,100-segment DOCX through the service with `pseudo`, beside extraction and assembly called directly. */
export function benchPseudoDocument(): Promise<Row[]> {
  return withService(async (service, folder) => {
    const documents = new DocumentThread();
    const source = makeDocx(MAX_SEGMENTS - EXTRA_SEGMENTS);
    const task = {
      jobId: 'bench',
      account: 'local',
      fileName: 'long.docx',
      mediaType: undefined,
      sourcePath: join(folder, 'long.docx'),
      segmentsPath: join(folder, 'segments.ndjson'),
      journalPath: join(folder, 'journal.ndjson'),
      editsPath: join(folder, 'edits.ndjson'),
      resultPath: join(folder, 'result.docx'),
    };
    writeFileSync(task.sourcePath, source);
    const { segmentCount } = must(await documents.extract(task));
    if (segmentCount !== MAX_SEGMENTS) throw new Error(`${segmentCount} segments, not ${MAX_SEGMENTS}.`);
    // The direct assembly gets a translation of every segment too, so that both sides rewrite the same
    // document.
    const lines = readFileSync(task.segmentsPath, 'utf8').trimEnd().split('\n');
    const journal = lines.map((line, i) => {
      return `${JSON.stringify({ i, t: `[${(JSON.parse(line) as { text: string }).text}]` })}\n`;
    });
    writeFileSync(task.journalPath, journal.join(''));
    const direct = async () => {
      must(await documents.extract(task));
      const what = { kind: 'document', fileType: 'docx', from: 'en', to: 'en-XA' } as const;
      must(await documents.assemble({ ...task, ...what }));
    };
    const ours = async () => service.result((await service.upload('long.docx', source)).id);
    const what = '1,100-segment DOCX: service with pseudo / extraction + assembly';
    const figures = await sideBySide(ROUNDS, ours, direct);
    await documents.close();
    return [{ what, aim: '≤ 1.5', ...figures }];
  });
}

/** A document with Apertium through us, beside Apertium's own document translation of the same file. */
export function benchApertiumDocument(): Promise<Row[]> {
  return withService(async (service, folder) => {
    if (!hasApertium()) {
      say('Skipped: a document with Apertium (not installed here).');
      return [];
    }
    const source = makeDocx(APERTIUM_PARAGRAPHS);
    const path = join(folder, 'long.docx');
    writeFileSync(path, source);
    const fields = { to: 'es', engine: 'apertium' };
    const ours = async () => service.result((await service.upload('long.docx', source, fields)).id);
    const other = () => {
      const args = ['-f', 'docx', 'eng-spa', path, join(folder, 'apertium.docx')];
      const { status, stderr } = spawnSync('apertium', args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`apertium -f docx: ${stderr}`);
    };
    const what = `${APERTIUM_PARAGRAPHS}-paragraph DOCX, English to Spanish: service / apertium -f docx`;
    return [{ what, aim: '< 1', ...(await sideBySide(3, ours, other)) }];
  });
}

/**
 * The 99th percentile of the host's event-loop delay, in milliseconds, while ten 10 MB files are uploaded at
 * once: beside the same host's while it is idle.
 */
export async function benchLoopDelay(): Promise<Row[]> {
  const { service, during, close } = await startWatched();
  const text = largestText();
  const translate = async () => service.result((await service.upload('large.txt', text)).id);
  try {
    const { delay: idle } = await during(() => sleep(IDLE_MS));
    const { delay: busy } = await during(() => Promise.all(Array.from({ length: UPLOADS }, translate)));
    const ratio = busy.p99 / Math.max(idle.p99, 0.1);
    const what = `event-loop delay of the host, p99: ${UPLOADS} uploads of 10 MB / idle`;
    return [{ what, aim: '< 20 ms', ours: busy.p99, other: idle.p99, ratio }];
  } finally {
    await close();
  }
}
