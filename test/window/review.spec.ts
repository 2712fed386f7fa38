import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import JSZip from 'jszip';
import type { EngineResource } from '../../service/contract/index.ts';
import { makeDocx } from '../support/office-files.ts';
import { gate } from '../support/gate.ts';
import type { TestService } from '../support/service.ts';
import { IS_LONG, THEMES } from '../support/effort.ts';
import { expectNoViolations } from './support/axe.ts';
import { cutOff } from './support/cut-off.ts';
import { test, keepChoices } from './support/test.ts';

const PAIR = { from: 'en', to: 'en-XA' };
const BOLD = '</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>red</w:t></w:r><w:r><w:t xml:space="preserve">';

function target(page: Page, n: number): Locator {
  return page.getByRole('textbox', { name: `Target of segment ${n.toLocaleString('en')}`, exact: true });
}
function rowOf(page: Page, n: number): Locator {
  return page.getByRole('row').filter({ has: target(page, n) });
}

/** Apertium's Spanish where it is installed, else pseudo-localisation. */
async function targetLanguage(service: TestService): Promise<string> {
  const { engines } = await service.get<{ engines: EngineResource[] }>('/v1/engines');
  const pairs = engines.find(({ id }) => id === 'apertium')?.pairs ?? [];
  return pairs.some(({ from, to, ready }) => from === 'en' && to === 'es' && ready) ? 'es' : 'en-XA';
}

/** Translates a Word document as a user does, and opens its review from its row. */
async function reviewDocument(app: Page, service: TestService, paragraphs: string[]): Promise<string> {
  const to = await targetLanguage(service);
  await keepChoices(service, { from: 'en', to });
  await app.reload();
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Choose files' }).click();
  const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  await (await choosing).setFiles({ name: 'harbour.docx', mimeType, buffer: await makeDocx(paragraphs) });
  await openReview(app, 'harbour.docx');
  return to;
}
async function openReview(app: Page, name: string): Promise<void> {
  await expect(app.getByRole('button', { name: `Save ${name}` })).toBeVisible();
  await app.getByRole('button', { name: `More actions for ${name}` }).click();
  await app.getByRole('menuitem', { name: 'Review' }).click();
  await expect(target(app, 1)).toBeVisible();
}

/** A text of the API's making, reviewed at its address. */
async function reviewText(
  app: Page,
  service: TestService,
  content: string,
  fields: Record<string, string> = PAIR,
): Promise<string> {
  const { id } = (await service.upload({ name: 'guide.txt', content }, fields)).body.data;
  await service.ended(id);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await expect(target(app, 1)).toBeFocused();
  return id;
}

/** Saves the file, also where something in it is still open. */
async function savedFile(app: Page): Promise<Buffer> {
  const downloading = app.waitForEvent('download');
  const anyway = app.getByRole('button', { name: 'Save anyway' });
  await app.getByRole('button', { name: 'Save file' }).click();
  const isOpen = await Promise.race([downloading.then(() => false), anyway.waitFor().then(() => true)]);
  if (isOpen) await anyway.click();
  const download = await downloading;
  return readFile(await download.path());
}

test('a sentence that was edited is in the file that Save gives, and its codes are still formats', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, ['The harbour museum', `The ${BOLD} house is old`]);
  await expect(rowOf(app, 2).getByRole('img', { name: 'code 1 starts' }).first()).toBeVisible();
  await target(app, 2).focus();
  await app.keyboard.press('Control+End');
  await app.keyboard.type(', dijo <ella> & yo');
  await app.keyboard.press('ControlOrMeta+Home');
  await app.keyboard.type('Hoy ');
  await target(app, 1).fill('El museo del puerto');
  const zip = await JSZip.loadAsync(await savedFile(app));
  const xml = await zip.file('word/document.xml')!.async('string');
  expect(xml).toContain('El museo del puerto');
  expect(xml).toMatch(/Hoy .*<w:b\/>.*, dijo &lt;ella&gt; &amp; yo/s);
  await expect(rowOf(app, 1)).toContainText('Edited');
  await expect(app.getByText('2 edited, saved')).toBeVisible();
  await expect(app.getByRole('alert')).toHaveCount(0);
});

test('a segment that two windows change shows both texts, and one of them is chosen', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines\nThree lines');
  const path = `/v1/translate/documents/${id}/segments`;
  const elsewhere = async (index: number, text: string): Promise<void> => {
    const init = {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index, translated_text: text }] }),
    };
    expect((await service.send('PATCH', path, init)).status).toBe(200);
  };
  const stored = async (): Promise<(string | null)[]> =>
    (await service.get<{ segments: { translated_text: string | null }[] }>(path)).segments.map(
      (one) => one.translated_text,
    );

  // Another segment: both changes stay.
  await elsewhere(2, 'Theirs, three');
  await target(app, 1).fill('Mine, one');
  await target(app, 2).focus();
  await expect.poll(stored).toEqual(['Mine, one', expect.any(String), 'Theirs, three']);

  // The same segment: nothing is overwritten until the user has chosen.
  await elsewhere(1, 'Theirs, two');
  await target(app, 2).fill('Mine, two');
  await target(app, 3).focus();
  await expect(rowOf(app, 2)).toContainText('changed elsewhere');
  await expect(rowOf(app, 2)).toContainText('Theirs, two');
  await expect(target(app, 2)).toHaveText('Mine, two');
  expect((await stored())[1]).toBe('Theirs, two');
  await app.reload();
  await rowOf(app, 2).getByRole('button', { name: 'Keep my text of segment 2' }).click();
  await expect.poll(async () => (await stored())[1]).toBe('Mine, two');

  await elsewhere(0, 'Theirs, one');
  await target(app, 1).fill('Mine again');
  await target(app, 3).focus();
  await rowOf(app, 1).getByRole('button', { name: 'Use the other text of segment 1' }).click();
  await expect(target(app, 1)).toHaveText('Theirs, one');
  await expect(target(app, 1)).toBeFocused();
  expect((await stored())[0]).toBe('Theirs, one');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored())[0]).toBe('Mine again');
});

