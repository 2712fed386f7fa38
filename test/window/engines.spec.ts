import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { ModelResource } from '../../service/contract/index.ts';
import { installSynthetic, offeredSynthetic } from '../support/models/install-synthetic.ts';
import { startMirror } from '../support/models/mirror.ts';
import type { Mirror } from '../support/models/mirror.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { dropFiles, openWindow, signInAddress, test as base } from './support/test.ts';

const spanish = offeredSynthetic('en', 'es');
const german = offeredSynthetic('en', 'de', { seed: 2 });
const english = offeredSynthetic('fr', 'en', { seed: 3 });
const all = [spanish, german, english];

/** A mirror that holds the rest of a model file back until `goOn`. */
interface SlowMirror extends Mirror {
  holdBack(): void;
  goOn(): void;
}

let shared: { service: TestService; mirror: SlowMirror; folder: string };

/**
 * A service without any engine but those that can be installed, from a mirror on this machine; each test
 * finds none installed.
 */
const test = base.extend<{ mirror: SlowMirror; signedIn: Page }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
  mirror: async ({}, use) => {
    await use(shared.mirror);
    shared.mirror.goOn();
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
  service: async ({}, use) => {
    const { service } = shared;
    await service.useNewAccount();
    await use(service);
    await removeModels(service);
  },

  signedIn: async ({ page, service }, use) => {
    await signIn(page, service);
    await use(page);
  },
});

async function signIn(page: Page, service: TestService): Promise<void> {
  await page.goto(await signInAddress(service));
  await page.getByRole('combobox', { name: 'From' }).waitFor();
}

// In one worker, which starts one service.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const mirror = await startSlowMirror();
  const folder = await mkdtemp(join(tmpdir(), 'interlinear-models-'));
  const manifest = join(folder, 'models.json');
  const lines = all.map(({ line }) => line);
  await writeFile(manifest, JSON.stringify({ url: mirror.url, licence: 'MPL-2.0', models: lines }));
  // Without a PATH there is no Apertium.
  const env = { INTERLINEAR_MODELS_MANIFEST: manifest, INTERLINEAR_DOCX_QUOTA: '0', PATH: folder };
  shared = { service: await startService(env), mirror, folder };
});

test.afterAll(async () => {
  await shared.service.close();
  await shared.mirror.close();
  await rm(shared.folder, { recursive: true });
});

async function startSlowMirror(): Promise<SlowMirror> {
  const mirror = await startMirror(new Map(all.flatMap(({ files }) => [...files])));
  let held: (() => void)[] | undefined;
  const waiting = (response: ServerResponse, rest: Buffer): void => {
    held?.push(() => response.end(rest));
  };
  return Object.assign(mirror, {
    holdBack() {
      held = [];
      mirror.misbehave = (request, response, file) => {
        if (!file || !request.url?.includes('model.') || request.headers.range !== undefined) return false;
        response.writeHead(200, { 'Content-Length': file.length });
        response.write(file.subarray(0, file.length / 2));
        waiting(response, file.subarray(file.length / 2));
        return true;
      };
    },
    goOn() {
      mirror.misbehave = undefined;
      for (const send of held ?? []) send();
      held = undefined;
    },
  });
}

async function removeModels(service: TestService): Promise<void> {
  const { models } = await service.get<{ models: ModelResource[] }>('/v1/models');
  for (const { id, state } of models) {
    if (state === 'installing') await service.send('POST', `/v1/models/${id}/cancel`);
    if (state === 'installed') await service.send('DELETE', `/v1/models/${id}`);
  }
}

test('without an engine the first file takes three steps: drop it, install, save', async ({
  signedIn: app,
}) => {
  await expect(app.getByRole('combobox', { name: 'To' })).toHaveValue('Spanish');
  await expect(
    app.getByText('No installed engine translates from English to Spanish.', { exact: true }),
  ).toBeVisible();
  // One accent: what is in the way of everything else.
  await expect(app.locator('.button.primary:visible')).toHaveText(/^Install/);
  await dropFiles(app, [{ name: 'welcome.txt', text: 'The harbour.' }]);
  await expect(app.locator('.button.primary:visible')).toHaveText(/^Install/);
  await app.getByRole('button', { name: /^Install .* for welcome\.txt$/ }).click();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Save welcome.txt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('welcome.es.txt');
  await expect(app.getByText(/^No installed engine/)).toHaveCount(0);
});

