import { copyFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import Koa from 'koa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { listen } from '../../service/http/listen.ts';
import { readTlsFiles, watchTlsFiles } from '../../service/lib/tls-files.ts';
import type { TlsContext } from '../../service/lib/tls-files.ts';
import { createLog } from '../../service/log.ts';

const CERTIFICATES = join(root, 'test', 'support', 'certificates');

/** `cli/network` waits for the five seconds between two looks, through the whole service, in the long run. */
it('a new certificate in place of the old one is in force; a bad one changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlinear-certificate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const use = async (name: string) => {
    await copyFile(join(CERTIFICATES, `${name}.pem`), files.cert);
    await copyFile(join(CERTIFICATES, 'server.key.pem'), files.key);
  };
  await use('server');
  const tls = await readTlsFiles(files, (message) => new Error(message));
  const log = createLog({ level: 'error', write: () => undefined });
  const listening = await listen(new Koa(), { host: '127.0.0.1', port: 0, log, tls });
  onTestFinished(() => listening.close());
  const subject = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: listening.port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().subjectaltname ?? '');
        socket.destroy();
      }).on('error', reject);
    });

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const refused = vi.fn<(values: object, message: string) => void>();
  const onChange = vi.fn((changed: TlsContext) => listening.setTls(changed));
  onTestFinished(watchTlsFiles(files, { info: () => undefined, warn: refused }, onChange));
  /** Looks at files that are newer than at the look before. */
  const look = async () => {
    await utimes(files.cert, new Date(), new Date());
    vi.advanceTimersByTime(5_000);
  };
  expect(await subject()).toContain('localhost');

  await writeFile(files.key, 'no key');
  const refusals = async () => (await look(), refused.mock.calls.length);
  await expect.poll(refusals).toBeGreaterThan(0);
  expect(await subject()).toContain('localhost');
  expect(onChange).not.toHaveBeenCalled();

  await use('other-name');
  const changes = async () => (await look(), onChange.mock.calls.length);
  await expect.poll(changes).toBeGreaterThan(0);
  expect(await subject()).toContain('other.example');
});
