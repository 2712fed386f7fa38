import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Problem } from '../../service/contract/index.ts';
import { rawRequest, startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { ADMIN_KEY, JOB_ID, TRANSLATE_KEY } from '../support/memory-services.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    allowedHosts: ['translate.example', 'other.example:99'],
    allowedOrigins: ['https://tools.example'],
    headersTimeout: 400,
  });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string>) =>
  rawRequest(
    app.port,
    `GET ${path} HTTP/1.1\r\n${Object.entries({ Connection: 'close', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );

describe('the Host check', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('lets %s with our port in', async (name) => {
    expect(await get('/v1/health', { Host: `${name}:${app.port}` })).toMatch(/^HTTP\/1.1 200/);
  });

  it.each([
    ['another name (DNS rebinding)', 'evil.example'],
    ['another name with our port', 'evil.example:PORT'],
    ['our name with another port', '127.0.0.1:1'],
    ['our name without a port', 'localhost'],
    ['our address without a port', '127.0.0.1'],
    ['our IPv6 address without a port', '[::1]'],
    ['a name that only begins like ours', '127.0.0.1.evil.example:PORT'],
    ['nothing', ''],
  ])('refuses %s', async (_what, host) => {
    const answer = await get('/v1/health', { Host: host.replace('PORT', String(app.port)) });
    expect(answer).toMatch(/^HTTP\/1.1 403/);
    expect(answer).toContain('"code":"forbidden"');
    expect(answer).toMatch(/^X-Request-Id: [\w-]{36}\r$/m);
  });

  it('refuses a request without Host, and one with two', async () => {
    expect(await rawRequest(app.port, 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 403[^]*X-Request-Id/,
    );
    const two = `GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
    expect(await rawRequest(app.port, two)).toMatch(/^HTTP\/1.1 403/);
  });

  it('refuses a foreign host in the request line, whatever the header says', async () => {
    const host = `127.0.0.1:${app.port}`;
    expect(await get('http://evil.example/v1/health', { Host: host })).toMatch(/^HTTP\/1.1 403/);
    expect(await get(`http://${host}/v1/health`, { Host: host })).toMatch(/^HTTP\/1.1 200/);
  });

  it('lets an allowed name in with our port or none, and one with a port only so', async () => {
    expect(await get('/v1/health', { Host: 'translate.example' })).toMatch(/^HTTP\/1.1 200/);
    expect(await get('/v1/health', { Host: `translate.example:${app.port}` })).toMatch(/^HTTP\/1.1 200/);
    expect(await get('/v1/health', { Host: 'other.example:99' })).toMatch(/^HTTP\/1.1 200/);
    expect(await get('/v1/health', { Host: 'other.example' })).toMatch(/^HTTP\/1.1 403/);
  });

  it('comes before routing and auth', async () => {
    expect(await get('/v1/no-such-thing', { Host: 'evil.example' })).toMatch(/^HTTP\/1.1 403/);
  });
});