test('a language that no installed engine has is found in To, and installed from there', async ({
  signedIn: app,
}) => {
  const to = app.getByRole('combobox', { name: 'To' });
  await to.focus();
  await app.keyboard.type('germ');
  await expect(app.getByRole('option', { name: /^German Install/ })).toBeVisible();
  await app.keyboard.press('Enter');
  const offer = app.getByRole('group', { name: 'Install an engine from English to German' });
  await offer.getByRole('button', { name: /^Install/ }).click();
  await expect(offer).toHaveCount(0);
  await expect(app.getByText('The model from English to German is installed.')).toBeAttached();
});

test('a language without an engine is distinguished from a word that is no language', async ({
  signedIn: app,
}) => {
  const to = app.getByRole('combobox', { name: 'To' });
  await to.focus();
  await app.keyboard.type('welsh');
  await expect(
    app.getByText('No engine can translate Welsh, and none is available to install.'),
  ).toBeVisible();
  await app.keyboard.press('Escape');
  await app.keyboard.type('qqqq');
  await expect(app.getByText('No language by that name')).toBeVisible();
});

test('a direction through English installs both halves', async ({ signedIn: app }) => {
  await app.getByRole('combobox', { name: 'From' }).focus();
  await app.keyboard.type('french');
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: /^Install \(/ }).click();
  await expect(app.getByText(/^No installed engine/)).toHaveCount(0);
  await dropFiles(app, [{ name: 'bonjour.txt', text: 'Le port.' }]);
  await expect(app.getByRole('button', { name: 'Save bonjour.txt' })).toBeVisible();
});