test('a target that is emptied is flagged', async ({ app, service }) => {
  await reviewText(app, service, 'One line\nTwo lines');
  await target(app, 1).fill('');
  await target(app, 2).focus();
  await expect(rowOf(app, 1)).toContainText('Empty');
  await expect(app.getByRole('button', { name: 'Flagged 1' })).toBeVisible();
});

test("the engine's answer comes back, and can be undone", async ({ app, service }) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  const before = await target(app, 1).innerText();
  await target(app, 1).fill('My own words');
  await target(app, 2).focus();
  const revert = app.getByRole('button', { name: "Put the engine's answer back in segment 1" });
  await revert.click();
  await expect(target(app, 1)).toHaveText(before);
  await expect(revert).toHaveCount(0);
  await expect(target(app, 1)).toBeFocused();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(target(app, 1)).toHaveText('My own words');
  await expect.poll(async () => (await service.job(id)).edited_segments).toBe(1);
});

test('a broken code is refused with its sentence beside the row; the text stays, and other rows are saved', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, 'Two lines']);
  await target(app, 1).getByRole('img', { name: 'code 1 ends' }).click();
  await app.keyboard.press('Delete');
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type(' mine');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 2)).toBeFocused();
  await expect(rowOf(app, 1)).toContainText('Not saved. Code 1 has no end.');
  await expect(target(app, 1)).toHaveAttribute('aria-invalid', 'true');
  await expect(target(app, 1)).toContainText('mine');
  await expect(app.getByText('1 not saved')).toBeVisible();

  // The file is not saved as if nothing were missing from it.
  await app.getByRole('button', { name: 'Save file' }).click();
  const open = app.getByRole('region', { name: 'Before you save' });
  await expect(open.getByRole('alert')).toHaveText(/^1 correction is not in this file/);
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Save anyway' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^harbour/);
  await app.getByRole('button', { name: 'Save file' }).click();
  await open.getByRole('button', { name: /Not saved/ }).click();
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(app.getByText('1 correction is not in the file')).toBeVisible();
  await openReview(app, 'harbour.docx');

  await target(app, 2).fill('Dos');
  await app.keyboard.press('Shift+Tab');
  await expect(rowOf(app, 2)).toContainText('Edited');
  await target(app, 1).fill('Whole again');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(app.getByText('2 edited, saved')).toBeVisible();
});

test('flags have their sentences beside the row, are a filter and the next stop', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'One line\nIt began in 1984\nThe last line');
  await target(app, 2).fill('It ended in 1948');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 3)).toBeFocused();
  await expect(rowOf(app, 2)).toContainText(/Number .*1984/);
  await app.keyboard.press('Alt+ArrowUp');
  await expect(target(app, 2)).toBeFocused();
  await app.getByRole('button', { name: 'Flagged 1' }).click();
  await expect(app.getByRole('textbox', { name: /^Target of/ })).toHaveCount(1);
  await expect(target(app, 2)).toBeVisible();
  await app.getByRole('button', { name: 'All 3' }).click();
  await expect(target(app, 3)).toBeVisible();
  await app.keyboard.press('ControlOrMeta+f');
  await expect(app.getByRole('searchbox')).toBeFocused();
  await app.keyboard.type('LAST');
  await expect(app.getByRole('textbox', { name: /^Target of/ })).toHaveCount(1);
  await expect(app.getByText('1 segment found.')).toBeAttached();
  await app.keyboard.type(' of all');
  await expect(app.getByText('No matching segments.')).toBeVisible();
});

/** Runs in the page. */
function textBehindCaret(): string | undefined {
  const selection = getSelection();
  if (!selection?.focusNode || !document.activeElement) return undefined;
  const range = document.createRange();
  range.selectNodeContents(document.activeElement);
  range.setStart(selection.focusNode, selection.focusOffset);
  return range.toString();
}

