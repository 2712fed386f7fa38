import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { holdAnswers } from './support/hold-answers.ts';
import {
  dropFiles,
  jobsOf,
  keepChoices,
  keepKey,
  openApp,
  openWindow,
  SLOW_MS,
  STUCK_MS,
  test,
  textFile,
} from './support/test.ts';

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
}

test('several files dropped at once are translated, and each is saved under its own translated name', async ({
  app,
}) => {
  await dropFiles(app, [
    { name: 'welcome.txt', text: 'Welcome to the museum' },
    { name: 'prices.csv', text: 'Adult ticket,12\nChild ticket,6\n' },
    { name: 'notes.txt', text: 'Bring a coat' },
  ]);
  for (const name of ['welcome.txt', 'prices.csv', 'notes.txt'])
    await expect(row(app, name)).toContainText('Done');

  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Save prices.csv' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('prices.en-XA.csv');
  const saved = await readFile(await download.path(), 'utf8');
  expect(saved).toMatch(/,12\r?\n/);
  expect(saved).not.toContain('Adult ticket');
  await expect(row(app, 'prices.csv')).toContainText('Saved');
});

test('files dropped before it is known in which direction wait for it', async ({ page, service }) => {
  const languages = gate();
  await page.route('**/v1/languages', async (route) => {
    await languages.passed;
    await route.continue();
  });
  await openWindow(page, service);
  await page.getByRole('main').waitFor();
  await dropFiles(page, [{ name: 'early.txt', text: 'Welcome to the museum' }]);
  expect(await jobsOf(service)).toEqual([]);
  languages.open();
  await expect(row(page, 'early.txt')).toContainText('from English to Spanish');
  await expect(page.getByText(/source language is missing/)).toHaveCount(0);
});

for (const [what, answer] of [
  ['wait until the glossaries are known', undefined],
  ['take the chosen glossary along where the glossaries cannot be listed', 500],
] as const)
  test(`files dropped with a glossary chosen ${what}`, async ({ page: app, service }) => {
    const entries = [{ term: 'lamp', translation: 'LATERNE' }];
    const dictionaries = [{ from: 'en', to: 'en-XA', entries }];
    const made = await service.post<{ data: { id: string } }>('/v1/glossaries', {
      name: 'Museum',
      dictionaries,
    });
    const glossary = made.body.data.id;
    await keepChoices(service, { from: 'en', to: 'en-XA', glossary });
    const languages = app.waitForResponse('**/v1/languages');
    const list = gate();
    await app.route('**/v1/glossaries?*', async (route) => {
      await list.passed;
      if (answer === undefined) await route.continue();
      else await route.fulfill({ status: answer });
    });
    await openWindow(app, service);
    await languages;
    await dropFiles(app, [{ name: 'early.txt', text: 'The lamp is new' }]);
    list.open();
    await expect(row(app, 'early.txt')).toContainText('Done');
    expect((await jobsOf(service))[0]?.options.glossary_id).toBe(glossary);
  });

test('a Word document and a workbook go through the file picker', async ({ app }) => {
  const [chooser] = await Promise.all([
    app.waitForEvent('filechooser'),
    app.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles([`${SAMPLES}/harbour-museum.docx`, `${SAMPLES}/museum-shop.xlsx`]);
  await expect(row(app, 'harbour-museum.docx')).toContainText('Done');
  await expect(row(app, 'museum-shop.xlsx')).toContainText('Done');
});

test('the sample is one click away', async ({ app }) => {
  await app.getByRole('button', { name: 'Try a sample' }).click();
  await expect(row(app, 'harbour-museum.docx')).toContainText('Done');
});

test('the window says what dropping does; a refused file says what happened and what to do, and can be taken off the list', async ({
  app,
  service,
}) => {
  await app.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'a.txt'));
    document.body.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true }));
  });
  await expect(app.getByText(/^Drop to translate from English to /)).toBeVisible();
  await dropFiles(app, [{ name: 'brochure.pdf', text: '%PDF-1.7 …' }]);
  await expect(row(app, 'brochure.pdf')).toContainText('Not accepted');
  await expect(row(app, 'brochure.pdf').getByRole('paragraph')).toContainText(/\.$/);
  expect(await jobsOf(service)).toEqual([]);
  await app.getByRole('button', { name: 'Remove brochure.pdf' }).click();
  await expect(row(app, 'brochure.pdf')).toHaveCount(0);
});

