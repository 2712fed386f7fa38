import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRunning } from '../../service/cli/find-service.ts';
import { sessionProof } from '../../service/session-proof.ts';
import { lockFolder } from '../../service/store/lock.ts';
import { startService } from '../support/service.ts';

const KEY = 'il_the-session-key-of-a-service-that-died';

let folder: string;
let stranger: Server;
let heard: { head: IncomingMessage; body: string }[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-find-'));
  heard = [];
  stranger = createServer((head, answer) => {
    let body = '';
    head.setEncoding('utf8').on('data', (text: string) => (body += text));
    head.on('end', () => {
      heard.push({ head, body });
      answer
        .setHeader('Content-Type', 'application/json')
        .end('{"context":"ok","data":{"proof":"of course"}}');
    });
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as AddressInfo;
  const session = { base_url: `http://127.0.0.1:${port}`, pid: process.pid, key: KEY };
  await writeFile(join(folder, 'session.json'), JSON.stringify(session));
});
afterEach(async () => {
  stranger.close();
  await rm(folder, { recursive: true });
});

describe('another program on the port of a service that died', () => {
  it('is not even asked where no living process has the data folder', async () => {
    expect(await findRunning(folder)).toBeUndefined();
    await writeFile(join(folder, 'lock'), JSON.stringify({ pid: process.pid }));
    expect(await findRunning(folder)).toBeUndefined();
    expect(heard).toEqual([]);
  });

  it('gets to see neither key nor document, and is not believed', async () => {
    const lock = await lockFolder(folder);
    expect(await findRunning(folder)).toBeUndefined();
    await lock.release();
    expect(heard.map(({ head }) => head.url)).toEqual(['/v1/session/proof']);
    expect(heard[0]!.head.headers.authorization).toBeUndefined();
    expect(heard[0]!.body).not.toContain(KEY);
  });
});

describe('a service that runs', () => {
  it('is found by a proof in both directions', async () => {
    const service = await startService();
    expect(await findRunning(service.dataDir)).toMatchObject({
      client: { baseUrl: service.baseUrl },
      temporary: false,
    });
    await service.close();
  });

  it('proves nothing to who does not know its session key, or was meant for another port', async () => {
    const service = await startService();
    const nonce = 'n'.repeat(43);
    const key = await service.sessionKey();
    const ask = (proof: string) =>
      service.send('POST', '/v1/session/proof', {
        key: '',
        body: JSON.stringify({ nonce, proof }),
        headers: { 'Content-Type': 'application/json' },
      });
    expect((await ask(sessionProof('client', KEY, nonce, service.port))).status).toBe(401);
    expect((await ask(sessionProof('service', key, nonce, service.port))).status).toBe(401);
    expect((await ask(sessionProof('client', key, nonce, service.port + 1))).status).toBe(401);
    expect((await ask(sessionProof('client', key, nonce, service.port))).body).toMatchObject({
      data: { proof: sessionProof('service', key, nonce, service.port) },
    });
    await service.close();
  });
});
