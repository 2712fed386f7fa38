import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../service/contract/index.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { Answer, Created, TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    INTERLINEAR_PSEUDO_DELAY_MS: '50',
    INTERLINEAR_MAX_RUNNING_JOBS: '2',
    INTERLINEAR_DOCX_QUOTA: '3',
  });
});
afterAll(() => service.close());

const batch = (chars: number, key: string, segments = 1) =>
  service.post<{ data: Created } & Problem>(
    '/v1/translate/batch',
    {
      from: 'en',
      to: 'en-XA',
      segments: Array.from({ length: segments }, (_, i) => ({
        // All different: equal ones of a job are translated once.
        text: `${i}`.padEnd(chars / segments, 'word '),
      })),
    },
    key,
  );

const outcome = ({ status, body }: Answer<Problem>) => [status, body.code];

describe('credit', () => {
  it('is reserved while a job runs, taken when it is done, given back when it is cancelled', async () => {
    const { key } = await service.newAccount({ name: 'Metered', credit_balance: 1_000 });
    const running = await batch(600, key, 60);
    expect(await service.usage(key)).toMatchObject({ credit_balance: 1_000, credit_reserved: 600 });

    const tooMuch = await batch(401, key);
    expect(outcome(tooMuch)).toEqual([402, 'insufficient_credit']);
    expect(tooMuch.body.detail).toMatch(/401/);
    expect(await service.usage(key)).toMatchObject({ credit_balance: 1_000, credit_reserved: 600 });

    await service.send('POST', `/v1/translate/batch/${running.body.data.id}/cancel`, { key });
    expect(await service.usage(key)).toMatchObject({
      credit_balance: 1_000,
      credit_reserved: 0,
      total_chars: 0,
    });

    const paid = await batch(1_000, key);
    expect(paid.status).toBe(202);
    await service.ended(paid.body.data.id, 'batch', key);
    expect(await service.usage(key)).toMatchObject({
      credit_balance: 0,
      credit_reserved: 0,
      total_chars: 1_000,
    });
  });

  it('can be given by an administrator', async () => {
    const { id, key } = await service.newAccount({ name: 'Poor', credit_balance: 0 });
    expect(outcome(await batch(10, key))).toEqual([402, 'insufficient_credit']);
    const changed = await service.send('PATCH', `/v1/accounts/${id}`, {
      body: JSON.stringify({ credit_balance: 10 }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(changed.status).toBe(200);
    const paid = await batch(10, key);
    expect(paid.status).toBe(202);
    await service.ended(paid.body.data.id, 'batch', key);
  });
});

describe('limits of an account', () => {
  it('running jobs: one more is 429 and leaves nothing', async () => {
    const { key } = await service.newAccount({ name: 'Busy' });
    const running = [await batch(500, key, 100), await batch(500, key, 100)];
    const stored = await service.stored();
    expect(outcome(await batch(10, key))).toEqual([429, 'too_many_jobs']);
    expect(await service.stored()).toEqual(stored);
    for (const { body } of running) {
      await service.send('POST', `/v1/translate/batch/${body.data.id}/cancel`, { key });
    }
    const next = await batch(10, key);
    expect(next.status).toBe(202);
    await service.ended(next.body.data.id, 'batch', key);
  });

  it('DOCX jobs: 429 says when the next is possible; a refused one uses nothing', async () => {
    const { key } = await service.newAccount({ name: 'Letters', docx_quota: 2 });
    const fields = { from: 'en', to: 'en-XA' };
    const send = async () => {
      const content = new Uint8Array(await makeDocx(['Hello']));
      return service.upload({ name: 'a.docx', content }, fields, key);
    };
    for (let i = 0; i < 2; i++) {
      const { status, body } = await send();
      expect(status).toBe(202);
      await service.ended(body.data.id, 'documents', key);
    }
    // Deleted jobs count too.
    const { jobs } = await service.get<{ jobs: { id: string }[] }>('/v1/jobs', key);
    await service.send('DELETE', `/v1/translate/documents/${jobs[0]!.id}`, { key });

    const stored = await service.stored();
    const refused = await send();
    expect(outcome(refused)).toEqual([429, 'quota_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await service.stored()).toEqual(stored);
    expect((await service.usage(key)).docx_quota).toMatchObject({ limit: 2, used: 2 });
    const text = await service.upload({ name: 'a.txt', content: 'Hello' }, fields, key);
    expect(text.status).toBe(202);
  });
});

describe('accounts', () => {
  it("see nothing of one another's jobs", async () => {
    const [mine, other] = [
      await service.newAccount({ name: 'Mine' }),
      await service.newAccount({ name: 'Other' }),
    ];
    const { body } = await batch(5, mine.key);
    const path = `/v1/translate/batch/${body.data.id}`;
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/cancel`],
      ['POST', `${path}/retry`],
      ['GET', `/v1/jobs/${body.data.id}/events`],
    ] as const) {
      expect((await service.send(method, url, { key: other.key })).status).toBe(404);
    }
    expect((await service.get<{ jobs: unknown[] }>('/v1/jobs', other.key)).jobs).toEqual([]);
    expect((await service.job(body.data.id, 'batch', mine.key)).id).toBe(body.data.id);
  });

  it('are listed, shown and changed by an administrator only', async () => {
    const { id, key } = await service.newAccount({ name: 'Shown', credit_balance: 5 });
    expect(await service.get(`/v1/accounts/${id}`)).toMatchObject({ id, name: 'Shown', credit_balance: 5 });
    const { accounts } = await service.get<{ accounts: { id: string }[] }>('/v1/accounts');
    expect(accounts.map((account) => account.id)).toEqual(expect.arrayContaining(['local', id]));
    expect((await service.send('GET', '/v1/accounts', { key })).status).toBe(403);
    expect((await service.send('GET', '/v1/accounts/none')).status).toBe(404);
  });
});

describe('keys', () => {
  it('are shown once, listed without their secret, and useless once revoked', async () => {
    const { id, key } = await service.newAccount({ name: 'Keys' });
    expect(key).toMatch(/^il_[\w-]{43}$/);
    expect((await service.send('GET', '/v1/usage', { key })).status).toBe(200);
    const listed = await service.send<{
      data: { keys: { id: string; account_id: string; last_used_at?: string }[] };
    }>('GET', '/v1/keys');
    expect(listed.bytes.toString()).not.toContain(key);
    const info = listed.body.data.keys.find((one) => one.account_id === id)!;
    expect(info.last_used_at).toBeDefined();
    expect((await service.send('DELETE', `/v1/keys/${info.id}`)).status).toBe(204);
    expect((await service.send('GET', '/v1/usage', { key })).status).toBe(401);
  });

  it('cannot be made for an account that is not there', async () => {
    const answer = await service.post('/v1/keys', { account_id: 'none', name: 'x', scopes: ['translate'] });
    expect([400, 404]).toContain(answer.status);
  });
});

describe('a browser', () => {
  it('signs in with its own address, and out again', async () => {
    const asked = await service.send<{ data: { open_url: string } }>('POST', '/v1/session/sign-in');
    expect(asked.status).toBe(201);
    const [base, token] = asked.body.data.open_url.split('/#token=');
    expect(base).toBe(service.baseUrl);
    const signIn = () =>
      service.send<{ data: { id: string; key: string } }>('POST', '/v1/session', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token }),
      });
    const { status, body } = await signIn();
    expect(status).toBe(200);
    expect((await signIn()).status).toBe(401);
    const { key, id } = body.data;
    const listed = await service.send<{ data: { keys: object[] } }>('GET', '/v1/keys', { key });
    expect(listed.body.data.keys).toContainEqual(expect.objectContaining({ id, session: true }));

    const { used } = (await service.usage(key)).docx_quota;
    const content = new Uint8Array(await makeDocx(['Hello']));
    const sent = await service.upload({ name: 'a.docx', content }, { from: 'en', to: 'en-XA' }, key);
    expect(sent.status).toBe(202);
    await service.ended(sent.body.data.id, 'documents', key);
    expect((await service.usage(key)).docx_quota.used, 'the owner’s window is not rationed').toBe(used);

    expect((await service.send('DELETE', '/v1/session', { key })).status).toBe(204);
    expect((await service.send('GET', '/v1/usage', { key })).status).toBe(401);
  });

  it('signs out: another key is refused and told how it is revoked', async () => {
    const { status, body } = await service.send<Problem>('DELETE', '/v1/session');
    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});
