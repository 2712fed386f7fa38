import { execFile, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Problem } from '../../service/contract/index.ts';
import { eventually, PROBLEM_END, rawRequest, startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { TRANSLATE_KEY } from '../support/memory-services.ts';

const run = promisify(execFile);
const has = (command: string) => spawnSync(command, ['--version']).status === 0;
const PATH = '/v1/translate/documents';

let app: TestApp;
/** The same service with a near deadline: megabytes on a busy machine would be too slow for it. */
let hasty: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  hasty = await startTestApp({ timeouts: { idle: 400, total: 3_000, linger: 3_000 } });
});
afterAll(() => Promise.all([app.close(), hasty.close()]));
afterEach(() => {
  // Whatever a request did, nothing of it may stay: the in-memory jobs do not take uploads over.
  app.jobs.documents.length = 0;
});

function form(parts: Record<string, string | Blob | [Blob, string]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (Array.isArray(value)) data.append(name, value[0], value[1]);
    else data.append(name, value);
  }
  return data;
}

const text = (content: string, type = 'text/plain') => new Blob([content], { type });

async function post(body: FormData): Promise<{ status: number; problem: Problem; headers: Headers }> {
  const answer = await app.request(PATH, { method: 'POST', body });
  return { status: answer.status, headers: answer.headers, problem: (await answer.json()) as Problem };
}

/** A request head for raw uploads. */
function head(length: number | 'chunked', more = '', { port } = app): string {
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return (
    `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TRANSLATE_KEY}\r\n` +
    `Content-Type: multipart/form-data; boundary=B\r\n${size}\r\n${more}\r\n`
  );
}