test('the arrows go through a text line by line, and from its last and first line to the next row', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'One line\nTwo lines\nThe last line');
  await target(app, 2).fill(`Wrapped ${'over several lines '.repeat(12)}`);
  await target(app, 1).focus();
  await app.keyboard.press('ArrowUp');
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.press('ArrowDown');
  await expect(target(app, 3)).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(target(app, 3)).toBeFocused();
  // Upwards at the end of the row before, which is its last line.
  await app.keyboard.press('ControlOrMeta+Home');
  await app.keyboard.press('ArrowUp');
  await expect(target(app, 2)).toBeFocused();
  // The caret comes a moment after the focus.
  await expect.poll(() => app.evaluate(textBehindCaret)).toBe('');
  await app.keyboard.type('and the end');
  await expect(target(app, 2)).toHaveText(/lines and the end$/);
  await app.keyboard.press('ArrowUp');
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+Home');
  await app.keyboard.press('ArrowUp');
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.press('Tab');
  await expect(target(app, 2)).toBeFocused();
});

test.describe('at 200 % zoom, where the window has 640 × 400 px', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('most of the height is for the segments', async ({ app, service }) => {
    await reviewText(app, service, 'One line\nTwo lines');
    const table = app.getByRole('table', { name: 'Segments' });
    const room = await table.evaluate((one) => one.parentElement!.clientHeight);
    expect(room).toBeGreaterThan(240);
    expect(await cutOff(app)).toEqual([]);
  });
});

test('a table goes out, is changed elsewhere, and comes back with a report', async ({ app, service }) => {
  await reviewText(app, service, 'One line\nTwo lines');
  await app.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('guide.txt.en-XA.csv');
  const table = await readFile(await download.path(), 'utf8');
  const old = await target(app, 2).innerText();
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  const changed = Buffer.from(table.replace(old, 'From elsewhere'));
  await (await choosing).setFiles({ name: 'guide.csv', mimeType: 'text/csv', buffer: changed });
  await expect(app.getByRole('region', { name: 'Import' })).toContainText(
    '1 changed, 1 unchanged, 0 refused',
  );
  await expect(target(app, 2)).toHaveText('From elsewhere');
  await expect(rowOf(app, 2)).toContainText('Edited');
});

test('a segment that an import could not take is one click away, also behind a filter', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, ['The house is old.', `The ${BOLD} house is old.`, 'The sea is near.']);
  await app.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const table = await readFile(await download.path(), 'utf8');
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  const broken = Buffer.from(table.replaceAll('<1>', '<7>').replaceAll('</1>', '</7>'));
  await (await choosing).setFiles({ name: 'harbour.csv', mimeType: 'text/csv', buffer: broken });
  const refused = app.getByRole('region', { name: 'Import' }).getByRole('button', { name: 'Segment 2:' });
  await refused.click();
  await expect(target(app, 2)).toBeFocused();
  await app.getByRole('searchbox').fill('near');
  await expect(rowOf(app, 2)).toHaveCount(0);
  await refused.click();
  await expect(target(app, 2)).toBeFocused();
});

test('what is typed when the view is left by Esc or by reload is stored', async ({ app, service }) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.type('By escape');
  await app.keyboard.press('Escape');
  await expect(app).toHaveTitle('Documents – Interlinear');
  await app.goBack();
  await expect(target(app, 1)).toHaveText('By escape');
  await target(app, 2).fill('By reload');
  await app.reload();
  await expect.poll(async () => (await service.job(id)).edited_segments).toBe(2);
  // The page may have read the segments before the last words of the one before it were stored.
  await app.reload();
  await expect(target(app, 2)).toHaveText('By reload');
});

test('what is being typed when another job is opened is stored in its own', async ({ app, service }) => {
  const first = await reviewText(app, service, 'One line\nTwo lines');
  const second = await reviewText(app, service, 'Another guide\nIts end');
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.type('Of the second');
  await app.goBack();
  await expect.poll(async () => (await service.job(second)).edited_segments).toBe(1);
  await expect(rowOf(app, 1)).toContainText('One line');
  await expect(rowOf(app, 1)).not.toContainText('Edited');
  expect((await service.job(first)).edited_segments ?? 0).toBe(0);
});

test('a row that was begun while edits were on their way keeps the focus', async ({ app, service }) => {
  await reviewText(app, service, 'One line\nTwo lines');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await app.route(/\/segments$/, async (route) => {
    await released;
    await route.continue();
  });
  await target(app, 1).fill('On its way');
  await app.keyboard.press('Escape');
  await expect(app).toHaveTitle('Documents – Interlinear');
  await app.goBack();
  await target(app, 2).focus();
  const loaded = app.waitForResponse(/\/segments\?/);
  release();
  await loaded;
  await app.keyboard.type('Mine');
  await expect(target(app, 1)).toHaveText('On its way');
  await expect(target(app, 2)).toBeFocused();
  await expect(target(app, 2)).toContainText('Mine');
});

test('an edit that is taken back while it is on its way is taken back', async ({ app, service }) => {
  await reviewText(app, service, 'One line\nTwo lines');
  await target(app, 1).fill('First words');
  await target(app, 2).focus();
  await expect(app.getByText('1 edited, saved')).toBeVisible();
  const sent: string[] = [];
  const released = gate();
  await app.route(/\/segments$/, async (route) => {
    sent.push(route.request().postData() ?? '');
    await released.passed;
    await route.continue();
  });
  await target(app, 1).fill('Too soon');
  await target(app, 2).focus();
  await expect.poll(() => sent.length).toBe(1);
  await target(app, 1).fill('First words');
  await target(app, 2).focus();
  released.open();
  await expect(app.getByText('1 edited, saved')).toBeVisible();
  await expect(target(app, 1)).toHaveText('First words');
  expect(sent).toHaveLength(2);
});

