import { expect } from '@playwright/test';
import JSZip from 'jszip';
import { gate } from '../support/gate.ts';
import { BOLD, reviewDocument, reviewText, rowOf, savedFile, target } from './support/review.ts';
import { test } from './support/test.ts';

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
  // A segment that nobody is writing in shows it by itself.
  await expect(target(app, 3)).toHaveText('Theirs, three');

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

  await target(app, 1).focus();
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
  await target(app, 1).focus();
  const revert = app.getByRole('button', { name: 'Put the engine’s answer back in segment 1' });
  await revert.click();
  await expect(target(app, 1)).toHaveText(before);
  await expect(revert).toHaveCount(0);
  await expect(target(app, 1)).toBeFocused();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(target(app, 1)).toHaveText('My own words');
  await expect.poll(async () => (await service.job(id)).edited_segments).toBe(1);
});

test('text typed before the view is left by Esc or by reload is stored', async ({ app, service }) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.type('By escape');
  await app.keyboard.press('Escape');
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

test('text being typed when another job is opened is stored in its own job', async ({ app, service }) => {
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
