import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type {
  CheckerResource,
  ClientResource,
  JobChecks,
  Problem,
  SegmentResource,
} from '../../service/contract/index.ts';
import { grammarReply, grammarText, startRemote } from '../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../support/remote-server.ts';
import { runCommand } from '../support/command.ts';
import { startService } from '../support/service.ts';
import type { Answer, TestService } from '../support/service.ts';

let service: TestService;
let server: RemoteServer;
let reply: (seen: Seen) => Reply = grammarReply;
beforeAll(async () => {
  server = await startRemote((seen) => reply(seen));
  service = await startService();
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(async () => {
  reply = grammarReply;
  await turn({ enabled: true, url: server.url, ignored: [] });
  server.seen.length = 0;
});

function patch<T>(path: string, body: object): Promise<Answer<T>> {
  const headers = { 'Content-Type': 'application/json' };
  return service.send('PATCH', path, { headers, body: JSON.stringify(body) });
}
const turn = (change: object) =>
  patch<{ data: CheckerResource } & Problem>('/v1/checkers/languagetool', change);
const segmentsOf = async (id: string, query = '') =>
  (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments${query}`)).segments;
const grammarIn = (segments: readonly SegmentResource[]) =>
  segments.map(({ flags }) => flags.filter(({ code }) => code === 'grammar'));
const checkedTexts = () => server.of('/v2/check').map(grammarText);

async function made(lines: readonly string[], fields: Record<string, string> = {}): Promise<string> {
  const asked = { from: 'en', to: 'es', engine: 'pseudo', ...fields };
  const { id } = (await service.upload({ name: 'guide.txt', content: lines.join('\n') }, asked)).body.data;
  await service.ended(id);
  return id;
}
const edit = (id: string, segments: object[]) => patch(`/v1/jobs/${id}/segments`, { segments });
/** Until the checker has answered. */
async function flagged(id: string, query = ''): Promise<SegmentResource[]> {
  for (const begun = performance.now(); ;) {
    const segments = await segmentsOf(id, query);
    if (grammarIn(segments).some((flags) => flags.length > 0)) return segments;
    if (performance.now() - begun > 5_000) throw new Error('No finding within 5 s.');
  }
}

it('a confirmed or edited segment is checked behind the edit; others are not sent', async () => {
  const id = await made(['One', 'Two', 'Three']);
  await edit(id, [
    { index: 0, translated_text: 'Un eror' },
    { index: 1, state: 'confirmed' },
  ]);
  const [first, second, third] = grammarIn(await flagged(id));
  expect(first).toEqual([
    {
      code: 'grammar',
      message: 'Possible spelling mistake found.',
      details: {
        ...{ rule: 'TYPO', offset: 3, length: 4, found: 'eror', replacements: ['error', 'terror'] },
        id: expect.any(String) as string,
      },
    },
  ]);
  expect([second, third]).toEqual([[], []]);
  expect(checkedTexts().join()).not.toContain('Three');
  expect(grammarIn(await segmentsOf(id, '?flag=grammar'))).toEqual([first]);
  // Asked once, and hidden as soon as the text is another one.
  const asked = checkedTexts().length;
  await segmentsOf(id);
  expect(checkedTexts().length).toBe(asked);
  await edit(id, [{ index: 0, translated_text: 'Un error' }]);
  expect(grammarIn(await segmentsOf(id))[0]).toEqual([]);
});

it('findings are in the checks and the report, ignored once there, and always by rule or word', async () => {
  const id = await made(['One', 'Two']);
  await edit(id, [
    { index: 0, translated_text: 'Un eror' },
    { index: 1, translated_text: 'Dos errror' },
  ]);
  const checks = () => service.get<JobChecks>(`/v1/jobs/${id}/checks`);
  const own = async () => (await checks()).checks.filter(({ code }) => code === 'grammar');
  expect((await own()).map(({ segments, details }) => [segments, details])).toEqual([
    [[0], { rule: 'TYPO', found: 'eror' }],
    [[1], { rule: 'TYPO', found: 'errror' }],
  ]);
  await patch(`/v1/jobs/${id}/checks`, { ignore: [{ id: (await own())[0]!.id, reason: 'A name' }] });
  expect((await own())[0]!.ignored).toBe('A name');
  expect(grammarIn(await segmentsOf(id)).map((flags) => flags.length)).toEqual([0, 1]);
  await turn({ ignored: [{ rule: 'TYPO', text: 'errror' }] });
  expect((await own()).map(({ segments }) => segments)).toEqual([[0]]);
  await turn({ ignored: [{ rule: 'TYPO' }] });
  expect(await own()).toEqual([]);
  await turn({ ignored: [] });
  const off = await made(['One'], { checks: '{"grammar":false}' });
  await edit(off, [{ index: 0, translated_text: 'Un eror' }]);
  expect(
    (await service.get<JobChecks>(`/v1/jobs/${off}/checks`)).checks.map(({ code }) => code),
  ).not.toContain('grammar');
});

it('nothing is sent while it is off, nor of a client that may only use other engines', async () => {
  const client = async (engines: unknown) =>
    (await service.post<{ data: ClientResource }>('/v1/clients', { name: JSON.stringify(engines), engines }))
      .body.data.id;
  const [local, listed] = [await client('offline'), await client(['pseudo', 'languagetool'])];
  await turn({ enabled: false });
  for (const [fields, isOn, isSent] of [
    [{}, false, false],
    [{ client_id: local }, true, false],
    [{ client_id: listed }, true, true],
  ] as const) {
    await turn({ enabled: isOn });
    const id = await made(['One'], fields);
    await edit(id, [{ index: 0, translated_text: `Un eror ${JSON.stringify(fields)}`, state: 'confirmed' }]);
    if (isSent) await flagged(id);
    const { checks, pending } = await service.get<JobChecks>(`/v1/jobs/${id}/checks`);
    expect([checks.some(({ code }) => code === 'grammar'), pending]).toEqual([isSent, undefined]);
  }
  expect(checkedTexts().length).toBe(1);
  const { events } = await service.get<{ events: { event: string; engine?: string; hosts?: string[] }[] }>(
    `/v1/clients/${listed}/log`,
  );
  expect(events.filter(({ engine }) => engine === 'languagetool')).toMatchObject([
    { event: 'text_sent', hosts: ['127.0.0.1'] },
  ]);
});

it('a server that hangs or fails holds nothing up, and is no error of the job', async () => {
  reply = (seen) => (seen.path === '/v2/check' ? { raw: () => undefined } : grammarReply(seen));
  const id = await made(['One']);
  const begun = performance.now();
  expect((await edit(id, [{ index: 0, translated_text: 'Un eror', state: 'confirmed' }])).status).toBe(200);
  expect(grammarIn(await segmentsOf(id))).toEqual([[]]);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

it('interlinear checker shows it, changes it and tries it', async () => {
  const run = (...args: string[]) => runCommand('checker', '--data-dir', service.dataDir, ...args);
  await turn({ enabled: false });
  expect((await run()).stdout).toBe(`LanguageTool at ${server.url}: off`);
  expect((await run('--on', '--test')).stdout).toMatch(/: ready, 3 languages\nIt works: \d+ ms\.$/);
  const far = await run('--url', 'https://checker.example');
  expect([far.status, far.stderr]).toEqual([2, expect.stringContaining('beyond this machine')]);
});

it('its address is that of a private network, or one that the user has agreed to', async () => {
  for (const [change, field] of [
    [{ url: 'http://checker.example' }, 'url'],
    [{ url: 'https://user:word@checker.example' }, 'url'],
    [{ url: 'https://checker.example' }, 'consent'],
  ] as const) {
    const { status, body } = await turn(change);
    expect([status, body.errors?.map((one) => one.field)]).toEqual([400, [field]]);
  }
  const shown = async () => service.get<CheckerResource>('/v1/checkers/languagetool');
  expect(await shown()).toMatchObject({ enabled: true, url: server.url, consent: false, ready: true });
  await turn({ enabled: false });
  await turn({ url: 'https://checker.example/v2/check', consent: true });
  expect(await shown()).toMatchObject({ url: 'https://checker.example', consent: true, ready: false });
  expect((await turn({ url: 'http://127.0.0.1:9/' })).body.data).toMatchObject({ consent: false });
  expect(await service.get<{ checkers: CheckerResource[] }>('/v1/checkers')).toMatchObject({
    checkers: [{ id: 'languagetool', enabled: false, ready: false }],
  });
  expect((await turn({ enabled: true })).body.data.reason).toContain('cannot be reached');
  expect(
    (await service.post<{ data: object }>('/v1/checkers/languagetool/test', {})).body.data,
  ).toMatchObject({
    ok: false,
  });
  expect((await service.send('GET', '/v1/checkers/other')).status).toBe(404);
});