test('an edit that is stored while the list is read is not overwritten by it', async ({ app, service }) => {
  await reviewText(app, service, 'One line\nTwo lines');
  const read = gate();
  const released = gate();
  await app.route(/\/segments\?/, async (route) => {
    const response = await route.fetch();
    read.open();
    await released.passed;
    await route.fulfill({ response });
  });
  await app.getByRole('button', { name: 'All 2' }).click();
  await read.passed;
  await target(app, 1).fill('Mine');
  await target(app, 2).focus();
  await expect(rowOf(app, 1)).toContainText('Edited');
  released.open();
  await expect(app.getByText('2 segments found.')).toBeAttached();
  await expect(target(app, 1)).toHaveText('Mine');
  await expect(rowOf(app, 1)).toContainText('Edited');
});

test("an import that is answered when another job is open says nothing on that one's page", async ({
  app,
  service,
}) => {
  const first = await reviewText(app, service, 'One line\nTwo lines');
  const imported = gate();
  const released = gate();
  await app.route(/\/import$/, async (route) => {
    const response = await route.fetch();
    imported.open();
    await released.passed;
    await route.fulfill({ response });
  });
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  const buffer = Buffer.from('no translations');
  await (await choosing).setFiles({ name: 'guide.xlf', mimeType: 'application/xml', buffer });
  await imported.passed;
  await reviewText(app, service, 'Another guide\nIts end');
  released.open();
  await app.keyboard.press('Escape');
  await expect(app.locator('.row', { hasText: 'guide.txt' }).getByText(/XLIFF/)).toHaveCount(1);
  expect((await service.job(first)).edited_segments ?? 0).toBe(0);
});

test('Esc and keys in the palette, the list of keys and a menu are for them alone', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'One line\nTwo lines');
  await app.keyboard.press('ControlOrMeta+k');
  const palette = app.getByRole('combobox', { name: 'Commands' });
  await expect(palette).toBeFocused();
  await app.keyboard.press('ControlOrMeta+f');
  await app.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(target(app, 1)).toBeFocused();
  await app.getByRole('button', { name: 'All 2' }).focus();
  await app.keyboard.press('?');
  const keys = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await app.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(app.getByRole('menu')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('menu')).toHaveCount(0);
  await expect(app).toHaveTitle(/^Review/);
  await app.keyboard.press('Escape');
  await expect(app).toHaveTitle('Documents – Interlinear');
});

test('what was typed while the service was away is stored by the next window', async ({ app, service }) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  const away = /\/segments$/;
  await app.route(away, (route) => route.abort());
  await target(app, 1).fill('Not lost');
  await app.keyboard.press('Escape');
  await expect(app).toHaveTitle('Documents – Interlinear');
  await app.unroute(away);
  await app.reload();
  await expect.poll(async () => (await service.job(id)).edited_segments).toBe(1);
  await app.goBack();
  await expect(target(app, 1)).toHaveText('Not lost');
});

test('an edit whose connection broke once is sent again by itself, and Save waits for it', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  const once = { times: 1 };
  await app.route(/\/segments$/, (route) => route.abort('connectionreset'), once);
  await target(app, 1).fill('By itself');
  await target(app, 2).focus();
  await expect(rowOf(app, 1)).toContainText('Not saved.');
  await expect(app.getByText('1 edited, saved')).toBeVisible();
  await expect(rowOf(app, 1)).not.toContainText('Not saved.');

  await app.route(/\/segments$/, (route) => route.abort('connectionreset'), once);
  await target(app, 2).fill('Before the file');
  await target(app, 1).focus();
  await expect(rowOf(app, 2)).toContainText('Not saved.');
  expect((await savedFile(app)).toString()).toContain('Before the file');
  expect((await service.job(id)).edited_segments).toBe(2);
});

test('an edit is sent again though whether the service answers was asked in vain', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'One line\nTwo lines');
  const once = { times: 1 };
  await app.route('**/v1/health', () => undefined, once);
  await app.route(/\/segments$/, (route) => route.abort('connectionreset'), once);
  await target(app, 1).fill('By itself');
  await target(app, 2).focus();
  await expect(rowOf(app, 1)).toContainText('Not saved.');
  await expect(app.getByText('1 edited, saved')).toBeVisible();
});

test('each side is written in the direction of its language', async ({ app, service }) => {
  await reviewText(app, service, 'مرحبا بكم\nشكرا لكم', { from: 'ar', to: 'en-XA' });
  await expect(rowOf(app, 1).locator('[lang="ar"]')).toHaveAttribute('dir', 'rtl');
  await expect(target(app, 1)).toHaveAttribute('dir', 'ltr');
  await expect(target(app, 1)).toHaveAttribute('lang', 'en-XA');
});

