import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import JSZip from 'jszip';
import { BOLD, reviewDocument, reviewText, rowOf, savedFile, target } from './support/review.ts';
import { test } from './support/test.ts';

const UNDO = 'ControlOrMeta+z';
const REDO = 'ControlOrMeta+Shift+z';

/** A target's text with its codes, as `[1]`. */
function coded(editor: Locator): Promise<string> {
  return editor.evaluate((element) =>
    [...element.childNodes]
      .map((node) => (node instanceof HTMLElement ? `[${node.dataset['number']}]` : (node.textContent ?? '')))
      .join(''),
  );
}
async function retype(app: Page, text: string): Promise<void> {
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.type(text);
}
/** The segments as the service has them. */
async function stored(service: { get<T>(path: string): Promise<T> }, id: string) {
  const { segments } = await service.get<{ segments: { translated_text: string; state: string }[] }>(
    `/v1/translate/documents/${id}/segments`,
  );
  return segments;
}

test('undo takes an inserted code out, then the words typed before it one by one, and redo puts all back', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [`The ${BOLD} house is old`, 'The harbour']);
  const editor = target(app, 1);
  const engine = await coded(editor);
  await retype(app, 'La casa vieja');
  for (let n = 0; n < 'vieja'.length; n += 1) await app.keyboard.press('Shift+ArrowLeft');
  await app.keyboard.press('ControlOrMeta+,');
  await expect.poll(() => coded(editor)).toBe('La casa [1]vieja[1]');
  const undone = ['La casa vieja', 'La casa ', 'La ', engine];
  for (const text of undone) {
    await app.keyboard.press(UNDO);
    await expect.poll(() => coded(editor)).toBe(text);
  }
  for (const text of [...undone.slice(0, -1).reverse(), 'La casa [1]vieja[1]']) {
    await app.keyboard.press(REDO);
    await expect.poll(() => coded(editor)).toBe(text);
  }
  await app.keyboard.type('!');
  await expect.poll(() => coded(editor)).toBe('La casa [1]vieja[1]!');
});

test('undo goes back in the order of the work, shows where it is, and what it undid reaches the file', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [
    'The captain buys new pumps',
    ...Array.from({ length: 40 }, (_, n) => `Sentence ${n} of the list`),
  ]);
  const first = await target(app, 1).innerText();
  await retype(app, 'El capitán');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.type('X');
  await app.getByRole('table', { name: 'Segments' }).press('ControlOrMeta+f');
  await app.keyboard.type('no such words');
  await app.keyboard.press(UNDO);
  await app.getByLabel('Find', { exact: true }).fill('');
  await target(app, 2).focus();
  await expect(target(app, 1)).toHaveText('El capitán');

  await app.keyboard.press(UNDO);
  await expect(target(app, 2)).not.toContainText('X');
  await expect(rowOf(app, 1)).toContainText('Confirmed');
  await app.getByRole('table', { name: 'Segments' }).evaluate((table) => {
    (document.activeElement as HTMLElement).blur();
    table.parentElement!.scrollTop = 100_000;
  });
  await expect(target(app, 41)).toBeVisible();
  await app.keyboard.press(UNDO);
  await expect(target(app, 1)).toBeFocused();
  await expect(target(app, 1)).toBeInViewport();
  await expect(target(app, 1)).toHaveText('El capitán');
  await expect(app.getByText('Undone: Segment 1 confirmed').first()).toBeVisible();
  await expect(rowOf(app, 1)).not.toContainText('Confirmed');
  await app.keyboard.press(UNDO);
  await app.keyboard.press(UNDO);
  await expect(target(app, 1)).toHaveText(first);
  await app.keyboard.press(UNDO);
  await expect(app.getByText(/^Nothing to undo/).first()).toBeVisible();
  for (let n = 0; n < 3; n += 1) await app.keyboard.press('ControlOrMeta+y');
  await expect(rowOf(app, 1)).toContainText('Confirmed');
  const zip = await JSZip.loadAsync(await savedFile(app));
  expect(await zip.file('word/document.xml')!.async('string')).toContain('El capitán');
});

