import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { EngineResource } from '../../service/contract/index.ts';
import { startShell } from '../electron/support/shell.ts';
import { gate } from '../support/gate.ts';
import { chatReply, startRemote } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { THEMES } from '../support/effort.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { expectNoViolations } from './support/axe.ts';
import { cutOff } from './support/cut-off.ts';
import { dropFiles, keepKey, openWindow, test as base } from './support/test.ts';

/** A service, and a language model's server on this machine that shouts. */
const test = base.extend<{ model: RemoteServer; engines: Page }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
  model: async ({}, use) => {
    const server = await startRemote((seen) => chatReply(seen));
    await use(server);
    await server.close();
  },
  engines: async ({ app }, use) => {
    await app.getByRole('link', { name: 'Engines' }).click();
    await app.getByRole('heading', { name: 'In order of preference' }).waitFor();
    await use(app);
  },
});

const CHAT = 'Language model';

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

async function orderOf(service: TestService): Promise<string[]> {
  const { engines } = await service.get<{ engines: EngineResource[] }>('/v1/engines');
  return engines.filter(({ order }) => order !== undefined).map(({ id }) => id);
}

/** The names in the order, as the window shows them. */
async function shownOrder(page: Page): Promise<string[]> {
  return page
    .getByRole('region', { name: 'In order of preference' })
    .getByRole('heading', { level: 3 })
    .allInnerTexts();
}

/** Gives the language model its address and lets it have text. */
async function turnOnChat(page: Page, url: string): Promise<void> {
  const row = rowOf(page, CHAT);
  await row.getByRole('button', { name: `Set up ${CHAT}` }).click();
  await row.getByLabel('Address', { exact: true }).fill(url);
  await row.getByLabel('Model', { exact: true }).fill('loud');
  await row.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText(`Text goes to a server on this machine, ${new URL(url).host}`);
  await row.getByRole('switch').click();
  await row.getByRole('button', { name: 'Allow' }).click();
  await expect(row).toContainText('Ready');
}

test('a remote engine is set up, agreed to, turned on, tried, and then translates', async ({
  engines: app,
  service,
  model,
}) => {
  const row = rowOf(app, CHAT);
  await expect(row).toContainText('Off');
  await expect(row).toContainText('Text goes to the server you name');
  await row.getByRole('switch', { name: `Use ${CHAT}` }).click();
  await expect(row.getByText(/^Enter and save the address of its server first/)).toBeVisible();
  await expect(row.getByLabel('Address', { exact: true })).toBeFocused();
  await expect(row.getByRole('switch')).not.toBeChecked();

  await app.keyboard.type(model.url);
  await row.getByLabel('Model', { exact: true }).fill('loud');
  await row.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText(`Text goes to a server on this machine, ${new URL(model.url).host}`);

  // Nothing is asked of the server before its user has agreed.
  await row.getByRole('switch').click();
  const question = app.getByRole('group', { name: `Send text to ${new URL(model.url).host}?` });
  await expect(question).toContainText('the document’s name, the tone, the context and the glossary terms');
  await app.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(row.getByRole('switch')).toBeFocused();
  expect(model.seen).toEqual([]);
  await row.getByRole('switch').click();
  await question.getByRole('button', { name: 'Allow' }).click();
  await expect(row.getByRole('switch')).toBeChecked();
  await expect(row.getByRole('switch')).toBeFocused();
  await expect(row).toContainText('Ready');
  expect((await orderOf(service)).at(-1)).toBe('chat');

  await row.getByRole('button', { name: `Test ${CHAT}` }).click();
  await expect(row.getByRole('status')).toContainText('It works: “THE MUSEUM OPENS AT NINE.”');

  await app.getByRole('link', { name: 'Documents' }).click();
  await app.getByRole('combobox', { name: 'To' }).focus();
  await app.keyboard.type('spanish');
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Engine').selectOption('chat');
  await dropFiles(app, [{ name: 'welcome.txt', text: 'The harbour' }]);
  await expect(app.getByText('Done', { exact: true })).toBeVisible();
  expect(model.of('/v1/chat/completions').length).toBeGreaterThan(1);
});