/** Goes through a table from its first row to its last, a page at a time. Returns which rows were in sight. */
function scrollThrough(table: Locator): Promise<number[]> {
  return table.evaluate(async (one) => {
    const scroller = one.parentElement!;
    const seen = new Set<number>();
    scroller.scrollTop = 0;
    for (let before = -1; scroller.scrollTop > before; scroller.scrollTop += scroller.clientHeight * 0.75) {
      // The frame that has heard of the scrolling, and the one after what it has changed.
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
      const view = scroller.getBoundingClientRect();
      for (const row of one.querySelectorAll('tbody [aria-rowindex]')) {
        const { top, bottom } = row.getBoundingClientRect();
        if (bottom > view.top && top < view.bottom) seen.add(Number(row.getAttribute('aria-rowindex')));
      }
      before = scroller.scrollTop;
    }
    return [...seen].sort((a, b) => a - b);
  });
}

/** More than are in the page at once, and than the first answer holds. */
const MANY = IS_LONG ? 1_100 : 300;

test(`of ${MANY} segments only those in sight are in the page, and each can be reached`, async ({
  app,
  service,
}) => {
  const lines = Array.from({ length: MANY }, (_, i) => `Line ${'of the guide '.repeat(i % 30)}`);
  await reviewText(app, service, ['It began in 1984', ...lines.slice(1)].join('\n'));
  const table = app.getByRole('table', { name: 'Segments' });
  await expect(table).toHaveAttribute('aria-rowcount', String(MANY + 1));
  expect(await app.getByRole('textbox', { name: /^Target of/ }).count()).toBeLessThan(100);

  // What is begun in a row that is scrolled away goes on there.
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.type('Begun');
  expect(await scrollThrough(table)).toEqual(Array.from({ length: MANY }, (_, i) => i + 2));
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.type(' and ended');
  await expect(target(app, 1)).toBeInViewport();
  await table.evaluate((one) => (one.parentElement!.scrollTop = one.scrollHeight));
  await target(app, MANY - 1).focus();
  await expect(app.getByText('1 edited, saved')).toBeVisible();
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, MANY)).toBeFocused();
  await expect(target(app, MANY)).toBeInViewport();
  await expect(rowOf(app, MANY)).toHaveAttribute('aria-rowindex', String(MANY + 1));

  // The first row has left the page: the keys bring it back.
  await expect(target(app, 1)).toHaveCount(0);
  await app.keyboard.press('Alt+ArrowDown');
  await expect(target(app, 1)).toBeFocused();
  await expect(target(app, 1)).toBeInViewport();
  await expect(target(app, 1)).toHaveText('Begun and ended');
});

for (const colorScheme of THEMES) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the review has no accessibility violations', async ({ app, service }) => {
      await reviewDocument(app, service, [`The ${BOLD} house`, 'In 1984 it began', 'The museum']);
      await target(app, 2).fill('It began in 1948');
      await target(app, 1).focus();
      await app.keyboard.press('ControlOrMeta+a');
      await app.keyboard.type('<1>');
      await target(app, 3).focus();
      await expect(rowOf(app, 2)).toContainText('Edited');
      await expectNoViolations(app);
    });
  });
}

/** Has the memory know a translation. */
async function remember(service: TestService, source: string, translation: string): Promise<void> {
  const form = new FormData();
  form.set('from', 'en');
  form.set('to', 'en-XA');
  const unit = (language: string, text: string): string =>
    `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`;
  const body = `<tu>${unit('en', source)}${unit('en-XA', translation)}</tu>`;
  const content = `<tmx version="1.4"><header srclang="en"/><body>${body}</body></tmx>`;
  form.set('file', new Blob([content]), 'a.tmx');
  await service.send('POST', '/v1/memory/import', { body: form });
}

test('memory and glossary offer what they know beside the row, to be taken by keys', async ({
  app,
  service,
}) => {
  await remember(service, 'The old lamp is in the tower', 'REMEMBERED');
  const made = await service.post<{ data: { id: string } }>('/v1/glossaries', {
    name: 'Museum',
    dictionaries: [{ from: 'en', to: 'en-XA', entries: [{ term: 'lamp', translation: 'LATERNE' }] }],
  });
  const fields = { from: 'en', to: 'en-XA', glossary_id: made.body.data.id };
  await reviewText(app, service, 'The new lamp is in the tower\nNothing known', fields);
  const offers = app.getByRole('complementary', { name: 'Offers for this segment' });
  await expect(offers).toContainText('REMEMBERED');
  await expect(offers).toContainText('LATERNE');
  await app.keyboard.press('Alt+1');
  await expect(target(app, 1)).toHaveText('REMEMBERED');
  await app.keyboard.type(' ');
  await app.keyboard.press('Alt+2');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(rowOf(app, 1)).toContainText('Edited');
  await expect(target(app, 1)).toHaveText('REMEMBERED LATERNE');
  // It keeps its place, so that the rows keep theirs.
  await expect(offers).toHaveText('Nothing for this segment.');
});

