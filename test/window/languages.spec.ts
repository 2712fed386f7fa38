import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { IS_LONG } from '../support/effort.ts';
import type { TestService } from '../support/service.ts';
import { expectNoViolations } from './support/axe.ts';
import { cutOff } from './support/cut-off.ts';
import { dropFiles, keepChoices, openWindow, SLOW_MS, test, textFile } from './support/test.ts';

const FOLDER = process.env['INTERLINEAR_PICTURES'];
const VIEWS = [
  ...['documents', 'text', 'batch', 'glossaries', 'memory', 'align', 'clients', 'engines', 'api', 'settings'],
];
const LANGUAGES = {
  en: { settings: 'Settings', dir: 'ltr' },
  es: { settings: 'Ajustes', dir: 'ltr' },
  de: { settings: 'Einstellungen', dir: 'ltr' },
  fr: { settings: 'Réglages', dir: 'ltr' },
  ar: { settings: 'الإعدادات', dir: 'rtl' },
};
/** The default suite takes the one with the longest words and the one that is read from right to left. */
const TESTED = Object.entries(LANGUAGES).filter(([code]) => IS_LONG || ['de', 'ar'].includes(code));

/** Opens the window, in a language that is a setting of the service. */
async function openIn(page: Page, service: TestService, code: string): Promise<void> {
  const { status } = await service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ language: code }),
  });
  expect(status).toBe(200);
  await keepChoices(service, { from: 'en', to: 'en-XA' });
  await openWindow(page, service);
  await expect(page.locator('html')).toHaveAttribute('lang', code);
  // English is in the page itself: the window is there with its fields.
  await page.getByRole('combobox').first().waitFor();
}

/** Buttons and links whose words do not fit into them. */
function squeezed(page: Page): Promise<string[]> {
  return page
    .locator('.button:visible, nav a:visible, legend:visible, th:visible')
    .evaluateAll((all) =>
      all
        .filter((one) => !one.closest('.visually-hidden') && one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.textContent} (${one.scrollWidth} > ${one.clientWidth})`),
    );
}

/** Distance between the middles of a row's items, in pixels: a second line is many. */
function unevenness(page: Page, selector: string): Promise<number> {
  return page.locator(`${selector} > :visible`).evaluateAll((all) => {
    const middles = all
      .map((one) => one.getBoundingClientRect())
      .map(({ top, bottom }) => (top + bottom) / 2);
    return Math.max(...middles) - Math.min(...middles);
  });
}

for (const [code, { settings, dir }] of TESTED) {
  test.describe(`in ${code}, in a window of 900 × 600`, () => {
    test.use({ viewport: { width: 900, height: 600 }, delayMs: SLOW_MS });

    test('nothing is cut off in any view, and there are no accessibility violations', async ({
      page: app,
      service,
    }) => {
      await service.post('/v1/clients', { name: 'Acme Shipping & Logistics International (Rotterdam)' });
      await openIn(app, service, code);
      await expect(app.locator('html')).toHaveAttribute('dir', dir);
      await dropFiles(app, [
        { name: 'welcome.txt', text: 'Welcome 12' },
        { name: 'brochure.pdf', text: '%PDF-1.7' },
        textFile('Supply agreement 2026, annex B (final, reviewed).txt', 900),
      ]);
      await expect(app.getByTitle('welcome.txt', { exact: true })).toBeVisible();
      await expect(app.getByRole('progressbar').first()).toBeVisible();
      for (const view of VIEWS) {
        await app.goto(`${new URL(app.url()).origin}/#${view}`);
        const link = view === 'align' ? 'memory' : view;
        await app.locator(`a[href="#${link}"][aria-current]`).waitFor();
        await app.locator('main h1').first().waitFor({ state: 'attached' });
        expect(await cutOff(app), view).toEqual([]);
        expect(await squeezed(app), view).toEqual([]);
        // In English accessibility.spec.ts holds the views against axe, with more in them.
        if (IS_LONG) await test.step(view, () => expectNoViolations(app));
        if (FOLDER !== undefined) await app.screenshot({ path: `${FOLDER}/language-${code}-${view}.png` });
      }
      await expect(app.getByRole('heading', { name: settings, level: 1 })).toBeVisible();
    });
  });
}