test('another host asks again before text is sent there', async ({ engines: app, service, model }) => {
  await turnOnChat(app, model.url);
  const row = rowOf(app, CHAT);
  const address = row.getByLabel('Address', { exact: true });
  const other = model.url.replace('127.0.0.1', 'localhost');
  const storedUrl = async (): Promise<string | undefined> => {
    const { engines } = await service.get<{ engines: EngineResource[] }>('/v1/engines');
    return engines.find(({ id }) => id === 'chat')?.settings?.url ?? undefined;
  };
  await row.getByRole('button', { name: `Set up ${CHAT}` }).click();
  await address.fill(other);
  await row.getByRole('button', { name: 'Save', exact: true }).click();
  const question = app.getByRole('group', { name: `Send text to ${new URL(other).host}?` });
  await expect(question).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(new URL((await storedUrl())!).host).toBe(new URL(model.url).host);
  await row.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Allow' }).click();
  await expect(row).toContainText(`Text goes to a server on this machine, ${new URL(other).host}`);
  expect(new URL((await storedUrl())!).host).toBe(new URL(other).host);

  // The same host under another path, or another model, is agreed to already.
  await row.getByLabel('Model', { exact: true }).fill('louder');
  await row.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(app.getByRole('group', { name: /^Send text to/ })).toHaveCount(0);
});

test.describe('with a model server at its usual port', () => {
  let found: RemoteServer;
  test.use({
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    service: async ({}, use) => {
      found = await startRemote((seen) =>
        seen.path === '/api/tags'
          ? { json: { models: [{ name: 'loud:4b' }, { name: 'translategemma:4b' }, { name: 'big:cloud' }] } }
          : chatReply(seen),
      );
      const ports = `ollama=${new URL(found.url).port},lm-studio=1,llama.cpp=1,vllm=1`;
      const service = await startService({ INTERLINEAR_LOCAL_SERVERS: ports }, { args: ['--open-token'] });
      await use(service);
      await service.close();
      await found.close();
    },
  });

  test('a model of this machine is chosen from the list, agreed to, and tried', async ({ engines: app }) => {
    const row = rowOf(app, CHAT);
    expect(found.seen).toEqual([]);
    await row.getByRole('button', { name: `Set up ${CHAT}` }).press('Enter');
    const models = row.getByRole('list', { name: `Ollama at ${found.url}` }).getByRole('listitem');
    await expect(models).toHaveText([
      /^loud:4b\s*Use$/,
      /^translategemma:4b\s*TranslateGemma, \d+ languages\s*Use$/,
      /^big:cloud\s*Passes text on to a server elsewhere\s*Use$/,
    ]);
    await expectNoViolations(app);
    await row.getByRole('button', { name: 'Use loud:4b of Ollama' }).press('Enter');
    await app.getByRole('button', { name: 'Allow' }).press('Enter');
    await expect(
      row.getByText(/It works: “THE MUSEUM OPENS AT NINE.”.*About .* words a second here/s),
    ).toBeVisible();
    await expect(row.getByRole('switch')).toBeChecked();
    await row.getByRole('button', { name: `Set up ${CHAT}` }).press('Enter');
    await expect(models.first()).toContainText('In use');
  });
});

test('errors are shown where they happened', async ({ engines: app, model }) => {
  const row = rowOf(app, CHAT);
  await row.getByRole('button', { name: `Set up ${CHAT}` }).click();
  await row.getByLabel('Address', { exact: true }).fill('http://example.com');
  await row.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row.getByLabel('Address', { exact: true })).toHaveAccessibleDescription(
    /Write an address that begins with https/,
  );

  await row.getByLabel('Key', { exact: true }).fill('sk-secret');
  await row.getByRole('button', { name: 'Store key' }).click();
  await expect(row.getByLabel('Key', { exact: true })).toHaveAccessibleDescription(/INTERLINEAR_CHAT_KEY/);

  await row.getByRole('button', { name: `Set up ${CHAT}` }).click();
  await turnOnChat(app, model.url);
  await model.close();
  await row.getByRole('button', { name: `Test ${CHAT}` }).click();
  await expect(row.getByRole('status')).toContainText(/^It did not translate\. \S/);
});