test('an offer goes into the segment that it was made for, whatever a filter has put in its place', async ({
  app,
  service,
}) => {
  await remember(service, 'The old lamp is in the tower', 'REMEMBERED');
  await reviewText(app, service, 'The new lamp is in the tower\nIt began in 1984\nNothing known');
  await target(app, 2).fill('It ended in 1948');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(rowOf(app, 2)).toContainText(/Number .*1984/);
  await target(app, 1).focus();
  const offers = app.getByRole('complementary', { name: 'Offers for this segment' });
  await expect(offers).toContainText('REMEMBERED');
  await app.getByRole('button', { name: 'Flagged 1' }).click();
  await expect(target(app, 1)).toHaveCount(0);
  await expect(offers).not.toContainText('REMEMBERED');
  await app.keyboard.press('Alt+1');
  await expect(target(app, 2)).toHaveText('It ended in 1948');
  await app.getByRole('button', { name: 'All 3' }).click();
  await expect(offers).toContainText('REMEMBERED');
  await app.keyboard.press('Alt+1');
  await expect(target(app, 1)).toHaveText('REMEMBERED');
  await expect(target(app, 2)).toHaveText('It ended in 1948');
});

test('what an offer has taken the place of comes back by Undo', async ({ app, service }) => {
  await remember(service, 'The old lamp is in the tower', 'REMEMBERED');
  const id = await reviewText(app, service, 'The new lamp is in the tower\nNothing known');
  await target(app, 1).fill('Half a sentence');
  await expect(app.getByRole('complementary')).toContainText('REMEMBERED');
  await app.keyboard.press('Alt+1');
  await expect(target(app, 1)).toHaveText('REMEMBERED');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(target(app, 1)).toHaveText('Half a sentence');
  await expect(rowOf(app, 1)).toContainText('Edited');
  expect((await service.job(id)).edited_segments).toBe(1);
});

test('who begins to search while a review is opened goes on searching', async ({ app, service }) => {
  const { id } = (await service.upload({ name: 'guide.txt', content: 'One line\nTwo lines' }, PAIR)).body
    .data;
  await service.ended(id);
  const released = gate();
  await app.route(/\/segments\?/, async (route) => {
    await released.passed;
    await route.continue();
  });
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await app.getByRole('searchbox').click();
  released.open();
  await expect(target(app, 1)).toBeVisible();
  await app.keyboard.type('Two');
  await expect(app.getByRole('searchbox')).toHaveValue('Two');
  await expect(app.getByText('1 segment found.')).toBeAttached();
});

test('codes are copied and cut as codes, never as their numbers, and none comes in twice', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, 'Two lines']);
  const codesOf = (n: number) => target(app, n).getByRole('img', { name: /^code 1 / });
  const before = await target(app, 1).innerHTML();
  const text = await target(app, 1).innerText();
  expect(text).not.toMatch(/\d/);
  await target(app, 1).focus();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.press('ControlOrMeta+x');
  await expect(target(app, 1)).toHaveText('');
  expect(await app.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await app.keyboard.press('ControlOrMeta+z');
  await expect(codesOf(1)).toHaveCount(2);
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.press('ControlOrMeta+v');
  expect(await target(app, 1).innerHTML()).toBe(before);
  await app.keyboard.press('ControlOrMeta+v');
  await expect(target(app, 1)).toHaveText(text + text);
  await expect(codesOf(1)).toHaveCount(2);

  // From the source, and into a segment that has no codes.
  await rowOf(app, 1).locator('.source .text').click({ clickCount: 3 });
  await app.keyboard.press('ControlOrMeta+c');
  await target(app, 1).focus();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.press('ControlOrMeta+v');
  await expect(target(app, 1)).toHaveText('The red house');
  await expect(codesOf(1)).toHaveCount(2);
  await target(app, 2).focus();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.press('ControlOrMeta+v');
  await expect(target(app, 2)).toHaveText('The red house');
  await expect(codesOf(2)).toHaveCount(0);
});

/** Drags what a text has between its first code and its last to the beginning of another, or of its own. */
async function dragCoded(page: Page, from: Locator, to: Locator): Promise<void> {
  const { x, y } = await from.evaluate((text) => {
    const [first, last] = text.querySelectorAll('[data-code]');
    const range = document.createRange();
    range.setStartBefore(first!);
    range.setEndAfter(last!);
    document.getSelection()!.removeAllRanges();
    document.getSelection()!.addRange(range);
    const box = range.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  const box = (await to.boundingBox())!;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 1, box.y + 12, { steps: 5 });
  await page.mouse.up();
}

test('codes that are dragged go along, within their text and from the source', async ({ app, service }) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, 'Two lines']);
  const text = await target(app, 1).innerText();
  const word = await target(app, 1).evaluate(
    (editor) => editor.querySelector('[data-code]')!.nextSibling?.textContent ?? '',
  );
  const codes = target(app, 1).getByRole('img', { name: /^code 1 / });
  await dragCoded(app, target(app, 1), target(app, 1));
  await expect(target(app, 1)).toHaveText(new RegExp(`^${word} *${text.split(word)[0]}`));
  await expect(codes).toHaveCount(2);
  await target(app, 1).fill('');
  await dragCoded(app, rowOf(app, 1).locator('.source .text'), target(app, 1));
  await expect(target(app, 1)).toHaveText('red');
  await expect(codes).toHaveCount(2);
});

