import { existsSync, statSync, symlinkSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Problem } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { IS_LONG } from '../support/effort.ts';

/** One for all tests; each test has its own account. */
let shared: TestService;
let service: TestService;
const start = () => startService({ INTERLINEAR_MAX_STORED_MB: '4' });
beforeAll(async () => {
  shared = await start();
});
afterAll(() => shared.close());
beforeEach(async () => {
  service = shared;
  await service.useNewAccount();
});

const unit = (source: string, target: string) =>
  `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu>`;
const tmx = (count: number, target = 'text', length = 100) =>
  `<tmx version="1.4"><body>${Array.from({ length: count }, (_, n) => unit(`Sentence ${n} ${'x'.repeat(length)}`, `${target} ${n}`)).join('')}</body></tmx>`;
function send(route: string, content: string | Buffer, key?: string) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), 'a.tmx');
  form.set('from', 'en');
  form.set('to', 'es');
  return service.send<Problem & { data: object }>('POST', route, { body: form, ...(key ? { key } : {}) });
}
const importTmx = (content: string | Buffer, key?: string) => send('/v1/memory/import', content, key);
const units = async (): Promise<number> => (await service.get<{ units: number }>('/v1/memory')).units;
const targets = async (n: number) => {
  const list = await service.get<{ units: { translated_text?: string; target?: string }[] }>(
    `/v1/memory/units?from=en&to=es&limit=1&q=Sentence+${n}+`,
  );
  return list.units[0]?.target;
};
const uploads = () => readdir(join(service.dataDir, 'uploads'));

it('a hostile TMX or glossary is refused in words while another account goes on, and the service lives', async () => {
  const { key } = await service.newAccount({ name: 'other' });
  // As many attributes make a list that V8 cannot hold, which ends a process.
  const hostile = Buffer.from(`<tmx version="1.4"><body><tu ${'a="" '.repeat(1_800_000)}/></body></tmx>`);
  const answers = Promise.all(
    ['/v1/memory/import', '/v1/glossaries/import'].map((route) => send(route, hostile)),
  );
  const run = { isOver: false };
  void answers.finally(() => (run.isOver = true));
  let answered = 0;
  while (!run.isOver) {
    expect((await service.send('GET', '/v1/memory', { key })).status).toBe(200);
    answered++;
    await wait(5);
  }
  for (const { status, body } of await answers) {
    expect(status).toBe(400);
    expect(body.errors?.[0]).toMatchObject({ field: 'file', code: 'hostile_file' });
  }
  expect(answered).toBeGreaterThan(3);
  expect(await uploads()).toEqual([]);
});

describe('an import', () => {
  it('that is killed is all or nothing: units that were there are as they were', async () => {
    expect((await importTmx(tmx(200, 'before'))).status).toBe(200);
    const running = importTmx(tmx(8_000, 'after', 20)).catch(() => undefined);
    // In the midst of storing.
    await expect.poll(units, { interval: 2 }).toBeGreaterThan(200);
    await service.kill();
    await running;
    await service.start();
    const after = await units();
    expect([200, 8_200]).toContain(after);
    if (after === 200) expect(await targets(7)).toBe('before 7');
    expect((await importTmx(tmx(300, 'again'))).status).toBe(200);
    expect(await targets(7)).toBe('again 7');
  });

  it('over max_stored_mb is refused with how to make room, leaves nothing, and counts for jobs too', async () => {
    const refused = await importTmx(tmx(9_000, 'x', 200));
    expect(refused).toMatchObject({ status: 507, body: { code: 'storage_full', reason: 'account_storage' } });
    expect(refused.body.detail).toMatch(/4 MB they may.*Delete .* clear the memory .* max_stored_mb/);
    expect(await units()).toBe(0);
    expect((await importTmx(tmx(6_000, 'x', 200))).status).toBe(200);
    const glossary = {
      name: 'Large',
      dictionaries: [
        {
          from: 'en',
          to: 'es',
          entries: Array.from({ length: 900 }, (_, n) => ({
            term: `${n} ${'t'.repeat(900)}`,
            translation: 'x'.repeat(900),
          })),
        },
      ],
    };
    expect(await service.post('/v1/glossaries', glossary)).toMatchObject({
      status: 507,
      body: { code: 'storage_full' },
    });
    expect((await service.get<{ glossaries: object[] }>('/v1/glossaries')).glossaries).toEqual([]);
    const text = 'The museum opens every day of the year, except on holidays.\n'
      .repeat(1_000)
      .replaceAll('.', `. ${'More about it'.repeat(40)}`);
    const upload = () => service.upload({ name: 'a.csv', content: text }, { from: 'en', to: 'en-XA' });
    expect(await upload()).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    expect((await service.send('DELETE', '/v1/memory?from=en&to=es')).status).toBe(204);
    expect((await service.post('/v1/glossaries', glossary)).status).toBe(201);
  });
});

it.skipIf(process.platform === 'win32').each(IS_LONG ? ['lexicon.db', 'lexicon.db.bak'] : ['lexicon.db'])(
  '%s that is a link is refused in words, and what it leads to is left alone',
  async (name) => {
    service = await start();
    onTestFinished(async () => void (await service.close()));
    const path = join(service.dataDir, 'lexicon.db');
    expect((await importTmx(tmx(5))).status).toBe(200);
    await service.stop();
    const elsewhere = join(service.dataDir, 'elsewhere');
    if (name === 'lexicon.db') await rename(path, elsewhere);
    else await writeFile(elsewhere, 'somebody else\u2019s');
    const { size, mtimeMs } = statSync(elsewhere);
    await rm(join(service.dataDir, name), { force: true });
    symlinkSync(elsewhere, join(service.dataDir, name));
    await service.start();
    const { body } = await service.send<Problem>('GET', '/v1/memory');
    expect(body).toMatchObject({ reason: 'linked_file', details: { name } });
    expect(body.detail).toMatch(/is a link\. Put the file itself in its place/);
    expect(statSync(elsewhere)).toMatchObject({ size, mtimeMs });
  },
);

// The last of those that share a service, which it leaves stopped.
it('a clean stop leaves no log beside lexicon.db', async () => {
  const path = join(service.dataDir, 'lexicon.db');
  expect((await importTmx(tmx(50))).status).toBe(200);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  await service.stop();
  expect(existsSync(`${path}-wal`)).toBe(false);
  await service.start();
  expect(await units()).toBe(50);
  await service.kill();
  expect(existsSync(`${path}-wal`)).toBe(true);
  // Nobody asks for the memory in this run.
  await service.start();
  await service.stop();
  expect(existsSync(`${path}-wal`)).toBe(false);
});