if (IS_LONG)
  test('at 200 % zoom the tools of Batch and Memory are in one line each, and rows can be seen', async ({
    page: app,
    service,
  }) => {
    const { id } = (await service.upload({ name: 'guide.txt', content: 'One line' })).body.data;
    await service.ended(id);
    await service.send('PATCH', `/v1/translate/documents/${id}/segments`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index: 0, translated_text: 'My own line', state: 'confirmed' }] }),
    });
    await app.setViewportSize({ width: 640, height: 400 });
    for (const [code] of TESTED) {
      await openIn(app, service, code);
      for (const [view, tools] of [
        ['batch', '.page > .foot'],
        ['memory', '.page > .tools'],
        ['memory', '.page-head'],
      ] as const) {
        await app.evaluate((hash) => (window.location.hash = hash), view);
        await expect(app.locator(`main ${tools}`)).toBeVisible();
        expect(await unevenness(app, `main ${tools}`), `${code}: ${view} ${tools}`).toBeLessThan(8);
        await expect(app.locator('main [data-row]').first()).toBeInViewport();
      }
    }
  });

test('in Arabic a hint in an empty field begins at the right', async ({ page: app, service }) => {
  await openIn(app, service, 'ar');
  await app.getByRole('button', { name: 'الخيارات' }).click();
  const fields = app.locator('main [dir=auto]:placeholder-shown');
  await expect(fields.first()).toBeVisible();
  for (const field of await fields.all()) await expect(field).toHaveCSS('direction', 'rtl');
});

test('in a window of 900 × 600 the result of Batch is in line with its tools', async ({
  page: app,
  service,
}) => {
  await app.setViewportSize({ width: 900, height: 600 });
  for (const [code] of TESTED) {
    await openIn(app, service, code);
    await app.evaluate(() => (window.location.hash = 'batch'));
    await app
      .locator('main [data-row]')
      .first()
      .locator('input, textarea')
      .nth(1)
      .fill(`Good morning ${code}`);
    await app.locator('main .primary').click();
    await expect(app.locator('main .foot .notice')).toBeVisible();
    expect(await unevenness(app, 'main .foot'), code).toBeLessThan(8);
  }
});

test('a view begins at its top, however far the one before was scrolled', async ({ app }) => {
  await app.setViewportSize({ width: 640, height: 400 });
  const main = app.getByRole('main');
  await app.getByRole('link', { name: 'API' }).click();
  await main.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  expect(await main.evaluate((one) => one.scrollTop)).toBeGreaterThan(0);
  await app.getByRole('link', { name: 'Settings' }).click();
  await expect(app.getByRole('heading', { name: 'Settings', level: 1 })).toBeInViewport({ ratio: 1 });
});

test("the service's messages are in the language of the window, with their numbers and names", async ({
  page: app,
  service,
}) => {
  await openIn(app, service, 'de');
  await dropFiles(app, [
    { name: 'prospekt.rtf', text: '{\\rtf1 }' },
    { name: 'viel.txt', text: 'The first line of the report\n'.repeat(1_101) },
    { name: 'preise.csv', text: 'one,1\n"two,2\nthree,3\n' },
  ]);
  await expect(
    app.getByText(/^Die Datei ist ein RTF-Dokument, das hier nicht übersetzt werden kann\./),
  ).toBeVisible();
  await expect(app.getByText(/^Dieses Dokument hat 1\.101 Segmente/)).toBeVisible();
  const row = app.getByRole('listitem').filter({ has: app.getByTitle('preise.csv', { exact: true }) });
  await row.getByText('1 Hinweis').click();
  await expect(row).toContainText('Ein Anführungszeichen in Zeile 2 wird nicht geschlossen');
  await expect(app.getByText(/The file|The document|quotation mark/)).toHaveCount(0);
});