test('a text is replaced in all targets at once, and one Undo puts all of them back', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'The lamp is old\nAnother line\nA lamp');
  const before = await Promise.all([1, 2, 3].map((n) => target(app, n).innerText()));
  const word = (await target(app, 3).innerText()).split(' ')[1]!;
  await app.keyboard.press('ControlOrMeta+h');
  await app.getByRole('searchbox').fill(word);
  await expect(app.getByText(/^2 matches$/)).toBeVisible();
  await expect(target(app, 2)).toHaveCount(0);
  await app.getByLabel('Only rows with matches').uncheck();
  await app.getByLabel('Replace with').fill('XYZ');
  await app.getByRole('button', { name: 'Replace all' }).click();
  await expect(target(app, 3)).toContainText('XYZ');
  await expect(target(app, 1)).toContainText('XYZ');
  await expect(rowOf(app, 3)).toContainText('Edited');
  await app.getByRole('button', { name: 'Undo' }).click();
  for (const n of [1, 2, 3]) await expect(target(app, n)).toHaveText(before[n - 1]!);
  await expect(rowOf(app, 3)).not.toContainText('Edited');
});

const painted = (app: Page, name: string) =>
  app.evaluate(
    (one) => [...(CSS.highlights.get(one) ?? [])].map((range) => (range as Range).toString()),
    name,
  );

test('matches are counted, painted and gone through; one is replaced, and the next is current', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'A lamp and a lamp\nThe red house\nLamps');
  const words = (await target(app, 1).innerText()).split(' ');
  await app.keyboard.press('ControlOrMeta+f');
  await app.keyboard.type('lamp');
  await app.getByRole('button', { name: 'Replace', exact: true }).click();
  const search = app.getByRole('search');
  // Pseudo-localisation leaves no word as it is.
  await expect(search.getByText('3 matches')).toBeVisible();
  await expect.poll(() => painted(app, 'found')).toEqual(['lamp', 'lamp', 'Lamp']);
  await search.getByRole('button', { name: 'Whole words' }).click();
  await expect(search.getByText('2 matches')).toBeVisible();
  await app.getByRole('searchbox').press('Enter');
  await app.getByRole('searchbox').press('Enter');
  await expect(search.getByText('2 of 2')).toBeVisible();
  await expect.poll(() => painted(app, 'found-current')).toEqual(['lamp']);
  await app.getByLabel('Source', { exact: true }).uncheck();
  await search.getByRole('button', { name: 'Regular expression' }).click();
  await app.getByRole('searchbox').fill(String.raw`(\S+) (\S+)$`);
  await app.getByLabel('Only rows with matches').uncheck();
  await expect(search.getByText('3 matches')).toBeVisible();
  await app.getByLabel('Replace with').fill('$2 $1');
  await app.getByRole('searchbox').press('Enter');
  await search.getByRole('button', { name: 'Replace', exact: true }).last().click();
  await expect(target(app, 1)).toHaveText([...words.slice(0, -2), words.at(-1), words.at(-2)].join(' '));
  await app.getByRole('searchbox').press('Escape');
  await expect(target(app, 2)).toBeFocused();
});

test('an expression that is none, or never ends, says so and the window goes on', async ({
  app,
  service,
}) => {
  await reviewText(app, service, `${'a'.repeat(60)}!\nTwo lines`);
  await app.keyboard.press('ControlOrMeta+f');
  await app.getByRole('button', { name: 'Regular expression' }).click();
  await app.getByRole('searchbox').fill('(a');
  await expect(app.getByText(/^Not a regular expression:/)).toBeVisible();
  await app.getByRole('searchbox').fill('^(a+)+$');
  await expect(app.getByText('This expression takes too long.')).toBeVisible();
  await app.getByRole('searchbox').fill('Tw.');
  await expect(app.getByText(/^\d match/)).toBeVisible();
});

test('segments are shown by one flag', async ({ app, service }) => {
  await reviewText(app, service, 'There are 4711 boats\nA line');
  await target(app, 1).fill('No number');
  await target(app, 2).fill('line line');
  await app.keyboard.press('ControlOrMeta+Enter');
  await app.getByLabel('Filter').selectOption('flag:number_mismatch');
  await expect(target(app, 1)).toBeVisible();
  await expect(target(app, 2)).toHaveCount(0);
});

test('of a table, row and Review say which column was read', async ({ app, service }) => {
  const { id } = (await service.upload({ name: 'list.csv', content: 'A house,Keep\nA lamp,Keep' }, PAIR)).body
    .data;
  await service.ended(id);
  await expect(app.getByRole('listitem').filter({ hasText: 'list.csv' })).toContainText('column A');
  await openReview(app, 'list.csv');
  await expect(app.getByText('column A')).toHaveAttribute('title', /All other columns stay/);
});