test('the order is changed by buttons, by keys and by dragging, and is the service’s own', async ({
  engines: app,
  service,
  model,
}) => {
  await turnOnChat(app, model.url);
  // Two others, however many there are.
  await service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ engine_order: ['bergamot', 'apertium', 'chat'] }),
  });
  await app.reload();
  await expect(app.getByRole('button', { name: `Move ${CHAT} up` })).toBeVisible();
  const [first = '', second = ''] = await shownOrder(app);
  await app.getByRole('button', { name: `Move ${CHAT} up` }).click();
  await expect.poll(() => shownOrder(app)).toEqual([first, CHAT, second]);
  await expect(app.getByText(`${CHAT} is now 2 of 3.`)).toBeAttached();
  await expect(app.getByRole('button', { name: `Move ${CHAT} up` })).toBeFocused();

  await app.keyboard.press('Alt+ArrowUp');
  await expect(app.getByRole('button', { name: `Move ${CHAT} down` })).toBeFocused();
  await expect.poll(() => shownOrder(app)).toEqual([CHAT, first, second]);
  await expect.poll(() => orderOf(service)).toEqual(['chat', 'bergamot', 'apertium']);

  await rowOf(app, second)
    .getByTitle('Drag to another place')
    .dragTo(rowOf(app, CHAT), {
      targetPosition: { x: 200, y: 4 },
    });
  await expect.poll(() => shownOrder(app)).toEqual([second, CHAT, first]);
  await expect.poll(() => orderOf(service)).toEqual(['apertium', 'chat', 'bergamot']);
  await app.reload();
  await expect.poll(() => shownOrder(app)).toEqual([second, CHAT, first]);
});

test('an engine of this machine is turned off and on without a question', async ({
  engines: app,
  service,
}) => {
  const [name = ''] = await shownOrder(app);
  await rowOf(app, name).getByRole('switch').click();
  const isEnabled = async () =>
    (await service.get<{ engines: EngineResource[] }>('/v1/engines')).engines[0]?.enabled;
  await expect.poll(isEnabled).toBe(false);
  // As soon as it can be used again it shows what it is now.
  await rowOf(app, name).getByRole('switch').click();
  await expect(rowOf(app, name).getByRole('switch')).toBeChecked();
});

test('an engine that was turned off shows so though the list cannot be read again, which is tried later', async ({
  engines: app,
}) => {
  const [name = ''] = await shownOrder(app);
  const theSwitch = rowOf(app, name).getByRole('switch');
  const engines = '**/v1/engines';
  await app.route(engines, (route) => route.fulfill({ status: 500 }));
  await theSwitch.click();
  await expect(theSwitch).not.toBeChecked();
  const read = app.waitForResponse((answer) => answer.url().endsWith('/v1/engines') && answer.ok());
  await app.unroute(engines);
  await read;
  await expect(theSwitch).not.toBeChecked();
});

test('an answer that comes late does not bring back what an engine was before', async ({ engines: app }) => {
  const [name = ''] = await shownOrder(app);
  const theSwitch = rowOf(app, name).getByRole('switch');
  const late = gate();
  const asked = gate();
  const languages = '**/v1/languages';
  await app.route(
    languages,
    async (route) => {
      asked.open();
      await late.passed;
      await route.continue();
    },
    { times: 1 },
  );
  await theSwitch.click();
  await asked.passed;
  await app.getByRole('link', { name: 'Documents' }).click();
  await app.getByRole('link', { name: 'Engines' }).click();
  await expect(theSwitch).not.toBeChecked();
  await theSwitch.click();
  await expect(theSwitch).toBeChecked();

  const answered = app.waitForResponse(languages);
  late.open();
  await (await answered).finished();
  // Longer than the page takes for an answer that it has.
  await app.getByRole('link', { name: 'Documents' }).click();
  await expect(app).toHaveTitle('Documents – Interlinear');
  await app.unroute(languages);
  await app.route(languages, (route) => route.abort());
  await app.getByRole('link', { name: 'Engines' }).click();
  await expect(theSwitch).toBeChecked();
});

