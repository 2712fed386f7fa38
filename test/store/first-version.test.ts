import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, createBatch, openHarness, awaitJob } from '../jobs/support/harness.ts';
import type { Harness } from '../jobs/support/harness.ts';
import { createTestTranslation, reversed } from '../jobs/support/translation.ts';
import known from './fixtures/first-version.json' with { type: 'json' };

/**
 * A data folder as release 1 left it when it was killed with a job under way, a torn line at the end of its
 * journal.
 */
const FIXTURE = join(import.meta.dirname, 'fixtures', 'first-version');
const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const { agency, jobs: ids } = known;

let folder: string;
let harness: Harness;
const translation = createTestTranslation();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-first-'));
  await cp(FIXTURE, folder, { recursive: true });
  harness = await open();
});
afterEach(async () => {
  await harness.close();
  await rm(folder, { recursive: true, force: true });
});

function open(): Promise<Harness> {
  return openHarness(folder, { translation, jobs: { clock: () => NOW }, accounts: { now: () => NOW } });
}

function ownerOf(name: string): string {
  return ['old_batch_done', 'old_docx_done', 'document_done', 'batch_failed', 'document_running'].includes(
    name,
  )
    ? agency
    : 'local';
}

describe('a data folder of the first release', () => {
  it('has all its jobs, recent and archived, with how they ended', async () => {
    await awaitJob(harness, ids.document_running, undefined, agency);
    for (const [name, id] of Object.entries(ids)) {
      const status = name.endsWith('running') ? 'done' : name.split('_').at(-1);
      expect(await harness.jobs.get(ownerOf(name), id), name).toMatchObject({ id, status });
    }
    const own = await harness.jobs.list('local', { limit: 100 });
    const agencys = await harness.jobs.list(agency, { limit: 100 });
    expect([...own.jobs, ...agencys.jobs]).toHaveLength(Object.keys(ids).length);
    expect(await harness.jobs.get('local', ids.old_document_failed)).toEqual({
      id: ids.old_document_failed,
      kind: 'document',
      status: 'failed',
      file_type: 'csv',
      file_name: 'failing.csv',
      segment_count: 1,
      source_chars: 17,
      completed_segments: 0,
      total_segments: 1,
      from: 'en',
      to: 'es',
      engine: 'reverse',
      engine_pair: { from: 'en', to: 'es' },
      options: {},
      revision: '0',
      created_at: '2026-09-14T08:00:25.000Z',
      updated_at: '2026-09-14T08:00:27.000Z',
      finished_at: '2026-09-14T08:00:27.000Z',
      warnings: [],
      error: { code: 'engine_failed', message: 'The engine does not answer.' },
    });
  });

  it('goes on with the job that ran, from its last whole line, and charges it once', async () => {
    const job = await awaitJob(harness, ids.document_running, undefined, agency);
    expect(job).toMatchObject({ status: 'done', completed_segments: 9 });
    const content = await harness.jobs.content(agency, job.id, { simple: false });
    const text = 'file' in content ? await readFile(content.file.path, 'utf8') : '';
    expect(text).toBe(
      Array.from({ length: 9 }, (_, i) => reversed(`Line ${i} of the running one.`)).join('\n'),
    );
    const asked = translation.chunks.filter(({ jobId }) => jobId === job.id);
    expect(asked.flatMap(({ indexes }) => indexes)).not.toContain(0);
    const charged = harness.accounts.usage(agency);
    expect(charged).toMatchObject({ credit_reserved: 0 });
    const [balance, total] = [charged.credit_balance!, charged.total_chars];
    expect(balance + total).toBe(5_000);
    await harness.close();
    harness = await open();
    expect(harness.accounts.usage(agency)).toMatchObject({ credit_balance: balance, total_chars: total });
  });

  it('knows accounts, keys, charges and quotas', () => {
    expect(harness.accounts.recovery).toBe('none');
    expect(harness.accounts.authenticate(known.key)).toMatchObject({
      accountId: agency,
      scopes: ['translate'],
    });
    expect(harness.accounts.authenticate(known.own_key)).toMatchObject({
      accountId: 'local',
      scopes: ['admin'],
    });
    expect(harness.accounts.listAccounts()).toMatchObject([
      { id: 'local', credit_balance: null },
      { id: agency, name: 'Agency', docx_quota: 3 },
    ]);
    const days = harness.accounts.usage('local').days.map(({ date }) => date);
    expect(days).toEqual(['2026-09-14', '2026-11-20']);
  });

  it('gives results and sources, options and warnings', async () => {
    const done = await harness.jobs.get(agency, ids.document_done);
    expect(done).toMatchObject({
      file_name: 'Vertrag über Äpfel.csv',
      options: { tone: 'formal', context: 'A contract.' },
      warnings: [{ code: 'tone_ignored' }, { code: 'context_ignored' }],
    });
    const content = await harness.jobs.content(agency, done.id, { simple: false });
    expect('file' in content && content.file.fileName).toBe('Vertrag über Äpfel.es.csv');
    const source = await harness.jobs.source(agency, done.id);
    expect(await readFile(source.path, 'utf8')).toBe('Vier\nfünf & <sechs>\n');
    const segments = await harness.jobs.batchSegments('local', ids.batch_done);
    expect(JSON.parse(await readFile(segments!.path, 'utf8'))).toMatchObject([
      { id: 'greeting', text: 'Hello <b> & co' },
      { text: '  ', translated_text: '  ' },
      { id: 'number', text: '12.5', translated_text: '12.5' },
    ]);
  });

  it('takes retries and removals of its jobs, and new ones, archived or not', async () => {
    const retried = await harness.jobs.retry('local', ids.old_document_cancelled);
    expect(await awaitJob(harness, retried.id)).toMatchObject({ status: 'done', file_name: 'cancelled.txt' });
    await harness.jobs.remove('local', ids.old_document_done);
    expect(await codeOf(harness.jobs.get('local', ids.old_document_done))).toBe('not_found');
    const fresh = await createBatch(harness, ['new']);
    expect(await awaitJob(harness, fresh.id)).toMatchObject({ status: 'done' });
    expect(fresh.id > ids.document_running).toBe(true);
    await harness.close();
    harness = await open();
    expect(await harness.jobs.get('local', retried.id)).toMatchObject({ status: 'done' });
    expect(await codeOf(harness.jobs.get('local', ids.old_document_done))).toBe('not_found');
    expect((await readdir(folder)).filter((name) => name.includes('corrupt'))).toEqual([]);
  });
});