test('languages are listed and found by their names in the language of the window, and by their English ones', async ({
  page: app,
  service,
}) => {
  await openIn(app, service, 'de');
  const to = app.getByRole('combobox', { name: 'Nach' });
  for (const typed of ['spanisch', 'spanish']) {
    await to.fill(typed);
    await expect(app.getByRole('option', { name: /^Spanisch/ }).first()).toBeVisible();
  }
  await app.keyboard.press('Escape');
  await app.keyboard.press('ControlOrMeta+k');
  await app.getByRole('combobox', { name: 'Befehle' }).fill('franz');
  await expect(app.getByRole('option', { name: 'Übersetzen in: Französisch Sprachen' })).toBeVisible();
  await app.keyboard.press('Escape');

  await app.evaluate(() => (window.location.hash = 'memory'));
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'TMX importieren' }).first().click();
  await (await choosing).setFiles({ name: 'a.tmx', mimeType: 'text/xml', buffer: Buffer.from('<tmx/>') });
  await app.getByRole('main').getByRole('combobox').first().click();
  await expect(app.getByRole('option', { name: /^Deutsch/ }).first()).toBeVisible();
  const listed = await app.getByRole('option').allInnerTexts();
  const places = ['Deutsch', 'Englisch', 'Französisch', 'Spanisch'].map((name) =>
    listed.findIndex((text) => text.startsWith(name)),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('in Arabic the window is mirrored, and file names and codes stay as they are', async ({
  app,
  service,
}) => {
  await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
  await expect(app.getByText('Done', { exact: true })).toBeVisible();
  await openIn(app, service, 'ar');
  const left = async (selector: string): Promise<number> =>
    (await app.locator(selector).first().boundingBox())?.x ?? -1;
  expect(await left('nav a')).toBeGreaterThan(640);
  const row = app.getByRole('listitem').filter({ has: app.getByTitle('welcome.txt', { exact: true }) });
  const name = await row.getByTitle('welcome.txt', { exact: true }).boundingBox();
  const save = await row.getByRole('button', { name: 'حفظ welcome.txt' }).boundingBox();
  expect(save?.x).toBeLessThan(name?.x ?? 0);
  await expect(row).toContainText('اكتمل');
  await expect(row).toContainText('en → en-XA');
  // A menu opens within the window, under its button.
  await row.getByRole('button', { name: 'إجراءات أخرى: welcome.txt' }).click();
  const menu = await app.getByRole('menu').boundingBox();
  expect(menu?.x).toBeGreaterThanOrEqual(0);
  await app.keyboard.press('Escape');
  // A program that is read from right to left is another one.
  await app.getByRole('link', { name: 'API' }).click();
  await expect(app.locator('pre:visible')).toHaveCSS('direction', 'ltr');
});

test('the language is chosen in Settings, at once and for good, as a setting of the service', async ({
  app,
  service,
}) => {
  await app.getByRole('link', { name: 'Settings' }).click();
  await app.getByLabel('Language of the window').focus();
  await app.getByLabel('Language of the window').selectOption('de');
  await expect(app.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
  await expect(app).toHaveTitle('Einstellungen – Interlinear');
  await expect(app.getByLabel('Sprache des Fensters')).toBeFocused();
  await expect
    .poll(async () => (await service.get<{ language: string }>('/v1/settings')).language)
    .toBe('de');
  await app.reload();
  await app.getByRole('link', { name: 'Dokumente' }).click();
  await expect(app.getByRole('combobox', { name: 'Von' })).toHaveValue('Englisch');
  await expect(app.getByText('Dokumente hier ablegen')).toBeVisible();
});

test.describe('on a French system', () => {
  test.use({ locale: 'fr-CA' });

  test('the window begins in French, and loads no other language', async ({ page, service }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await openWindow(page, service);
    await expect(page.getByText('Déposez des documents ici')).toBeVisible();
    // The window's texts, and the service's.
    expect(scripts.filter((path) => path.includes('/fr-'))).toHaveLength(2);
    expect(scripts.filter((path) => /\/(es|de|ar)-/.test(path))).toEqual([]);
  });
});
