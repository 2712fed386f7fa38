import { expect } from '@playwright/test';
import type { Locator, Page, Request } from '@playwright/test';
import { test, keepChoices } from './support/test.ts';

const ENGLISH = 'The lighthouse is old. The harbour is new.\nVisitors come in summer.';

const source = (page: Page): Locator => page.getByRole('textbox', { name: 'Text to translate' });
const target = (page: Page): Locator => page.getByRole('region', { name: 'Translation' });
const sentence = (page: Page, index: number): Locator => target(page).locator(`[data-sentence="${index}"]`);

/** The texts of each request for translations, from now on. */
function askedTexts(page: Page): string[][] {
  const asked: string[][] = [];
  page.on('request', (request: Request) => {
    if (!request.url().endsWith('/v1/translate/segments')) return;
    const { segments } = request.postDataJSON() as { segments: { text: string }[] };
    asked.push(segments.map(({ text }) => text));
  });
  return asked;
}

async function expectWhole(page: Page): Promise<void> {
  await expect(target(page).locator('.waiting')).toHaveCount(0);
  await expect(target(page)).toHaveText(/\S/);
}

test.beforeEach(async ({ app }) => {
  await app.getByRole('link', { name: 'Text', exact: true }).click();
});

test('a text is translated while it is typed, and only a changed sentence is asked for again', async ({
  app,
}) => {
  const asked = askedTexts(app);
  await source(app).fill(ENGLISH);
  await expect(target(app).locator('[data-sentence]')).toHaveCount(3);
  await expectWhole(app);
  expect(asked).toEqual([['The lighthouse is old.', 'The harbour is new.', 'Visitors come in summer.']]);
  const before = await sentence(app, 2).innerText();

  await source(app).fill(ENGLISH.replace('new', 'empty'));
  await expect.poll(() => asked.length).toBe(2);
  await expectWhole(app);
  expect(asked[1]).toEqual(['The harbour is empty.']);
  await expect(sentence(app, 2)).toHaveText(before);
});

test('a sentence whose connection broke once is asked for again', async ({ app }) => {
  await app.route('**/v1/translate/segments', (route) => route.abort('connectionreset'), { times: 1 });
  await source(app).fill(ENGLISH);
  await expectWhole(app);
});

test('a sentence is marked beside its translation, by the pointer and by the caret', async ({ app }) => {
  await source(app).fill(ENGLISH);
  await expectWhole(app);
  await sentence(app, 1).hover();
  const marked = app.locator('.marked');
  await expect(marked).toHaveText(['The harbour is new.', await sentence(app, 1).innerText()]);
  await app.getByRole('link', { name: 'Text', exact: true }).hover();
  await source(app).press('Control+Home');
  await expect(sentence(app, 0)).toHaveClass(/marked/);
  await source(app).press('Control+End');
  await expect(sentence(app, 2)).toHaveClass(/marked/);
});

test('the translation is copied whole, and the text is there after a reload', async ({ app }) => {
  await source(app).fill(ENGLISH);
  await expectWhole(app);
  const shown = await target(app).innerText();
  await app.getByRole('button', { name: 'Copy translation' }).click();
  await expect(app.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect((await app.evaluate(() => navigator.clipboard.readText())).trim()).toBe(shown.trim());
  await app.reload();
  await expect(source(app)).toHaveValue(ENGLISH);
  await expect(target(app)).toHaveText(shown.trim());
});

test('a cleared text can be brought back', async ({ app }) => {
  await source(app).fill(ENGLISH);
  await app.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(source(app)).toHaveValue('');
  await expect(source(app)).toBeFocused();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(source(app)).toHaveValue(ENGLISH);
});

test('swapping the languages swaps the texts, and Undo both', async ({ app, service }) => {
  const { pairs } = await service.get<{ pairs: { from: string; to: string; ready: boolean }[] }>(
    '/v1/languages',
  );
  const isReady = (from: string, to: string): boolean =>
    pairs.some((pair) => pair.from === from && pair.to === to && pair.ready);
  test.skip(
    !isReady('en', 'es') || !isReady('es', 'en'),
    'no engine from English to Spanish and back is installed',
  );
  await keepChoices(service, { from: 'en', to: 'es' });
  await app.reload();
  await source(app).fill(ENGLISH);
  await expectWhole(app);
  const spanish = await target(app).innerText();
  await app.getByRole('button', { name: 'Swap languages' }).click();
  await expect(source(app)).toHaveValue(spanish.trim());
  await expect(app.getByRole('combobox', { name: 'From' })).toHaveValue('Spanish');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(source(app)).toHaveValue(ENGLISH);
  await expect(app.getByRole('combobox', { name: 'From' })).toHaveValue('English');
});

test('a text in another language says so, and is translated from that one at a click', async ({ app }) => {
  await source(app).fill('El faro es el edificio más antiguo de la ciudad, y muchas personas lo visitan.');
  await app.getByRole('button', { name: 'Translate from Spanish' }).click();
  await expect(app.getByRole('combobox', { name: 'From' })).toHaveValue('Spanish');
  await expect(app.getByText('This looks like Spanish.')).toHaveCount(0);
});

test('a refusal is said beside the text, and another try translates it', async ({ app }) => {
  const problem = {
    ...{
      context: 'engine_unavailable',
      code: 'engine_unavailable',
      status: 503,
      type: '/problems/engine_unavailable',
    },
    ...{
      title: 'Engine unavailable',
      detail: 'The engine has not answered in a minute.',
      instance: '/',
      request_id: '1',
    },
  };
  await app.route('**/v1/translate/segments', (route) => route.fulfill({ status: 503, json: problem }), {
    times: 1,
  });
  await source(app).fill(ENGLISH);
  await expect(app.getByRole('alert')).toContainText('has not answered in a minute');
  await app.getByRole('button', { name: 'Try again' }).click();
  await expectWhole(app);
  await expect(app.getByRole('alert')).toHaveCount(0);
});

test('without an engine an install is offered in place of a translation', async ({ app, service }) => {
  const asked = askedTexts(app);
  await keepChoices(service, { from: 'en', to: 'cs' });
  await app.reload();
  await source(app).fill(ENGLISH);
  await expect(app.getByRole('group', { name: 'Install an engine from English to Czech' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('a text from right to left is aligned to the right', async ({ app }) => {
  await source(app).fill('שלום לכולם');
  const side = await source(app).evaluate((field) => getComputedStyle(field).direction);
  expect(side).toBe('rtl');
});

test('a request for what is no longer there is given up', async ({ app }) => {
  const failed: string[] = [];
  app.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
  // The first is not answered.
  await app.route('**/v1/translate/segments', () => undefined, { times: 1 });
  const first = app.waitForRequest('**/v1/translate/segments');
  await source(app).fill('One sentence.');
  await first;
  await source(app).fill('Quite another.');
  await expect.poll(() => failed).toContain('/v1/translate/segments');
  await expectWhole(app);
});

test('in a direction that no engine has, the old translation goes and cannot be copied', async ({ app }) => {
  await source(app).fill(ENGLISH);
  await expectWhole(app);
  await expect(app.getByRole('button', { name: 'Copy translation' })).toBeEnabled();
  const to = app.getByRole('combobox', { name: 'To', exact: true });
  await to.fill('German');
  await to.press('Enter');
  await expect(target(app).locator('.words')).toHaveText('');
  await expect(app.getByRole('button', { name: 'Copy translation' })).toBeDisabled();
  await source(app).fill('Another text.');
  await expect(target(app).locator('.words')).toHaveText('');
});