test('confirming equal segments, a split, a copied source and the engine’s answer are steps too', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'Good day\nIt rains. It snows.\nGood day');
  const before = await stored(service, id);
  await retype(app, 'Buenos');
  await app.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+b');
  await expect(target(app, 2)).toHaveText('It rains. It snows.');
  await app.keyboard.press('ControlOrMeta+Enter');
  await target(app, 2).focus();
  await app.keyboard.press('F2');
  for (let n = 0; n < 'It rains. '.length; n += 1) await app.keyboard.press('ArrowRight');
  await app.keyboard.press('Enter');
  await expect(target(app, 4)).toBeVisible();
  await target(app, 1).focus();
  await app.getByRole('button', { name: 'Put the engine’s answer back in segment 1' }).click();
  await expect(target(app, 1)).toHaveText(before[0]!.translated_text);
  for (let n = 0; n < 7; n += 1) await app.keyboard.press(UNDO);
  await expect
    .poll(async () => (await stored(service, id)).map((one) => [one.translated_text, one.state]))
    .toEqual(before.map((one) => [one.translated_text, one.state]));
});

test('a segment changed elsewhere since is left as it is, and said', async ({ app, service }) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  await retype(app, 'Mine');
  await target(app, 2).focus();
  await expect(app.getByText('1 edited, saved')).toBeVisible();
  await service.send('PATCH', `/v1/translate/documents/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [{ index: 0, translated_text: 'Theirs' }] }),
  });
  await app.getByRole('button', { name: 'All 2' }).click();
  await expect(target(app, 1)).toHaveText('Theirs');
  await app.keyboard.press(UNDO);
  await expect(app.getByText(/^This can no longer be undone/).first()).toBeVisible();
  await expect(target(app, 1)).toBeFocused();
  await expect(target(app, 1)).toHaveText('Theirs');
  expect((await stored(service, id))[0]!.translated_text).toBe('Theirs');
});

test('undo waits while a segment has two texts, and leaves alone what an import has changed', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines\nThree lines');
  const patch = (segments: object[]) =>
    service.send('PATCH', `/v1/jobs/${id}/segments`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments }),
    });
  await patch([{ index: 0, translated_text: 'Theirs' }]);
  await retype(app, 'Mine');
  await target(app, 2).focus();
  await expect(app.getByRole('button', { name: 'Keep my text of segment 1' })).toBeVisible();
  await target(app, 1).focus();
  await app.keyboard.press(UNDO);
  await expect(
    app.getByText('Segment 1 was changed elsewhere too. Choose one of its two texts first.').first(),
  ).toBeVisible();
  await expect(target(app, 1)).toHaveText('Mine');
  await app.getByRole('button', { name: 'Use the other text of segment 1' }).click();
  await expect(target(app, 1)).toHaveText('Theirs');
  await app.keyboard.press(UNDO);
  await expect(target(app, 1)).toHaveText('Mine');

  await target(app, 2).focus();
  await retype(app, 'Second');
  await target(app, 3).focus();
  await retype(app, 'Third');
  await target(app, 1).focus();
  await expect(app.getByText('3 edited, saved')).toBeVisible();
  const { bytes } = await service.send('GET', `/v1/jobs/${id}/export?format=csv`);
  const changed = bytes.toString().replace('Third', 'Imported');
  await app
    .getByLabel('Import a file that was exported here')
    .setInputFiles({ name: 'guide.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
  await expect(target(app, 3)).toHaveText('Imported');
  await app.keyboard.press(UNDO);
  await expect(app.getByText(/^This can no longer be undone/).first()).toBeVisible();
  await expect(target(app, 3)).toHaveText('Imported');
  await app.keyboard.press(UNDO);
  await expect(target(app, 2)).not.toHaveText('Second');

  await app.reload();
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.press(UNDO);
  await expect(
    app.getByText('Nothing to undo. Only steps since this document was opened here can be undone.').first(),
  ).toBeVisible();
});