function part(name: string, value: string, more = ''): string {
  return `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
}

describe('an upload', () => {
  it('is answered with the given fields, where the job is, and when to ask', async () => {
    const answer = await app.request(PATH, {
      method: 'POST',
      body: form({ file: [text('Hello'), 'hello.txt'], from: 'en', to: 'es' }),
    });
    expect(answer.status).toBe(202);
    const body = (await answer.json()) as { context: string; data: { id: string } };
    expect(body.context).toBe('ok');
    expect(Object.keys(body.data)).toEqual(['id', 'status', 'file_type', 'segment_count', 'source_chars']);
    expect(answer.headers.get('location')).toBe(`${PATH}/${body.data.id}`);
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('may have its parts in any order, and fields we do not know', async () => {
    const data = form({ to: 'Deutsch', extra: 'x', from: 'EN', context: 'legal' });
    data.append('other', text('x'.repeat(2_000_000)), 'other.bin');
    data.append('file', text('Hello'), 'hello.txt');
    data.append('tone', 'formal');
    expect((await post(data)).status).toBe(202);
    expect(app.jobs.documents[0]).toMatchObject({
      accountId: 'local',
      from: 'en',
      to: 'de',
      options: { context: 'legal', tone: 'formal' },
      upload: { fileName: 'hello.txt', mediaType: 'text/plain' },
      bytes: Buffer.from('Hello'),
    });
  });

  it('takes a blank field as none, as browsers send what was not filled in', async () => {
    const names = ['tone', 'context', 'glossary', 'glossary_id', 'memory', 'engine'];
    const blank = Object.fromEntries(names.map((name, n) => [name, ' '.repeat(n)]));
    expect((await post(form({ file: [text('x'), 'a.txt'], from: 'en', to: 'es', ...blank }))).status).toBe(
      202,
    );
    expect(app.jobs.documents[0]?.options).toEqual({});
  });

  it('keeps a file name in any script, and drops folders and characters that are not seen from it', async () => {
    await post(form({ file: [text('x'), 'договор — 契約.txt'], from: 'en', to: 'es' }));
    const raw =
      part(
        'file',
        'x',
        `; filename*=UTF-8''..%2F..%2Fetc%2Fa%07b%E2%80%AE%D8%9C%E2%80%A8%E2%80%A9%E2%80%8B%EF%BB%BFtxt.exe.txt`,
      ) +
      part('from', 'en') +
      part('to', 'es') +
      '--B--\r\n';
    await rawRequest(app.port, head(Buffer.byteLength(raw), 'Connection: close\r\n') + raw);
    expect(app.jobs.documents.map(({ upload }) => upload.fileName)).toEqual([
      'договор — 契約.txt',
      'abtxt.exe.txt',
    ]);
  });

  it('may have a file part without a file name: its media type then decides', async () => {
    const raw =
      '--B\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: text/csv\r\n\r\nä,b\r\n' +
      part('from', 'en') +
      part('to', 'es') +
      '--B--\r\n';
    const answer = await rawRequest(app.port, head(Buffer.byteLength(raw), 'Connection: close\r\n') + raw);
    expect(answer).toMatch(/^HTTP\/1.1 202/);
    expect(app.jobs.documents[0]).toMatchObject({
      upload: { fileName: undefined, mediaType: 'text/csv' },
      bytes: Buffer.from('ä,b'),
    });
  });

  it('must be a file: a text field named file is refused, and a nameless part whose bytes would not survive', async () => {
    const send = async (filePart: string) => {
      const raw = filePart + part('from', 'en') + part('to', 'es') + '--B--\r\n';
      const bytes = Buffer.from(raw, 'latin1');
      const request = Buffer.concat([Buffer.from(head(bytes.length, 'Connection: close\r\n')), bytes]);
      return rawRequest(app.port, request);
    };
    const typed =
      '--B\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: text/csv\r\n\r\ncaf\xe9\r\n';
    const named = '--B\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\nHello\r\n';
    for (const answer of [await send(part('file', 'Hello')), await send(named), await send(typed)]) {
      expect(answer).toMatch(/^HTTP\/1.1 400 [^]*Send the document as a file/);
    }
    expect(app.jobs.documents).toHaveLength(0);
    expect(await app.uploads()).toEqual([]);
  });

  it('is removed when its request is answered, unless the job has moved it away', async () => {
    expect((await post(form({ file: [text('x'), 'a.txt'], from: 'en', to: 'es' }))).status).toBe(202);
    await eventually(async () => (await app.uploads()).length === 0);
  });

  it('may carry its glossary as text or as a file', async () => {
    const glossary = JSON.stringify([{ term: 'invoice', translation: 'factura' }]);
    await post(form({ file: [text('x'), 'a.txt'], from: 'en', to: 'es', glossary }));
    await post(
      form({ file: [text('x'), 'a.txt'], from: 'en', to: 'es', glossary: [text(glossary), 'g.json'] }),
    );
    for (const { options } of app.jobs.documents) {
      expect(options.glossary).toEqual([{ term: 'invoice', translation: 'factura' }]);
    }
    expect(app.jobs.documents).toHaveLength(2);
  });

  it('of exactly 10 MB is taken, one byte more is refused', async () => {
    const full = Buffer.alloc(LIMITS.fileBytes, 'a');
    expect((await post(form({ file: [new Blob([full]), 'a.txt'], from: 'en', to: 'es' }))).status).toBe(202);
    expect(app.jobs.documents[0]!.bytes.length).toBe(LIMITS.fileBytes);
    const over = new Blob([full, 'a']);
    const refused = await post(form({ file: [over, 'a.txt'], from: 'en', to: 'es' }));
    expect(refused.status).toBe(413);
    expect(refused.problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'file', code: 'file_too_large' }],
    });
    expect(app.jobs.documents).toHaveLength(1);
  });
});

describe('a refused upload', () => {
  it.each([
    ['no file', { from: 'en', to: 'es' }, [['file', 'required']]],
    [
      'an empty file input of a browser',
      { file: [text(''), ''], from: 'en', to: 'es' },
      [['file', 'required']],
    ],
    [
      'no languages',
      { file: text('x') },
      [
        ['from', 'required'],
        ['to', 'required'],
      ],
    ],
    ['an unknown language', { file: text('x'), from: 'en', to: 'klingonish' }, [['to', 'unknown_language']]],
    ['auto', { file: text('x'), from: 'Auto', to: 'es' }, [['from', 'auto_not_supported']]],
    ['one language twice', { file: text('x'), from: 'en', to: 'English' }, [['to', 'same_language']]],
    [
      'a glossary that is no JSON',
      { file: text('x'), from: 'en', to: 'es', glossary: '{' },
      [['glossary', 'bad_glossary']],
    ],
    [
      'a glossary with an empty term',
      { file: text('x'), from: 'en', to: 'es', glossary: '[{"term":" ","translation":"a"},{"term":"b"}]' },
      [
        ['glossary[0].term', 'bad_glossary'],
        ['glossary[1].translation', 'bad_glossary'],
      ],
    ],
    [
      'a glossary of 1,001 entries',
      {
        file: text('x'),
        from: 'en',
        to: 'es',
        glossary: JSON.stringify(Array(1001).fill({ term: 'a', translation: 'b' })),
      },
      [['glossary', 'too_many']],
    ],
    [
      'a context of 2,001 characters',
      { file: text('x'), from: 'en', to: 'es', context: '😀'.repeat(2001) },
      [['context', 'too_long']],
    ],
    [
      'several at once',
      { from: 'xx-bad', to: '', tone: 't'.repeat(201) },
      [
        ['file', 'required'],
        ['from', 'unknown_language'],
        ['to', 'required'],
        ['tone', 'too_long'],
      ],
    ],
  ] as [string, Record<string, string | Blob | [Blob, string]>, [string, string][]][])(
    'names the bad fields and leaves no file: %s',
    async (_what, parts, errors) => {
      const { status, problem } = await post(form(parts));
      expect(status).toBe(400);
      expect(problem.errors?.map(({ field, code }) => [field, code])).toEqual(errors);
      expect(problem.detail.length).toBeGreaterThan(20);
      expect(app.jobs.documents).toHaveLength(0);
    },
  );

  it('takes 2,000 characters of context, counted as people count them', async () => {
    const body = form({ file: text('x'), from: 'en', to: 'es', context: '😀'.repeat(2000) });
    expect((await post(body)).status).toBe(202);
  });

  it('says when an engine knows the pair but is not ready', async () => {
    const { status, problem } = await post(form({ file: text('x'), from: 'en', to: 'cy' }));
    expect([status, problem.code]).toEqual([503, 'engine_unavailable']);
  });

  it('says 415 to what is not multipart, and to multipart without a boundary', async () => {
    for (const type of ['application/json', 'multipart/form-data', 'text/plain']) {
      const answer = await app.request(PATH, {
        method: 'POST',
        body: '{}',
        headers: { 'Content-Type': type },
      });
      expect(answer.status).toBe(415);
      expect(await answer.json()).toMatchObject({ errors: [{ code: 'not_multipart' }] });
    }
  });

  it('says 400 to a second file and to a field sent twice', async () => {
    const twoFiles = form({ file: [text('a'), 'a.txt'], from: 'en', to: 'es' });
    twoFiles.append('file', text('b'), 'b.txt');
    expect((await post(twoFiles)).problem.errors).toMatchObject([{ field: 'file', code: 'too_many' }]);
    const twoTargets = form({ file: [text('a'), 'a.txt'], from: 'en', to: 'es' });
    twoTargets.append('to', 'de');
    expect((await post(twoTargets)).problem.errors).toMatchObject([{ field: 'to', code: 'too_many' }]);
  });

  it.each(['from', 'file', 'unknown'])(
    'says 400 to a part in a character set that nobody knows: %s',
    async (name) => {
      const type = 'Content-Type: text/plain; charset=klingon';
      const odd = `--B\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n\r\nen\r\n`;
      const body = `${odd}${part('to', 'es')}--B--\r\n`;
      const answer = await rawRequest(app.port, head(body.length, 'Connection: close\r\n') + body);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      const { errors } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Problem;
      expect(errors?.map(({ field, code }) => `${field} ${code}`)).toEqual(
        name === 'unknown' ? ['file required', 'from required'] : [`${name} invalid`],
      );
    },
  );

  it('says 400 to a form of too many parts', async () => {
    const data = form({ file: [text('a'), 'a.txt'], from: 'en', to: 'es' });
    for (let i = 0; i < 100; i++) data.append(`x${i}`, 'x');
    expect((await post(data)).problem.errors).toMatchObject([{ field: 'body', code: 'too_many' }]);
  });

  it('says 400 to a form that breaks off before its last boundary', async () => {
    const raw =
      part('from', 'en') + part('to', 'es') + part('file', 'half of i', '; filename="a.txt"').trimEnd();
    const answer = await rawRequest(app.port, head(Buffer.byteLength(raw), 'Connection: close\r\n') + raw);
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*"code":"truncated"/);
  });

  it('leaves nothing when it goes well for nobody', async () => {
    const uploads = await app.uploads();
    // Only uploads that were accepted may be there: the in-memory jobs leave theirs.
    for (let i = 0; i < 3; i++) await post(form({ file: [text('x'), 'a.txt'], from: 'en' }));
    expect(await app.uploads()).toEqual(uploads);
  });
});

describe('a client that does not play along', () => {
  it('is gone in the middle of its upload: no file stays', async () => {
    const before = await app.uploads();
    const raw = head(5_000_000) + part('file', 'x'.repeat(100_000), '; filename="a.txt"');
    const socket = connect(app.port, '127.0.0.1');
    socket.write(raw);
    await eventually(async () => (await app.uploads()).length > before.length);
    socket.destroy();
    await eventually(async () => (await app.uploads()).length === before.length);
    expect(app.jobs.documents).toHaveLength(0);
  });

  it('stalls: 408, and no file stays', async () => {
    const before = await hasty.uploads();
    const raw = head(5_000_000, '', hasty) + part('file', 'x'.repeat(1_000), '; filename="a.txt"');
    const answer = await rawRequest(hasty.port, raw, { last: PROBLEM_END });
    expect(answer).toMatch(/^HTTP\/1.1 408 [^]*"code":"timeout"/);
    expect(await hasty.uploads()).toEqual(before);
  });

  it('sends one byte now and then for ever: 408 when the time is up', async () => {
    const socket = connect(hasty.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', () => undefined);
    socket.write(head(5_000_000, '', hasty) + part('from', 'e'));
    const drip = setInterval(() => socket.write('x'), 100);
    try {
      await eventually(() => answer !== '');
    } finally {
      clearInterval(drip);
      socket.destroy();
    }
    expect(answer).toMatch(/^HTTP\/1.1 408/);
  });

  it('announces far too much: refused before it has sent a byte of it', async () => {
    const answer = await rawRequest(app.port, head(5_000_000_000), { last: PROBLEM_END });
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*"code":"file_too_large"/);
  });

  it('asks before it sends (Expect: 100-continue): told to go on only after the checks', async () => {
    const expecting = 'Expect: 100-continue\r\n';
    const answerTo = (request: string, last: RegExp) => rawRequest(app.port, request, { last });
    expect(await answerTo(head(5_000_000_000, expecting), PROBLEM_END)).toMatch(/^HTTP\/1.1 413/);
    expect(await answerTo(head(1_000, expecting), /\r\n\r\n/)).toMatch(/^HTTP\/1.1 100 Continue/);
    const noKey = head(1_000, expecting).replace(TRANSLATE_KEY, 'il_wrong');
    // It may leave the body out now, so the connection cannot go on.
    expect(await answerTo(noKey, PROBLEM_END)).toMatch(/^HTTP\/1.1 401 [^]*Connection: close/);
  });

  it('sends chunks without end: refused at the limit', async () => {
    const socket = connect(app.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', () => undefined);
    socket.write(head('chunked'));
    const chunk = Buffer.alloc(65_536, 'p');
    for (let sent = 0; answer === '' && sent < 40_000_000; sent += chunk.length) {
      socket.write(Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => answer !== '');
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 413/);
  });
});

describe('real clients see the 413 of an upload of 60 MB, not a broken connection', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'http-big-'));
    file = join(folder, 'big.txt');
    await writeFile(file, Buffer.alloc(60_000_000, 'a'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('fetch', async () => {
    const blob = new Blob([Buffer.alloc(60_000_000, 'a')]);
    expect((await post(form({ from: 'en', to: 'es', file: [blob, 'big.txt'] }))).status).toBe(413);
  });

  it.skipIf(!has('curl')).each([
    ['curl', [] as string[]],
    ['curl without Expect', ['-H', 'Expect:']],
    ['curl with chunks', ['-H', 'Transfer-Encoding: chunked']],
  ])('%s', async (_what, options) => {
    const { stdout } = await run('curl', [
      ...['-sS', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${TRANSLATE_KEY}`, ...options],
      ...['-F', 'from=en', '-F', 'to=es', '-F', `file=@${file}`, `${app.baseUrl}${PATH}`],
    ]);
    expect(stdout).toMatch(/"code":"file_too_large"[^]*\n413$/);
  });

  it.skipIf(!has('python3'))("Python's http.client, which sends everything before it reads", async () => {
    const script = `
import http.client, sys
body = open(${JSON.stringify(file)}, 'rb').read()
c = http.client.HTTPConnection('127.0.0.1', ${app.port})
c.request('POST', '${PATH}', body, {'Authorization': 'Bearer ${TRANSLATE_KEY}', 'Content-Type': 'multipart/form-data; boundary=B'})
print(c.getresponse().status)`;
    const { stdout } = await run('python3', ['-c', script]);
    expect(stdout.trim()).toBe('413');
  });

  it('and a 401 likewise', async () => {
    const answer = await fetch(`${app.baseUrl}${PATH}`, {
      method: 'POST',
      body: form({ file: [new Blob([Buffer.alloc(60_000_000)]), 'big.txt'] }),
    });
    expect(answer.status).toBe(401);
  });
});
