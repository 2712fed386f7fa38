import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { canUseProxy } from '../../service/lib/network-environment.ts';
import { libreReply } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

/**
 * An engine behind TLS, by an authority that nobody trusts unasked, under a name that only the proxy knows.
 */
const CERTIFICATES = join(root, 'test', 'support', 'certificates');
const AUTHORITY = join(CERTIFICATES, 'authority.pem');

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function startEngine(certificate: string): Promise<Server> {
  const files = {
    cert: readFileSync(join(CERTIFICATES, certificate)),
    key: readFileSync(join(CERTIFICATES, 'server.key.pem')),
  };
  const server = createTlsServer(files, (request, response) => {
    const answer = async (): Promise<void> => {
      const body: unknown = request.method === 'POST' ? await json(request) : undefined;
      const reply = libreReply({ method: '', path: request.url ?? '', headers: {}, body, nth: 0 });
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify('json' in reply ? reply.json : {}));
    };
    answer().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

let engine: Server;
let named: Server;
let proxy: Server;
const tunnels: string[] = [];
let service: TestService | undefined;
let status = '200 Connection established';
beforeAll(async () => {
  engine = await startEngine('server.pem');
  named = await startEngine('other-name.pem');
  proxy = createServer().listen(0, '127.0.0.1');
  proxy.on('connect', (request, socket: Socket) => {
    tunnels.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    const target = connect(portOf(named), '127.0.0.1');
    for (const one of [socket, target])
      one.on('error', () => {
        socket.destroy();
        target.destroy();
      });
    socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
    if (!status.startsWith('200')) socket.end();
    target.pipe(socket).pipe(target);
  });
  await once(proxy, 'listening');
});
afterEach(() => service?.close());
afterAll(() => {
  for (const server of [engine, named, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});

async function tested(url: string, env: Record<string, string>) {
  service = await startService({ INTERLINEAR_LIBRETRANSLATE_URL: url, ...env });
  const { body } = await service.post<{ data: object }>('/v1/engines/libretranslate/test', undefined);
  return body.data;
}

const TRANSLATED = { ok: true, translated_text: 'THE MUSEUM OPENS AT NINE.' };

describe('a remote engine', () => {
  it('is trusted by an authority of NODE_EXTRA_CA_CERTS, and not without it', async () => {
    const url = `https://localhost:${portOf(engine)}`;
    expect(await tested(url, {})).toMatchObject({ ok: false });
    await service?.close();
    expect(await tested(url, { NODE_EXTRA_CA_CERTS: AUTHORITY })).toMatchObject(TRANSLATED);
  });

  it('on this machine is never asked by the proxy', async () => {
    const url = `https://localhost:${portOf(engine)}`;
    const env = { NODE_EXTRA_CA_CERTS: AUTHORITY, HTTPS_PROXY: 'http://127.0.0.1:1' };
    expect(await tested(url, env)).toMatchObject(TRANSLATED);
  });

  describe.skipIf(!canUseProxy())('by the proxy of the environment (needs Node 22.21 or 24.5)', () => {
    const env = () => ({
      NODE_EXTRA_CA_CERTS: AUTHORITY,
      https_proxy: `me:secret@127.0.0.1:${portOf(proxy)}`,
    });

    it('is reached, with the name and password of the proxy', async () => {
      tunnels.length = 0;
      expect(await tested('https://other.example', env())).toMatchObject(TRANSLATED);
      const basic = Buffer.from('me:secret').toString('base64');
      expect(new Set(tunnels)).toEqual(new Set([`other.example:443 Basic ${basic}`]));
    });

    it('is not where NO_PROXY names it', async () => {
      tunnels.length = 0;
      const data = await tested('https://other.example', { ...env(), NO_PROXY: '.example' });
      expect(data).toMatchObject({ ok: false });
      expect(tunnels).toEqual([]);
    });

    it('says that the proxy refused, and not its password', async () => {
      status = '407 Proxy Authentication Required';
      const data = JSON.stringify(await tested('https://other.example', env()));
      status = '200 Connection established';
      expect(data).toContain('the proxy does not let it through');
      expect(data).not.toContain('secret');
    });
  });
});