test('a file over the limit is refused before it is sent, and taken once an administrator raises the limit', async ({
  page: app,
  service,
  browser,
}) => {
  const init = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ max_file_mb: 1 }) };
  await service.send('PATCH', '/v1/settings', init);
  await openApp(app, service);
  const sent: string[] = [];
  app.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  const big = { name: 'big.txt', text: `${'x'.repeat(9_999)}\n`.repeat(120) };
  await dropFiles(app, [big]);
  await expect(row(app, 'big.txt')).toContainText('the limit is 1 MB');
  expect(sent).not.toContain(`POST ${service.baseUrl}/v1/translate/documents`);

  const { key } = await service.newAccount({ name: 'Translator' });
  // Another browser: this one keeps the file that waits.
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.addInitScript((own) => localStorage.setItem('interlinear.key', own), key);
  await other.goto(service.baseUrl);
  await dropFiles(other, [big]);
  await expect(row(other, 'big.txt')).toContainText('the limit is 1 MB');
  await expect(other.getByRole('button', { name: /^Raise the limit/ })).toHaveCount(0);
  await elsewhere.close();

  await app.getByRole('button', { name: 'Raise the limit and translate big.txt' }).click();
  await expect(row(app, 'big.txt')).toContainText('Done');
  expect(await service.get('/v1/settings')).toMatchObject({ max_file_mb: 2 });
});

test('the choices behind Options go with the job', async ({ app, service }) => {
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Tone').fill('formal');
  await app.getByLabel('Context', { exact: true }).fill('A museum in a harbour');
  await app.getByLabel('Term 1').fill('lock');
  await app.getByLabel('Translation 1').fill('esclusa');
  await dropFiles(app, [{ name: 'tour.txt', text: 'The lock is old' }]);
  await expect(row(app, 'tour.txt')).toContainText('Done');
  const [job] = await jobsOf(service);
  expect(job?.options).toMatchObject({ tone: 'formal', context: 'A museum in a harbour' });
});

test('a direction no engine is ready for says so before a file is dropped', async ({ page, service }) => {
  await keepChoices(service, { from: 'en', to: 'zh' });
  await openWindow(page, service);
  await expect(page.getByText(/^No installed engine translates from English to Chinese/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Install \(\d+ MB\)$/ })).toBeVisible();
});

