// Two builds side by side: ours beside that of another checkout, whose interfaces are the fixed ones of every
// release.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasApertium } from '../../scripts/lib/apertium.mjs';
import { StepError } from '../../scripts/lib/steps.mjs';
import { startService } from '../support/live-service.ts';
import type { LiveService } from '../support/live-service.ts';
import { MAIN, NO_LIMITS } from '../support/service-process.ts';
import { makeDocx, makeWorkbook } from './documents.ts';
import { sideBySide } from './figures.ts';
import type { Figures, Row } from './figures.ts';
import { ask, AUTHORISED, startsSideBySide, STATUSES } from './http.ts';

const AIM = '≤ 1.05';
const ROUNDS = 7;
const SENTENCE = 'The captain describes the lighthouse every morning.\n';
const LINES = 1_000;
const SLOW_PARAGRAPHS = 400;
const SLOW_ROUNDS = 3;
const PSEUDO = { to: 'en-XA', engine: 'pseudo' };
/** The same text would be answered from what is kept of the round before. */
const env = { ...NO_LIMITS, INTERLINEAR_CACHE_MB: '0' };

/** Throws a StepError where `checkout` has not been built. */
export async function benchAgainst(checkout: string): Promise<Row[]> {
  const theirs = join(checkout, 'out', 'service', 'main.js');
  if (!existsSync(theirs)) throw new StepError(`${checkout} has not been built. Run there: npm run build`);
  const row = (what: string, figures: Figures): Row => ({
    what: `${what}: ours / theirs`,
    aim: AIM,
    ...figures,
  });
  const start = (main: string) => () => startService({ main });
  return [
    row('cold start until it listens', await startsSideBySide(start(MAIN), start(theirs))),
    ...(await benchCommands(theirs)).map(([what, figures]) => row(what, figures)),
    ...(await benchServices(theirs)).map(([what, figures]) => row(what, figures)),
  ];
}

type Measured = readonly [what: string, figures: Figures];

/** A whole command, from its start to its end. */
async function benchCommands(theirs: string): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-bench-'));
  const translate = (main: string, file: string) => () => {
    const data = join(folder, main === MAIN ? 'ours' : 'theirs');
    const args = ['translate', file, '--from', 'en', '--to', 'en-XA', '--engine', 'pseudo', '--force'];
    const whole = [main, ...args, '--out', join(folder, 'result.txt'), '--data-dir', data];
    const { status, stderr } = spawnSync(process.execPath, whole, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${main} translate: exit code ${status}\n${stderr}`);
  };
  try {
    const measured: Measured[] = [];
    for (const lines of [1, LINES]) {
      const file = join(folder, `${lines}.txt`);
      writeFileSync(file, SENTENCE.repeat(lines));
      const figures = await sideBySide(ROUNDS, translate(MAIN, file), translate(theirs, file));
      measured.push([`translate, a TXT of ${lines} lines`, figures]);
    }
    return measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The work of a running service: answers, and jobs. */
async function benchServices(theirs: string): Promise<Measured[]> {
  const services: LiveService[] = [];
  const started = async (main: string): Promise<LiveService> => {
    const service = await startService({ main, env, keepLog: false });
    services.push(service);
    return service;
  };
  try {
    const [ours, other] = [await started(MAIN), await started(theirs)];
    const job = (name: string, source: Buffer | string, fields = PSEUDO, rounds = ROUNDS) => {
      const run = (service: LiveService) => async () =>
        service.result((await service.upload(name, source, fields)).id);
      return sideBySide(rounds, run(ours), run(other));
    };
    const statusOf = async (service: LiveService) => {
      const { id } = await service.upload('letter.txt', SENTENCE);
      await service.result(id);
      return () => ask(`${service.baseUrl}/v1/translate/documents/${id}`, AUTHORISED);
    };
    const measured: Measured[] = [
      [STATUSES, await sideBySide(ROUNDS, await statusOf(ours), await statusOf(other))],
      [`a TXT of ${LINES} lines with pseudo`, await job('long.txt', SENTENCE.repeat(LINES))],
      [`a DOCX of ${LINES} paragraphs with pseudo`, await job('long.docx', makeDocx(LINES))],
      [`an XLSX of ${LINES} rows with pseudo`, await job('long.xlsx', makeWorkbook(LINES, 6))],
    ];
    if (hasApertium()) {
      const apertium = { to: 'es', engine: 'apertium' };
      const figures = await job('long.docx', makeDocx(SLOW_PARAGRAPHS), apertium, SLOW_ROUNDS);
      measured.push([`a DOCX of ${SLOW_PARAGRAPHS} paragraphs with Apertium`, figures]);
    }
    return measured;
  } finally {
    for (const service of services) await service.close();
  }
}