test('Review shows the notes of its document until they are put away', async ({ app, service }) => {
  const fields = { ...PAIR, tone: 'formal', context: 'A museum' };
  await reviewText(app, service, 'One line', fields);
  const notes = app.getByRole('region', { name: 'Notes on this file' });
  await expect(notes.getByRole('listitem')).toHaveCount(1);
  await notes.getByRole('button', { name: '1 more' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(2);
  await notes.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notes).toHaveCount(0);
});

test('Ctrl+Enter confirms and goes to the next segment that is not; progress, filter and memory follow', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines\nThree lines');
  await target(app, 2).fill('Zwei');
  await target(app, 1).focus();
  await expect(rowOf(app, 2)).toContainText('Edited · Draft');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 2)).toBeFocused();
  await expect(rowOf(app, 1)).toContainText('Confirmed');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 3)).toBeFocused();
  await expect(rowOf(app, 2)).toContainText('Edited · Confirmed');
  await expect(app.getByText('2 of 3 confirmed')).toBeVisible();
  await expect.poll(async () => (await service.job(id)).confirmed_segments).toBe(2);
  const { units } = await service.get<{ units: number }>('/v1/memory');
  expect(units).toBe(2);

  await app.getByRole('button', { name: 'Not confirmed 1' }).click();
  await expect(target(app, 3)).toBeVisible();
  await expect(target(app, 1)).toHaveCount(0);
  await app.getByRole('button', { name: 'All 3' }).click();
  await target(app, 1).focus();
  await app.getByRole('button', { name: 'Reopen segment 1' }).click();
  await expect(rowOf(app, 1)).not.toContainText('Confirmed');
  await expect.poll(async () => (await service.job(id)).confirmed_segments).toBe(1);
  // A change makes it a draft again.
  await target(app, 2).fill('Zwei Zeilen');
  await target(app, 3).focus();
  await expect(rowOf(app, 2)).toContainText('Edited · Draft');
});

test('a correction goes to equal segments by one key, with Undo; or always', async ({ app, service }) => {
  const id = await reviewText(app, service, 'A line\nAnother\nA line\nA line');
  const before = await target(app, 3).innerText();
  await target(app, 1).fill('Mine');
  await expect(app.getByRole('button', { name: /^Also in 2 other places/ })).toBeVisible();
  await app.keyboard.press('ControlOrMeta+Shift+Enter');
  for (const n of [1, 3, 4]) await expect(target(app, n)).toHaveText('Mine');
  await expect(target(app, 2)).toBeFocused();
  await expect.poll(async () => (await service.job(id)).confirmed_segments).toBe(3);
  await app.getByRole('button', { name: 'Undo' }).click();
  for (const n of [3, 4]) await expect(target(app, n)).toHaveText(before);
  await expect(target(app, 1)).toHaveText('Mine');
  await expect.poll(async () => (await service.job(id)).confirmed_segments).toBe(1);

  await target(app, 3).focus();
  await rowOf(app, 3).getByLabel('Always').check();
  await target(app, 3).fill('Everywhere');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 4)).toHaveText('Everywhere');
  // What was confirmed by itself stays.
  await expect(target(app, 1)).toHaveText('Mine');
});

test('codes come in by a click in the source, by a click below and by a key; the source is copied by a key', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, `The ${BOLD} house is old`]);
  const codes = target(app, 1).getByRole('img', { name: /^code 1 / });
  await target(app, 1).fill('Una casa');
  await expect(codes).toHaveCount(0);
  await app.keyboard.press('ControlOrMeta+a');
  // Around what is selected.
  await app.keyboard.press('ControlOrMeta+,');
  await expect(codes).toHaveCount(2);
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(rowOf(app, 1)).toContainText('Confirmed');

  const others = target(app, 2).getByRole('img', { name: /^code 1 / });
  await target(app, 2).fill('Una casa roja');
  await rowOf(app, 2).locator('.source').getByRole('img', { name: 'code 1 starts' }).click();
  await expect(others).toHaveCount(1);
  await expect(rowOf(app, 2)).toContainText('Code 1 has no end.');
  await rowOf(app, 2).getByRole('button', { name: 'Insert code 1' }).click();
  await expect(others).toHaveCount(2);
  await expect(target(app, 2)).toBeFocused();
  await expect(rowOf(app, 2)).not.toContainText('Code 1 has no end.');

  await app.keyboard.press('ControlOrMeta+b');
  await expect(target(app, 2)).toHaveText('The red house is old');
  await expect(others).toHaveCount(2);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(target(app, 2)).toHaveText('Una casa roja');
});

test('before a file is saved, what is open in it is listed, each a click away', async ({ app, service }) => {
  await reviewText(app, service, 'There are 4711 boats\nA line\nLast');
  await target(app, 1).fill('No number');
  await target(app, 2).fill('');
  await target(app, 3).focus();
  await expect(rowOf(app, 2)).toContainText('Empty');
  await app.getByRole('button', { name: 'Save file' }).click();
  const open = app.getByRole('region', { name: 'Before you save' });
  await expect(open.getByRole('alert')).toHaveText('Before you save: 2 segments to look at.');
  await open.getByRole('button', { name: /^2 Empty A line/ }).click();
  await expect(target(app, 2)).toBeFocused();
  await Promise.all([
    app.waitForEvent('download'),
    open.getByRole('button', { name: 'Save anyway' }).click(),
  ]);
  await expect(open).toHaveCount(0);
  // Not a second time for the same.
  await Promise.all([app.waitForEvent('download'), app.getByRole('button', { name: 'Save file' }).click()]);
});
