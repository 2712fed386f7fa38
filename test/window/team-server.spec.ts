import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { DesktopBridge, ServerOutcome, ServerRequest } from '../../service/contract/index.ts';
import { root } from '../../scripts/lib/steps.mjs';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import { dropFiles, jobsOf, keepChoices, test } from './support/test.ts';

const CERTIFICATES = join(root, 'test', 'support', 'certificates');
const FINGERPRINT = Array.from({ length: 32 }, (_, n) => (n + 16).toString(16).toUpperCase()).join(':');

// A name that is not this machine's, as a team's server has one; its certificate is for another, which the
// shell judges, not the page.
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP team.example 127.0.0.1'];
    await use({ ...launchOptions, args });
  },
});

interface ShellState {
  requests: ServerRequest[];
  left: number;
}

/** The window in the app, whose shell gives these outcomes, one after the other. */
async function openInApp(
  page: Page,
  address: string,
  connection: { baseUrl: string; key: string; isServer?: boolean },
  outcomes: ServerOutcome[] = [],
): Promise<void> {
  await page.addInitScript(
    ({ connection: given, outcomes: waiting }) => {
      const state: ShellState = { requests: [], left: 0 };
      const bridge: Partial<DesktopBridge> = {
        platform: 'linux',
        connect: () => Promise.resolve(given),
        setTheme: () => Promise.resolve(),
        setUnsentFiles: () => Promise.resolve(),
        keepOriginal: () => Promise.resolve(false),
        withOriginal: () => Promise.resolve([]),
        onCommand: () => () => undefined,
        connectServer: (request) => {
          state.requests.push(request);
          return Promise.resolve(waiting.shift()!);
        },
        leaveServer: () => {
          state.left += 1;
          return Promise.resolve(undefined);
        },
      };
      Object.assign(window, { interlinear: bridge, shellState: state });
    },
    { connection, outcomes },
  );
  await page.goto(address);
}
const shellState = (page: Page) =>
  page.evaluate(() => (window as unknown as { shellState: ShellState }).shellState);

test('the form asks the shell, shows what is wrong, has the fingerprint compared, and forgets the key', async ({
  page,
  service,
}) => {
  const key = await service.sessionKey();
  await openInApp(page, `${service.baseUrl}/#settings`, { baseUrl: service.baseUrl, key }, [
    { outcome: 'failed', message: 'The server team.example does not know this key. Ask for a new one.' },
    { outcome: 'unknown', host: 'team.example:4717', fingerprint: FINGERPRINT },
    { outcome: 'restarts' },
  ]);
  const open = page.getByRole('button', { name: 'Connect to a team server…' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Connect to a team server' });
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
  await expect(connect).toBeDisabled();
  await dialog.getByLabel('Address').fill('team.example');
  await dialog.getByLabel('Key', { exact: true }).fill(' a-key-of-mine ');
  await dialog.getByLabel('File of the authority').setInputFiles({
    name: 'authority.pem',
    mimeType: 'application/x-pem-file',
    buffer: Buffer.from('-----BEGIN CERTIFICATE-----'),
  });
  await connect.click();
  await expect(dialog.getByText('does not know this key')).toBeVisible();
  await dialog.getByLabel('File of the authority').setInputFiles([]);
  await connect.click();
  const same = dialog.getByRole('button', { name: 'They are the same: connect' });
  await expect(same).toBeFocused();
  await expect(dialog.locator('.fingerprint')).toHaveText(/^10:11:.*1F\s*20:.*2F$/);
  await same.click();
  await expect(dialog.getByText('Interlinear is starting again …')).toBeVisible();
  const asked = { address: 'team.example', key: 'a-key-of-mine' };
  expect((await shellState(page)).requests).toEqual([
    { ...asked, authority: '-----BEGIN CERTIFICATE-----' },
    asked,
    { ...asked, fingerprint: FINGERPRINT },
  ]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await open.click();
  await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue('');
});

test("the window of the app works with a team's server, says where text goes, and leads back", async ({
  page,
}) => {
  const files = [
    '--tls-cert',
    join(CERTIFICATES, 'server.pem'),
    '--tls-key',
    join(CERTIFICATES, 'server.key.pem'),
  ];
  const service = await startService(
    {},
    { args: ['--host', '127.0.0.1', ...files, '--allowed-host', 'team.example'] },
  );
  try {
    const server = service.networkUrl.replace('127.0.0.1', 'team.example');
    await keepChoices(service, { from: 'en', to: 'en-XA' });
    await openInApp(page, `${server}/`, { baseUrl: server, key: API_KEY, isServer: true });
    const { host } = new URL(server);
    await expect(page.getByRole('contentinfo')).toContainText(`text goes to ${host}`);
    await dropFiles(page, [{ name: 'letter.txt', text: 'Bring a coat' }]);
    await expect.poll(async () => (await jobsOf(service)).length).toBe(1);
    await page.goto(`${server}/#settings`);
    await expect(page.getByText(`Connected to ${server}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open folder' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Work on this machine' }).click();
    await expect.poll(async () => (await shellState(page)).left).toBe(1);
  } finally {
    await service.close();
  }
});