test('Engines lists models by direction with size, licence and state; an install shows its bytes and can be cancelled', async ({
  page: app,
  service,
  mirror,
}) => {
  // The window is notified of installs, but not of folders.
  await installSynthetic(join(service.dataDir, 'models'), 'en', 'it');
  await signIn(app, service);
  await app.getByRole('link', { name: 'Engines' }).click();
  const row = app.getByRole('row', { name: /^English → Spanish/ });
  await expect(row).toContainText('Small');
  await expect(row).toContainText(/\d+(\.\d)? (MB|kB)/);
  await expect(row).toContainText('MPL-2.0');
  mirror.holdBack();
  await row.getByRole('button', { name: /^Install/ }).click();
  await expect(row).toContainText(/[1-9][\d.]* (MB|kB) of [\d.]+ (MB|kB)/);
  await row.getByRole('button', { name: /^Cancel/ }).click();
  await expect(row.getByRole('button', { name: /^Install/ })).toBeVisible();
  mirror.goOn();
  await row.getByRole('button', { name: /^Install/ }).click();
  await expect(row).toContainText('Installed');
  const bergamot = app.getByRole('listitem').filter({ has: app.getByRole('heading', { name: /^Bergamot/ }) });
  await expect(bergamot).toContainText(/Ready/);

  // A double click removes and brings back.
  await row.getByRole('button', { name: /^Remove/ }).dblclick();
  await expect(row).toContainText('Installed');
  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect(row.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await app.getByRole('button', { name: 'Dismiss' }).click();
  await expect(row.getByRole('button', { name: /^Install/ })).toBeVisible();

  const ofAnotherList = app.getByRole('row', { name: /^English → Italian/ });
  await expect(ofAnotherList).toContainText('Installed');
  await ofAnotherList.getByRole('button', { name: /^Remove/ }).click();
  await app.getByRole('button', { name: 'Dismiss' }).click();
  await expect(ofAnotherList).toHaveCount(0);
});

test('a removal that is refused says why, and the model stays', async ({ page: app, service }) => {
  await installSynthetic(join(service.dataDir, 'models'), 'en', 'it');
  await signIn(app, service);
  await app.getByRole('link', { name: 'Engines' }).click();
  const row = app.getByRole('row', { name: /^English → Italian/ });
  await app.route(/\/v1\/models\//, (route) =>
    route.fulfill({ status: 507, json: { code: 'storage_full', status: 507, detail: 'No room.' } }),
  );
  await row.getByRole('button', { name: /^Remove/ }).click();
  await app.getByRole('button', { name: 'Dismiss' }).click();
  await expect(row).toContainText('No room.');
  await expect(row.getByRole('button', { name: /^Remove/ })).toBeVisible();
});

test('an install that fails says why in its row, and can be tried again', async ({
  signedIn: app,
  mirror,
}) => {
  mirror.misbehave = (_request, response) => {
    response.writeHead(404).end();
    return true;
  };
  await app.getByRole('link', { name: 'Engines' }).click();
  const row = app.getByRole('row', { name: /^English → German/ });
  await row.getByRole('button', { name: /^Install/ }).click();
  await expect(row).toContainText(/\.$|\. /);
  mirror.misbehave = undefined;
  await row.getByRole('button', { name: /^Install/ }).click();
  await expect(row).toContainText('Installed');
});

test('a key that may only translate installs nothing, and the window says why', async ({ page, service }) => {
  const { key } = await service.newAccount({ name: 'Translator' });
  await openWindow(page, service, { key });
  const offer = page.getByRole('group', { name: /^Install an engine/ });
  await expect(offer).toContainText('This window may translate');
  await expect(offer.getByRole('button', { name: /^Install/ })).toBeDisabled();
  await dropFiles(page, [{ name: 'welcome.txt', text: 'The harbour.' }]);
  await expect(page.getByRole('button', { name: /^Install .* for welcome\.txt$/ })).toBeDisabled();
  await page.getByRole('link', { name: 'Engines' }).click();
  await expect(page.getByText(/^This window may translate/)).toBeVisible();
  const models = page.getByRole('region', { name: 'Models' });
  await expect(models.getByRole('button', { name: /^Install/ })).toHaveCount(all.length);
  for (const button of await models.getByRole('button').all()) await expect(button).toBeDisabled();
});

test('the list of models can be searched by language', async ({ signedIn: app }) => {
  await app.getByRole('link', { name: 'Engines' }).click();
  await app.getByRole('searchbox', { name: 'Search languages' }).fill('german');
  await expect(app.getByRole('row', { name: /^English → German/ })).toBeVisible();
  await expect(app.getByRole('row', { name: /^English → Spanish/ })).toHaveCount(0);
});

test('files of a model are imported by the picker and by a drop', async ({ signedIn: app }) => {
  await app.getByRole('link', { name: 'Engines' }).click();
  const [chooser] = await Promise.all([
    app.waitForEvent('filechooser'),
    app.getByRole('button', { name: 'Import files' }).click(),
  ]);
  await chooser.setFiles(
    [...spanish.files].map(([path, buffer]) => ({
      name: path.split('/').at(-1) ?? path,
      mimeType: 'application/gzip',
      buffer,
    })),
  );
  await expect(app.getByText('1 model installed.').first()).toBeVisible();
  await expect(app.getByRole('row', { name: /^English → Spanish/ })).toContainText('Installed');

  await dropFiles(app, [{ name: 'notes.txt', text: 'no model' }]);
  await expect(app.getByRole('status').filter({ hasText: 'notes.txt' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'Engines' })).toHaveAttribute('aria-current', 'page');
});

test('where the models cannot be reached, the files are named and imported from another computer', async ({
  signedIn: app,
  mirror,
}) => {
  mirror.misbehave = (_request, response) => {
    response.socket?.destroy();
    return true;
  };
  const offer = app.getByRole('group', { name: 'Install an engine from English to Spanish' });
  await offer.getByRole('button', { name: /^Install/ }).click();
  const files = offer.getByRole('list', { name: 'Files to download' });
  await expect(files.getByRole('link')).toHaveCount(spanish.files.size);
  await expect(files.getByRole('link').first()).toHaveText(new RegExp(`^${mirror.url}/`));
  await offer.getByRole('button', { name: 'Copy addresses' }).click();
  const copied = await app.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').sort()).toEqual(
    [...spanish.files.keys()].map((path) => `${mirror.url}/${path}`).sort(),
  );

  const choosing = app.waitForEvent('filechooser');
  await offer.getByRole('button', { name: 'Import files' }).click();
  const carried = [...spanish.files].map(([path, buffer]) => ({
    name: path.split('/').at(-1)!,
    mimeType: 'application/gzip',
    buffer,
  }));
  await (await choosing).setFiles(carried);
  await expect(offer).toHaveCount(0);
  await dropFiles(app, [{ name: 'welcome.txt', text: 'The harbour.' }]);
  await expect(app.getByRole('button', { name: 'Save welcome.txt' })).toBeVisible();
});

test('a file that waits for an engine is translated once that is there, also after a reload', async ({
  signedIn: app,
}) => {
  await dropFiles(app, [{ name: 'welcome.txt', text: 'The harbour.' }]);
  await expect(app.getByRole('button', { name: /^Install .* for welcome\.txt$/ })).toBeVisible();
  await app.reload();
  await app.getByRole('button', { name: /^Install .* for welcome\.txt$/ }).click();
  await expect(app.getByRole('button', { name: 'Save welcome.txt' })).toBeVisible();
});