test('a name too long for its row loses its middle and keeps its end on one line', async ({ app }) => {
  const name = `${'The harbour museum and its ships, a guide '.repeat(4)}final v3.txt`;
  await dropFiles(app, [{ name, text: 'Text' }]);
  await expect(row(app, name)).toContainText('Done');
  const shown = app.getByTitle(name, { exact: true });
  // The whole name is there once more, for screen readers.
  await expect(shown.getByText(/v3\.txt$/).last()).toBeInViewport();
  const height = await row(app, name)
    .locator('.row')
    .evaluate((one) => one.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(40);
});

test('a file has its name whole in its row, however wide the window is, its original, and its row after a reload', async ({
  app,
}) => {
  await dropFiles(app, [{ name: 'museum guide.txt', text: 'Welcome' }]);
  await expect(row(app, 'museum guide.txt')).toContainText('Done');
  const head = app.getByTitle('museum guide.txt', { exact: true }).locator('.head');
  const cut = () => head.evaluate((one) => one.scrollWidth - one.clientWidth);
  for (const width of [1280, 1121, 961, 881, 761]) {
    await app.setViewportSize({ width, height: 640 });
    await expect.poll(cut, `${width} pixels`).toBeLessThanOrEqual(0);
  }
  await app.getByRole('button', { name: 'More actions for museum guide.txt' }).click();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('menuitem', { name: 'Save the original' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('museum guide.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('Welcome');
  await app.reload();
  await expect(row(app, 'museum guide.txt')).toContainText('Done');
  await expect(app.getByRole('button', { name: 'Save museum guide.txt' })).toBeVisible();
});

test('ten files in a row stay in their order, newest on top, from drop to end', async ({ app }) => {
  const names = Array.from({ length: 10 }, (_, index) => `chapter-${index + 1}.txt`);
  await dropFiles(
    app,
    names.map((name) => textFile(name, 3)),
  );
  const titles = app.getByRole('list', { name: 'Documents, newest first' }).locator('span[title$=".txt"]');
  const newestFirst = [...names].reverse();
  expect(await titles.evaluateAll((all) => all.map((one) => one.getAttribute('title')))).toEqual(newestFirst);
  await expect(app.getByText('Done', { exact: true })).toHaveCount(10);
  expect(await titles.evaluateAll((all) => all.map((one) => one.getAttribute('title')))).toEqual(newestFirst);
});

test('files of one drop keep their order over a reload, whichever of them was uploaded first', async ({
  app,
}) => {
  const titles = app.getByRole('list', { name: 'Documents, newest first' }).locator('span[title$=".txt"]');
  const shown = () => titles.evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  const second = gate();
  await app.route('**/v1/translate/documents', async (route) => {
    if (route.request().postDataBuffer()?.includes('filename="a.txt"')) await second.passed;
    await route.continue();
  });
  await dropFiles(app, [textFile('a.txt', 1), textFile('b.txt', 1)]);
  await expect(row(app, 'b.txt')).toContainText('Done');
  second.open();
  await expect(row(app, 'a.txt')).toContainText('Done');
  expect(await shown()).toEqual(['b.txt', 'a.txt']);
  await app.reload();
  await expect.poll(shown).toEqual(['b.txt', 'a.txt']);
});

test('arrows go from row to row; selected rows are saved and deleted together, and one Undo brings them back', async ({
  app,
  service,
}) => {
  const names = ['one.txt', 'two.txt', 'three.txt'];
  await dropFiles(
    app,
    names.map((name) => ({ name, text: 'Welcome' })),
  );
  const save = (name: string) => app.getByRole('button', { name: `Save ${name}` });
  for (const name of names) await expect(save(name)).toBeVisible();
  await save('three.txt').focus();
  await app.keyboard.press('ArrowDown');
  await expect(save('two.txt')).toBeFocused();
  await app.keyboard.press('Shift+ArrowDown');
  await expect(save('one.txt')).toBeFocused();
  const bar = app.getByRole('region', { name: 'Selected rows' });
  await expect(bar).toContainText('2 selected');
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    bar.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  await app.getByRole('checkbox', { name: 'Select two.txt' }).click();
  await expect(bar).toContainText('1 selected');
  await app.getByRole('checkbox', { name: 'Select three.txt' }).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(app.getByRole('checkbox', { name: /^Select / })).toHaveCount(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByRole('checkbox', { name: /^Select / })).toHaveCount(3);
  await expect(bar).toHaveCount(0);
  expect(await jobsOf(service)).toHaveLength(3);
});

test('a deleted job can be brought back; then it is gone from the service too, also where the window closes at once', async ({
  app,
  service,
}) => {
  const remove = async (name: string) => {
    await app.getByRole('button', { name: `More actions for ${name}` }).click();
    await app.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row(app, name)).toHaveCount(0);
  };
  await dropFiles(app, [
    { name: 'other.txt', text: 'Welcome' },
    { name: 'welcome.txt', text: 'Welcome' },
  ]);
  await expect(row(app, 'other.txt')).toContainText('Done');
  await expect(row(app, 'welcome.txt')).toContainText('Done');
  await remove('welcome.txt');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(row(app, 'welcome.txt')).toContainText('Done');
  expect(await jobsOf(service)).toHaveLength(2);

  await remove('welcome.txt');
  // It would go by itself: test/renderer/toasts.test.ts.
  await app.getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(async () => (await jobsOf(service)).length).toBe(1);
  await remove('other.txt');
  await app.goto(`${service.baseUrl}/v1/health`);
  await expect.poll(() => jobsOf(service)).toEqual([]);
});

test('a broken connection shows a banner that goes by itself, and the upload it stopped goes on', async ({
  app,
  context,
}) => {
  await context.setOffline(true);
  await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
  await expect(app.getByText(/^The service is not answering\. Interlinear keeps trying/)).toBeVisible();
  await context.setOffline(false);
  await expect(app.getByText(/Interlinear keeps trying/)).toHaveCount(0);
  await expect(row(app, 'welcome.txt')).toContainText('Done');
});

test('a window that opens while the service does not answer says so, and begins once it does', async ({
  app,
}) => {
  await app.route('**/v1/**', (route) => route.abort());
  await app.reload();
  await expect(app.getByRole('status')).toContainText('The service is not answering');
  await app.unroute('**/v1/**');
  await expect(app.getByRole('button', { name: 'Choose files' }).first()).toBeVisible();
});

test('an upload whose connection broke once goes on by itself', async ({ app }) => {
  await app.route('**/v1/translate/documents', (route) => route.abort('connectionreset'), { times: 1 });
  await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
  await expect(row(app, 'welcome.txt')).toContainText('Done');
});

test('a note with the focus stays, and hands it on where it came from', async ({ app }) => {
  await dropFiles(app, [
    { name: 'welcome.txt', text: 'Welcome' },
    { name: 'prices.txt', text: 'Prices' },
    { name: 'notes.txt', text: 'Notes' },
  ]);
  for (const name of ['welcome.txt', 'prices.txt']) {
    await expect(row(app, name)).toContainText('Done');
    await app.getByRole('button', { name: `More actions for ${name}` }).click();
    await app.getByRole('menuitem', { name: 'Delete' }).click();
  }
  const notes = app.getByRole('list', { name: 'Done a moment ago' }).getByRole('listitem');
  await app.clock.install();
  const choose = app.getByRole('button', { name: 'Choose files' });
  await choose.focus();
  await notes.first().getByRole('button', { name: 'Undo' }).focus();
  await notes.first().hover();
  await choose.hover();
  await app.clock.fastForward(10_000);
  await expect(notes.first()).toContainText('welcome.txt');
  await app.keyboard.press('Enter');
  await expect(row(app, 'welcome.txt')).toBeVisible();
  await expect(notes).toHaveCount(1);
  await expect(notes.getByRole('button', { name: 'Undo' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(notes).toHaveCount(0);
  await expect(choose).toBeFocused();
});

test('an action that the broken connection stopped does not keep saying so once it is back', async ({
  app,
  context,
}) => {
  await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
  await expect(row(app, 'welcome.txt')).toContainText('Done');
  await context.setOffline(true);
  await app.getByRole('button', { name: 'Save welcome.txt' }).click();
  await expect(row(app, 'welcome.txt')).toContainText('The service is not answering.');
  await context.setOffline(false);
  await expect(row(app, 'welcome.txt')).not.toContainText('The service is not answering.');
});

test.describe('while the engine is slow', () => {
  test.use({ delayMs: SLOW_MS });

  test('a job that ended behind the newest page while the tab was hidden has ended when it is seen again', async ({
    app,
    service,
  }) => {
    const hide = (hidden: boolean): Promise<void> =>
      app.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await dropFiles(app, [textFile('guide.txt', 50)]);
    await expect(row(app, 'guide.txt')).toContainText(/ of 50/);
    await hide(true);
    await service.ended((await jobsOf(service))[0]!.id);
    // As if a hundred others had come meanwhile.
    await app.route(
      ({ pathname, searchParams }) => pathname === '/v1/jobs' && !searchParams.has('status'),
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { data: { jobs: [] } } });
      },
    );
    await hide(false);
    await expect(row(app, 'guide.txt')).toContainText('Done');
  });

  test('a running job shows how far it is and how long it takes, in its row and in the status line', async ({
    app,
  }) => {
    await dropFiles(app, [textFile('long.txt', 400), textFile('longer.txt', 600)]);
    await expect(row(app, 'long.txt')).toContainText(/\d+ of 400 · about \d+ (s|min)/);
    await expect(app.getByRole('contentinfo')).toContainText(
      /2 translations running · \d+ of 1,000 segments\s+· about \d+ (s|min)/,
    );
    const bar = row(app, 'long.txt').getByRole('progressbar');
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  });

  test('a running job that is deleted goes on until that cannot be undone any more', async ({
    app,
    service,
  }) => {
    await dropFiles(app, [textFile('long.txt', 1_000)]);
    await app.getByRole('button', { name: 'More actions for long.txt' }).click();
    await app.getByRole('menuitem', { name: 'Delete' }).click();
    await app.getByRole('button', { name: 'Undo' }).click();
    await expect(row(app, 'long.txt')).toContainText(/of 1,000/);
    expect((await jobsOf(service))[0]?.status).toBe('running');
  });

  test('a running job can be cancelled and tried again in its place', async ({ app }) => {
    await dropFiles(app, [textFile('long.txt', 1_000)]);
    await dropFiles(app, [{ name: 'later.txt', text: 'Later' }]);
    await expect(row(app, 'long.txt')).toContainText(/of 1,000/);
    await app.getByRole('button', { name: 'Cancel long.txt' }).click();
    await expect(row(app, 'long.txt')).toContainText(/Cancelled, \d+ of 1,000/);
    await app.getByRole('button', { name: 'Retry long.txt' }).click();
    await expect(app.getByRole('button', { name: 'Cancel long.txt' })).toBeVisible();
    await expect(row(app, 'long.txt')).toHaveCount(1);
    await expect(app.getByRole('listitem').filter({ hasText: '.txt' }).last()).toContainText('long.txt');
  });

  test('running jobs go on in the list after a reload', async ({ app }) => {
    // More than a busy machine gets done while the page loads.
    await dropFiles(app, [textFile('long.txt', 1_000)]);
    await expect(row(app, 'long.txt')).toContainText(/of 1,000/);
    await app.reload();
    const done = async () => Number(/(\d+) of 1,000/.exec(await row(app, 'long.txt').innerText())?.[1]);
    await expect.poll(done).toBeGreaterThan(0);
    const before = await done();
    await expect.poll(done).toBeGreaterThan(before);
  });

  test('a job that ends is announced once', async ({ app }) => {
    await app.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const region = document.querySelector('[aria-live="polite"]')!;
      new MutationObserver(() => said.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await dropFiles(app, [textFile('long.txt', 20)]);
    await expect(row(app, 'long.txt')).toContainText('Done');
    await app.waitForTimeout(3_000);
    const said = await app.evaluate(() => (window as unknown as { said: string[] }).said);
    expect(said).toEqual(['long.txt is translated.']);
  });
});

test.describe('an upload cancelled while its answer is on its way', () => {
  test.use({ delayMs: STUCK_MS });

  test('leaves no job behind', async ({ app, service }) => {
    const held = await holdAnswers(service.baseUrl);
    try {
      await keepKey(app, held.baseUrl, await service.sessionKey());
      await app.goto(held.baseUrl);
      await app.getByRole('combobox', { name: 'From' }).waitFor();
      await dropFiles(app, [{ name: 'late.txt', text: 'Bring a coat' }]);
      await held.answered.passed;
      expect(await jobsOf(service)).toHaveLength(1);
      // The job's own row may be there already, with the same button.
      await app.getByRole('listitem').filter({ hasText: 'Reading' }).getByRole('button').click();
      held.release.open();
      await expect.poll(() => jobsOf(service)).toEqual([]);
      await expect(row(app, 'late.txt')).toHaveCount(0);
    } finally {
      held.close();
    }
  });
});

test('a tone the engine cannot use is named; glossary terms, which the service puts in, are not', async ({
  app,
}) => {
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Term 1').fill('harbour');
  await app.getByLabel('Translation 1').fill('puerto');
  const said = app.getByText(/ ignores the /);
  await expect(said).toHaveCount(0);
  await app.getByLabel('Tone').fill('formal');
  await expect(said).toHaveText(/tone/);
  await expect(said).not.toHaveText(/glossary/i);
});
