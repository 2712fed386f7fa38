import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../../service/client/client.ts';
import { ServiceGoneError } from '../../service/client/cli-error.ts';
import { withServer } from '../../service/cli/remote-server.ts';
import { checkSource } from '../../service/cli/source-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-source-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a file that is missing, or no file, is refused with code 2', async () => {
  await expect(checkSource(join(folder, 'a.txt'))).rejects.toMatchObject({ exitCode: 2 });
  await expect(checkSource(folder)).rejects.toMatchObject({ exitCode: 2 });
});

// Root reads whatever it likes.
it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a file that may not be read is refused with code 2',
  async () => {
    const path = join(folder, 'a.txt');
    await writeFile(path, 'One.');
    await chmod(path, 0o000);
    const refusal = checkSource(path);
    await expect(refusal).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('cannot be read') as string,
    });
  },
);

it('a server that cuts the connection in the middle of an upload is said to have stopped', async () => {
  const path = join(folder, 'large.txt');
  await writeFile(path, 'One.\n'.repeat(400_000));
  const server = createServer((request) => {
    request.once('data', () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const body = new FormData();
  body.append('file', await openAsBlob(path), 'large.txt');
  vi.stubEnv('INTERLINEAR_SERVER_KEY', 'k'.repeat(40));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sent = withServer(address, undefined, (client) =>
    client.json('/v1/translate/documents', { method: 'POST', body }),
  );
  await expect(sent).rejects.toThrow(ServiceGoneError);
  await expect(sent).rejects.toThrow(/stopped answering\. Run the command again\./);
  vi.unstubAllEnvs();
  server.close();
});

it('a file that changes while it is sent is at fault itself, not the service', async () => {
  const path = join(folder, 'a.txt');
  await writeFile(path, 'One.');
  const form = new FormData();
  form.append('file', await openAsBlob(path), 'a.txt');
  await writeFile(path, 'One and two.');
  const server = createServer((request) => void request.resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const refusal = await client.json('/', { method: 'POST', body: form }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ exitCode: 2 });
    expect(refusal).not.toBeInstanceOf(ServiceGoneError);
  } finally {
    client.close();
    server.closeAllConnections();
    server.close();
  }
});