test('settings of the environment are shown, disabled, with the name of the variable', async ({
  page,
  model,
}) => {
  const env = {
    INTERLINEAR_CHAT_URL: model.url,
    INTERLINEAR_CHAT_KEY: 'sk-secret',
    INTERLINEAR_ENGINES: 'apertium,bergamot',
  };
  const service = await startService(env, { args: ['--open-token'] });
  await page.goto(service.openUrl);
  await page.getByRole('link', { name: 'Engines' }).click();
  await expect(page.getByText(/^The order is set by INTERLINEAR_ENGINES/)).toBeVisible();
  for (const button of await page.getByRole('button', { name: /^Move / }).all())
    await expect(button).toBeDisabled();
  const row = rowOf(page, CHAT);
  await expect(row).toContainText('INTERLINEAR_CHAT_URL has turned it on for this run.');
  await expect(row.getByRole('switch')).toBeDisabled();
  await row.getByRole('button', { name: `Set up ${CHAT}` }).click();
  await expect(row.getByLabel('Address', { exact: true })).toBeDisabled();
  await expect(row.getByLabel('Address', { exact: true })).toHaveValue(model.url);
  await expect(row.getByLabel('Address', { exact: true })).toHaveAccessibleDescription(
    /INTERLINEAR_CHAT_URL/,
  );
  await expect(row.getByLabel('Key', { exact: true })).toBeDisabled();
  await expect(row.getByLabel('Key', { exact: true })).toHaveValue('');
  await expect(row.getByLabel('Key', { exact: true })).toHaveAccessibleDescription(/INTERLINEAR_CHAT_KEY/);
  await expect(row.getByLabel('Model', { exact: true })).toBeEnabled();
  await service.close();
});

test('a key that the keychain has is said to be stored, is never shown, and can be removed', async ({
  page,
}) => {
  const shell = await startShell();
  const { baseUrl, key } = await shell.invoke('interlinear:connect', undefined);
  await keepKey(page, baseUrl, key);
  await page.goto(`${baseUrl}/#engines`);
  const row = rowOf(page, 'DeepL');
  await row.getByRole('button', { name: 'Set up DeepL' }).click();
  const field = row.getByLabel('Key', { exact: true });
  await expect(field).toHaveAccessibleDescription(/^No key is stored/);
  await field.fill('a-key-of-a-remote-engine');
  await row.getByRole('button', { name: 'Store key' }).click();
  await expect(field).toHaveAccessibleDescription(/^A key is stored in this system’s keychain/);
  await expect(field).toHaveValue('');
  await page.reload();
  await row.getByRole('button', { name: 'Set up DeepL' }).click();
  await expect(field).toHaveAccessibleDescription(/^A key is stored in this system’s keychain/);
  await row.getByRole('button', { name: 'Remove key', exact: true }).click();
  await row.getByRole('button', { name: 'Remove key for good' }).click();
  await expect(field).toHaveAccessibleDescription(/^No key is stored/);
  await expect(field).toBeFocused();
  await shell.remove();
});

test('a key that may only translate changes no engine, and the view says why', async ({ page, service }) => {
  const { key } = await service.newAccount({ name: 'Translator' });
  await openWindow(page, service, { key, view: '#engines' });
  await expect(page.getByText(/^This window may translate/)).toBeVisible();
  for (const role of ['switch', 'button'] as const) {
    const all = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 3 }) });
    for (const control of await all.getByRole(role).all()) {
      if ((await control.getAttribute('aria-expanded')) === null) await expect(control).toBeDisabled();
    }
  }
});

for (const colorScheme of THEMES) {
  test.describe(`in the ${colorScheme} theme, at 640 px`, () => {
    test.use({ colorScheme, viewport: { width: 640, height: 400 } });

    test('Engines with everything unfolded has no accessibility violations and nothing cut off', async ({
      engines: app,
      model,
    }) => {
      await turnOnChat(app, model.url);
      await rowOf(app, CHAT)
        .getByRole('button', { name: `Test ${CHAT}` })
        .click();
      await expect(rowOf(app, CHAT).getByRole('status')).toContainText('It works');
      const deepl = rowOf(app, 'DeepL');
      await deepl.getByRole('switch').click();
      await expect(deepl.getByText(/^Enter and store its key first/)).toBeVisible();
      await expectNoViolations(app);
      expect(await cutOff(app)).toEqual([]);
    });
  });
}
