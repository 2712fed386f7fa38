import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { freePort } from '../../scripts/dev/free-port.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** A build and a start, on a busy machine. */
const RESTART_MS = 150_000;
const COPIED = [
  ...['electron', 'i18n', 'renderer', 'resources', 'scripts', 'service'],
  ...['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json'],
];

interface Dev {
  /** A copy of the sources, to be changed. */
  folder: string;
  /** Signs a browser in, on the dev server's page. */
  address: string;
  output: () => string;
}

const test = base.extend<{ dev: Dev }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  dev: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'interlinear-dev-'));
    for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    // A lock file newer than what is installed would be installed first.
    await utimes(join(folder, 'package-lock.json'), 0, 0);
    const child = spawn(
      process.execPath,
      ['scripts/dev.mjs', '--browser', '--port', String(await freePort())],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    await use({ folder, address: await addressOf(child, () => output), output: () => output });
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** The address the command prints once page and service are up. */
async function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`npm run dev ended (exit code ${String(code)}).\n${output()}`);
  });
  for (;;) {
    const found = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(output())?.[0];
    if (found !== undefined) return found;
    await Promise.race([once(child.stdout!, 'data'), ended]);
  }
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

test('npm run dev shows a change of the window in place, and a change of the service after its restart', async ({
  page,
  request,
  dev,
}) => {
  await page.goto(dev.address);
  await expect(page.getByRole('heading', { name: 'Drop documents here' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));

  await edit(
    join(dev.folder, 'renderer/features/documents/EmptyState.vue'),
    '<div class="invitation">',
    '<div class="invitation"><p>A change arrives</p>',
  );
  await expect(page.getByText('A change arrives')).toBeVisible();
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);

  await edit(join(dev.folder, 'service/version.ts'), 'string = version', "string = 'changed'");
  const version = async () => {
    // The service ends in between: its connections break off.
    const response = await request.get(new URL('/v1/health', dev.address).href).catch(() => undefined);
    return response?.ok()
      ? ((await response.json()) as { data: { version: string } }).data.version
      : undefined;
  };
  // It is built again before it starts.
  await expect.poll(version, { timeout: RESTART_MS }).toBe('changed');
});

test('npm run dev lets its own page in by name, with a line in the log, and no other', async ({
  request,
  dev,
}) => {
  const { origin } = new URL(dev.address);
  expect(dev.output()).toContain(`"origin":"${origin}","msg":"Pages of this origin may send requests."`);
  const ask = (from: string) => request.get(`${origin}/v1/health`, { headers: { Origin: from } });
  expect((await ask(origin)).status()).toBe(200);
  expect((await ask('http://127.0.0.1:1')).status()).toBe(403);
});
