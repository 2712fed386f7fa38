import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlignedPairsPage, AlignmentView } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const PRELOAD = new URL('../support/die-at-step.mjs', import.meta.url).href;
/** No engine has this direction, which keeps a round short. */
const FIELDS = { from: 'de', to: 'fi', level: 'segment' };
const SOURCE = [
  'Der Alpine Club wurde 1857 in London gegründet.',
  'Edward Whymper bestieg 1865 mit 6 Begleitern das Matterhorn (4478 m).',
  'Die Hütte am Hörnli hat 130 Betten und 3 Stuben.',
  'Königin Victoria dachte 1866 an ein Verbot.',
  'Etwa 3000 Menschen steigen heute von Zermatt auf.',
].join('\n');
const TARGET = [
  'Alpine Club perustettiin Lontoossa vuonna 1857.',
  'Edward Whymper nousi 1865 Matterhornille (4478 m) 6 toverin kanssa.',
  'Hörnlin majassa on 130 vuodetta ja 3 tupaa.',
  'Kuningatar Victoria harkitsi 1866 kieltoa.',
  'Noin 3000 ihmistä nousee nykyään Zermattista.',
].join('\n');

let service: TestService;
let order: string;
beforeAll(async () => {
  order = join(process.env['TMPDIR'] ?? '/tmp', `interlinear-die-align-${process.pid}`);
  service = await startService({ DIE_AT_STEP: order }, { nodeArgs: ['--import', PRELOAD] });
});
afterAll(async () => {
  await rm(order, { force: true });
  await service.close();
});

/** Whether the service died of it; it runs again afterwards. */
async function killedAt(step: number, action: () => Promise<unknown>): Promise<boolean> {
  await writeFile(order, `host ${step}`);
  const isAlive = () =>
    service.send('GET', '/v1/health').then(
      () => true,
      () => false,
    );
  // A connection kept from before the last death fails without reaching the service.
  const isAnswered = await action().then(
    () => true,
    () => false,
  );
  if (!isAnswered && (await isAlive())) await action().catch(() => undefined);
  await rm(order, { force: true });
  if (await isAlive()) return false;
  await service.kill();
  await service.start();
  return true;
}

const create = (key: string) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(FIELDS)) body.append(name, value);
  body.append('source', new Blob([SOURCE]), 'a.txt');
  body.append('target', new Blob([TARGET]), 'b.txt');
  const headers = { 'Idempotency-Key': key };
  return service.send<{ data: AlignmentView }>('POST', '/v1/alignments', { body, headers });
};
async function aligned(key: string): Promise<AlignmentView> {
  const { status, body } = await create(key);
  expect(status).toBe(202);
  await service.send('GET', `/v1/alignments/${body.data.id}/events`);
  return service.get(`/v1/alignments/${body.data.id}`);
}
const listed = async () =>
  (await service.get<{ alignments: AlignmentView[] }>('/v1/alignments')).alignments
    .map(({ id }) => id)
    .sort();
const folders = async () => (await readdir(join(service.dataDir, 'alignments'))).sort();

it('an alignment is there whole and comes to its end, or not at all, whenever the service is killed (-9)', async () => {
  let deaths = 0;
  for (let step = 0; ; step++) {
    const isDead = await killedAt(step, () => aligned(`key ${step}`));
    // The same request finds it, or makes it: there is one.
    const done = await aligned(`key ${step}`);
    expect(done).toMatchObject({ status: 'done', pairs: 5 });
    expect(await listed()).toEqual([done.id]);
    expect(await folders()).toEqual([done.id]);
    expect((await service.send('DELETE', `/v1/alignments/${done.id}`)).status).toBe(204);
    expect(await folders()).toEqual([]);
    if (!isDead) break;
    deaths++;
  }
  expect(deaths).toBeGreaterThan(6);
});

it('a change of pairs, what is learned and a deletion are whole or not at all', async () => {
  const { id } = await aligned('the one');
  const pairs = async () => {
    const page = await service.get<AlignedPairsPage>(`/v1/alignments/${id}/pairs`);
    const view = await service.get<AlignmentView>(`/v1/alignments/${id}`);
    expect(view).toMatchObject({ revision: page.revision, pairs: page.pairs.length });
    return page.pairs.slice(0, 2).map(({ source_at, state }) => `${source_at.join('+')} ${state}`);
  };
  for (let step = 0, isDead = true; isDead; step++) {
    const before = await pairs();
    const state = step % 2 === 0 ? 'rejected' : 'accepted';
    isDead = await killedAt(step, () =>
      service.send('PATCH', `/v1/alignments/${id}/pairs`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          pairs: [0, 1].map((at) => ({ source_at: [at], target_at: [at], state })),
        }),
      }),
    );
    const after = await pairs();
    const changed = [`0 ${state}`, `1 ${state}`];
    if (isDead) expect([before, changed]).toContainEqual(after);
    else expect(after).toEqual(changed);
  }
  const { accepted } = await service.get<AlignmentView>(`/v1/alignments/${id}`);
  for (let step = 0, isDead = true; isDead; step++)
    isDead = await killedAt(step, () => service.send('POST', `/v1/alignments/${id}/learn`));
  const { units } = await service.get<{ units: unknown[] }>('/v1/memory/units?from=de&to=fi');
  expect(units).toHaveLength(accepted!);
  for (let step = 0, isDead = true; isDead; step++) {
    isDead = await killedAt(step, () => service.send('DELETE', `/v1/alignments/${id}`));
    expect(await folders()).toEqual(await listed());
  }
  expect(await folders()).toEqual([]);
});