describe('the Origin check', () => {
  it("lets the window's own origin in, without CORS headers", async () => {
    const answer = await app.request('/v1/health', { headers: { Origin: app.baseUrl } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'https://tools.example.evil.example'])(
    'refuses %s',
    async (origin) => {
      const answer = await get('/v1/health', { Host: `127.0.0.1:${app.port}`, Origin: origin });
      expect(answer).toMatch(/^HTTP\/1.1 403/);
      expect(answer).not.toMatch(/access-control-allow-origin/i);
    },
  );

  it('lets an allowed origin read the answer, by name', async () => {
    const answer = await get('/v1/health', {
      Host: `127.0.0.1:${app.port}`,
      Origin: 'https://tools.example',
    });
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer).toMatch(/^Access-Control-Allow-Origin: https:\/\/tools\.example\r$/m);
    expect(answer).toMatch(/^Vary: Origin\r$/m);
  });

  it('answers the preflight of an allowed origin without a key', async () => {
    const answer = await rawRequest(
      app.port,
      `OPTIONS /v1/translate/batch HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nOrigin: https://tools.example\r\n` +
        'Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 204/);
    expect(answer).toMatch(/^Access-Control-Allow-Headers: .*Authorization/m);
  });
});

describe('settings that open the service further', () => {
  it('prints a line each', () => {
    const added = app.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const host of ['translate.example', 'other.example:99']) {
      expect(added).toContainEqual(expect.objectContaining({ level: 40, host }));
    }
    expect(added).toContainEqual(expect.objectContaining({ level: 40, origin: 'https://tools.example' }));
  });

  it.runIf(process.platform === 'linux')(
    '--host: the address that was bound may be named, and nothing else more',
    async () => {
      const open = await startTestApp({ host: '127.0.0.2' });
      try {
        // An address of this machine's own.
        expect(open.lines.join()).not.toContain('Others on the network can connect');
        const { status } = await fetch(`http://127.0.0.2:${open.port}/v1/health`, {
          headers: { Origin: `http://127.0.0.2:${open.port}` },
        });
        expect(status).toBe(200);
        const forged = await rawRequest(
          open.port,
          `GET /v1/health HTTP/1.1\r\nHost: evil.example:${open.port}\r\nConnection: close\r\n\r\n`,
          { host: '127.0.0.2' },
        );
        expect(forged).toMatch(/^HTTP\/1.1 403/);
      } finally {
        await open.close();
      }
    },
  );
});

describe('auth', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic YTpi'],
    ['an unknown key', 'Bearer il_wrong'],
    ['no key after the scheme', 'Bearer'],
  ])('answers 401 and how to authenticate to %s', async (_what, header) => {
    const answer = await fetch(`${app.baseUrl}/v1/usage`, {
      headers: header ? { Authorization: header } : {},
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.json()).toMatchObject({ code: 'unauthorized', context: 'unauthorized', status: 401 });
  });

  it('takes the scheme in any case', async () => {
    const headers = { Authorization: `bearer ${TRANSLATE_KEY}` };
    expect((await fetch(`${app.baseUrl}/v1/usage`, { headers })).status).toBe(200);
  });

  it('keeps a translate-only key from administration, and lets an admin key do both', async () => {
    const refused = await app.request('/v1/keys');
    expect(refused.status).toBe(403);
    expect(((await refused.json()) as Problem).detail).toContain('admin');
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` };
    expect((await app.request('/v1/keys', { headers })).status).toBe(200);
    expect((await app.request('/v1/usage', { headers })).status).toBe(200);
  });

  it('shows a translate-only key no addresses and no folders', async () => {
    const headers = { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({
      models_url: 'https://models.example/token',
      downloads_folder: '/home/ana/token',
    });
    expect((await app.request('/v1/settings', { method: 'PATCH', headers, body })).status).toBe(200);
    for (const path of ['/v1/settings', '/v1/engines']) {
      expect(await (await app.request(path, { headers })).text()).toContain('token');
      const shown = await app.request(path);
      expect([shown.status, (await shown.text()).includes('token')]).toEqual([200, false]);
    }
  });

  it('reads the longest text whose language may be asked for, however JSON escapes it', async () => {
    const body = `{"text":"${'\\ud83d\\ude00'.repeat(LIMITS.detectText / 2)}"}`;
    const headers = { 'Content-Type': 'application/json' };
    expect((await app.request('/v1/detect', { method: 'POST', headers, body })).status).toBe(200);
    const ascii = `{"text":"${'\\u0061'.repeat(LIMITS.detectText)}"}`;
    expect((await app.request('/v1/detect', { method: 'POST', headers, body: ascii })).status).toBe(200);
  });
});

describe('routing', () => {
  it('answers 404 as a problem to an unknown path', async () => {
    const answer = await app.request('/v1/nothing?key=secret');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const problem = (await answer.json()) as Problem;
    expect(problem).toMatchObject({
      context: 'not_found',
      code: 'not_found',
      type: '/problems/not_found',
      instance: '/v1/nothing',
      request_id: answer.headers.get('x-request-id'),
    });
    expect(problem.title).not.toBe('');
  });

  it('answers 405 with the methods a path has', async () => {
    const answer = await app.request('/v1/translate/batch', { method: 'PUT' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    const status = await app.request(`/v1/translate/batch/${JOB_ID}`, { method: 'POST' });
    expect(status.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD']);
  });

  it('takes a path with a slash at its end as the one without', async () => {
    for (const path of ['/v1/health/', '/v1/jobs/?limit=1', `/v1/jobs/${JOB_ID}/segments/`]) {
      expect([path, (await app.request(path)).status]).toEqual([path, 200]);
    }
    expect((await app.request('/v1/translate/batch/', { method: 'PUT' })).headers.get('allow')).toBe('POST');
  });

  it('knows a path in one spelling only', async () => {
    for (const path of ['/V1/health', '//v1/health', '/v1//health', '/v1/%68ealth']) {
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
    }
  });

  it('answers 404 to invalid ids', async () => {
    const own = { Authorization: `Bearer ${ADMIN_KEY}` };
    for (const path of [
      '/v1/jobs/7/segments',
      '/v1/translate/batch/local',
      `/v1/jobs/${'x'.repeat(900)}/events`,
    ])
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
    for (const path of ['/v1/accounts/a%20b', '/v1/accounts/..%2Flocal'])
      expect([path, (await app.request(path, { headers: own })).status]).toEqual([path, 404]);
    const revoked = await app.request('/v1/keys/mine', { method: 'DELETE', headers: own });
    expect([revoked.status, ((await revoked.json()) as Problem).detail]).toEqual([
      404,
      'There is no such key. GET /v1/keys lists those there are.',
    ]);
  });

  it('refuses an invalid query, and names cause and remedy', async () => {
    const detail = async (path: string, asked?: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const post = { method: 'POST', headers, body: JSON.stringify(asked) };
      const answer = await app.request(path, asked && post);
      return [answer.status, ((await answer.json()) as Problem).detail];
    };
    expect(await detail(`/v1/translate/documents/${JOB_ID}/content?simple=banana`)).toEqual([
      400,
      'simple is "banana"; it must be one of: 0, 1, true, false.',
    ]);
    expect(await detail('/v1/jobs?limit=0')).toEqual([400, 'limit is "0"; the least is 1.']);
    for (const blank of ['', '+'])
      expect(await detail(`/v1/jobs?limit=${blank}`)).toEqual([
        400,
        'limit is empty. Send a whole number of at least 1, or leave it out.',
      ]);
    const second = `/v1/jobs/${JOB_ID}/segments/second`;
    expect(await detail(second, { engine: 'chat', order: 'doubt', share: 0 })).toEqual([
      400,
      'share is 0; it must be more than 0.',
    ]);
    const text = { from: 'en', to: 'de', segments: [{ text: 'One' }], checks: { comma: true } };
    expect(await detail('/v1/translate/batch', text)).toEqual([
      400,
      'checks cannot have comma. The OpenAPI document at /v1/openapi.json says what it may have.',
    ]);
    expect(await detail('/v1/jobs?limit=many')).toEqual([400, 'limit is "many"; it must be a number.']);
    expect(await detail('/v1/jobs?cursor=7')).toEqual([
      400,
      'cursor is not the next_cursor of a list of jobs. Leave it out to begin with the newest job.',
    ]);
    expect(await detail(`/v1/jobs/${JOB_ID}/segments?cursor=-1`)).toEqual([
      400,
      'cursor is not the next_cursor of a page of segments. Leave it out to begin with the first segment.',
    ]);
  });

  it('answers 404 to ids that cannot be decoded', async () => {
    expect((await app.request('/v1/translate/batch/%E0%A4%A')).status).toBe(404);
    expect((await app.request('/v1/translate/documents/..%2F..%2Fetc/content')).status).not.toBe(500);
  });

  it('hides a bug behind one id that the log knows', async () => {
    const answer = await app.request(`/v1/translate/documents/${JOB_ID}/source`);
    expect(answer.status).toBe(500);
    const problem = (await answer.json()) as Problem;
    expect(JSON.stringify(problem)).not.toContain('/home/someone');
    expect(problem.code).toBe('internal_error');
    const logged = app.lines.find((line) => line.includes(problem.request_id));
    expect(logged).toContain('/home/someone/secret');
  });

  it('answers HEAD as GET, without a body', async () => {
    const answer = await app.request('/v1/health', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(10);
    expect(await answer.text()).toBe('');
  });
});

describe("requests that Node's parser refuses", () => {
  const problemWith = (status: number) =>
    new RegExp(`^HTTP/1.1 ${status} [^]*X-Request-Id: [\\w-]{36}[^]*"code":"invalid_request"`);

  it('is a problem with a request id: no HTTP at all', async () => {
    expect(await rawRequest(app.port, 'hello there\r\n\r\n')).toMatch(problemWith(400));
  });

  it('is a problem with a request id: headers too large', async () => {
    const answer = await get('/v1/health', { Host: `127.0.0.1:${app.port}`, 'X-Long': 'x'.repeat(70_000) });
    expect(answer).toMatch(problemWith(431));
  });

  it('is a problem with a request id: more headers than are read', async () => {
    const request = (count: number) =>
      `GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nConnection: close\r\n${'a:\r\n'.repeat(count)}\r\n`;
    expect(await rawRequest(app.port, request(1_998))).toMatch(/^HTTP\/1.1 200/);
    expect(await rawRequest(app.port, request(1_999))).toMatch(problemWith(431));
    expect(await rawRequest(app.port, request(3_500))).toMatch(problemWith(431));
  });

  it('is a problem with a request id: a head that never ends', async () => {
    expect(await rawRequest(app.port, 'GET /v1/health HTTP/1.1\r\nHost: 127')).toMatch(problemWith(408));
  });

  it('is a problem with a request id: both lengths at once (request smuggling)', async () => {
    const answer = await rawRequest(
      app.port,
      `POST /v1/translate/batch HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(problemWith(400));
  });

  it('is a problem with Allow: CONNECT', async () => {
    expect(
      await rawRequest(app.port, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
    ).toMatch(/^HTTP\/1.1 405 [^]*Allow: [^]*X-Request-Id|^HTTP\/1.1 405 [^]*X-Request-Id[^]*Allow: /);
  });
});

describe('every answer', () => {
  it('forbids caching, guessing of types and use by other sites', async () => {
    for (const path of ['/v1/health', '/v1/nothing', '/v1/usage', '/']) {
      const { headers } = await app.request(path);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });
});
