import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Problem } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let others: string[];
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  others = await folders();
  await service.useNewAccount();
});
afterAll(() => service.close());

const folders = () => readdir(join(service.dataDir, 'drafts'));
/** The folder of the test's account, once it has a draft. */
const ownFolder = async () =>
  join(
    service.dataDir,
    'drafts',
    (await folders()).find((name) => !others.includes(name))!,
  );

const put = (name: string, draft: unknown, key?: string) =>
  service.send<Problem>('PUT', `/v1/drafts/${name}`, {
    ...(key === undefined ? {} : { key }),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(draft),
  });

describe('drafts', () => {
  it.each([[{ a: [1, null, 'ä'] }], [[1, 2]], ['text'], [null], [0]])(
    'come back as they were put: %j',
    async (draft) => {
      expect((await put('prefs', draft)).status).toBe(204);
      expect(await service.get('/v1/drafts/prefs')).toEqual(draft);
    },
  );

  it('are read several at once; those that are not there are left out', async () => {
    const several = (names: string) => service.get(`/v1/drafts?names=${names}`);
    expect(await several('a,b')).toEqual({});
    await put('a', { text: 'ä' });
    await put('b.c', null);
    expect(await several('a,none,b.c,a')).toEqual({ a: { text: 'ä' }, 'b.c': null });
    expect(await several('none,b.c')).toEqual({ 'b.c': null });
    const { key } = await service.newAccount({ name: 'other' });
    expect(await service.get('/v1/drafts?names=a', key)).toEqual({});
    const names = Array.from({ length: LIMITS.drafts + 1 }, (_, n) => `draft-${n}`);
    for (const bad of ['', 'a,', 'a%2Fb', names.join(',')])
      expect((await service.send('GET', `/v1/drafts?names=${bad}`)).status).toBe(400);
  });

  it('outlive a restart, are each account’s own, and go when they are removed', async () => {
    const { key } = await service.newAccount({ name: 'other' });
    await put('Prefs', 'mine');
    await put('prefs', 'other case');
    await put('Prefs', 'theirs', key);
    await service.stop();
    await service.start();
    expect(await service.get('/v1/drafts/Prefs')).toBe('mine');
    expect(await service.get('/v1/drafts/prefs')).toBe('other case');
    expect(await service.get('/v1/drafts/Prefs', key)).toBe('theirs');
    for (let times = 0; times < 2; times++)
      expect((await service.send('DELETE', '/v1/drafts/Prefs')).status).toBe(204);
    expect((await service.send('GET', '/v1/drafts/Prefs')).status).toBe(404);
    expect(await service.get('/v1/drafts/Prefs', key)).toBe('theirs');
  });

  it.each([
    ['cut off', (path: string) => truncate(path, 4)],
    ['emptied', (path: string) => truncate(path)],
    [
      'of another text than was written',
      async (path: string) => {
        const file = await readFile(path, 'utf8');
        await writeFile(path, file.replace('one', 'ome'));
      },
    ],
  ])('one that is %s is null among others, once, and set aside', async (_, damage) => {
    await put('a', { text: 'one' });
    const folder = await ownFolder();
    const [file] = await readdir(folder);
    await put('b', { text: 'two' });
    await damage(join(folder, file!));
    expect(await service.get('/v1/drafts?names=a,b')).toEqual({ a: null, b: { text: 'two' } });
    expect(await service.get('/v1/drafts?names=a,b')).toEqual({ b: { text: 'two' } });
    expect((await readdir(folder)).filter((name) => name.includes('.corrupt-'))).toHaveLength(1);
    await put('a', { text: 'again' });
    expect(await service.get('/v1/drafts/a')).toEqual({ text: 'again' });
  });

  it('one that is damaged is not found where it alone is asked for', async () => {
    await put('a', { text: 'one' });
    const folder = await ownFolder();
    await truncate(join(folder, (await readdir(folder))[0]!), 4);
    const { status, body } = await service.send<Problem>('GET', '/v1/drafts/a');
    expect([status, body.detail]).toEqual([404, 'The file of this draft is damaged, and was set aside.']);
  });

  it('are at most 50, of at most 2 MB, and JSON', async () => {
    for (let n = 0; n < LIMITS.drafts; n++) expect((await put(`draft-${n}`, n)).status).toBe(204);
    expect((await put('one-more', 1)).body.code).toBe('conflict');
    expect((await put('draft-0', 'again')).status).toBe(204);
    expect((await put('draft-1', 'x'.repeat(LIMITS.draftBytes - 2))).status).toBe(204);
    expect((await put('draft-1', 'x'.repeat(LIMITS.draftBytes - 1))).status).toBe(413);
    const headers = { 'Content-Type': 'application/json' };
    expect((await service.send('PUT', '/v1/drafts/draft-2', { headers, body: '{' })).status).toBe(400);
    expect((await service.send('PUT', '/v1/drafts/a%2Fb', { headers, body: '1' })).status).toBe(404);
  });
});
