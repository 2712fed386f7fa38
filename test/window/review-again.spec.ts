import { expect } from '@playwright/test';
import { makeDocx } from '../support/office-files.ts';
import { chatReply, libreReply, startRemote } from '../support/remote-server.ts';
import { BOLD, PAIR, reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

test('only what nobody has confirmed or typed is translated again, as one step with Undo', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines\nThree lines\nFour lines');
  const stored = async () =>
    (await service.get<{ segments: { translated_text: string; state: string }[] }>(`/v1/jobs/${id}/segments`))
      .segments;
  await service.send('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      segments: [
        { index: 0, translated_text: 'Confirmed', state: 'confirmed' },
        { index: 1, translated_text: 'A draft' },
        { index: 2, translated_text: 'Old', state: 'translated' },
      ],
    }),
  });
  await app.reload();
  await expect(target(app, 3)).toHaveText('Old');
  await app.getByRole('button', { name: 'More for this file' }).click();
  await app.getByRole('menuitem', { name: 'Translate again' }).click();
  const form = app.getByRole('form', { name: 'Translate again' });
  await expect(form.getByLabel('Engine')).toBeFocused();
  await expect(form).toContainText('2 segments are not confirmed.');
  await form.getByRole('button', { name: 'Translate' }).click();
  await expect(target(app, 3)).not.toHaveText('Old');
  await expect(form).toHaveCount(0);
  await expect.poll(async () => (await stored())[2]!.translated_text).not.toBe('Old');
  expect((await stored()).slice(0, 2).map((one) => one.translated_text)).toEqual(['Confirmed', 'A draft']);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored())[2]!.translated_text).toBe('Old');
});

test('a file is translated from the memory alone: exact matches, and nothing else changes', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines', { ...PAIR, memory: 'off' });
  const before = await target(app, 2).innerText();
  const form = new FormData();
  for (const [name, value] of Object.entries(PAIR)) form.set(name, value);
  const unit =
    '<tu><tuv xml:lang="en"><seg>One line</seg></tuv><tuv xml:lang="en-XA"><seg>KNOWN</seg></tuv></tu>';
  const tmx = `<tmx version="1.4"><header srclang="en"/><body>${unit}</body></tmx>`;
  form.set('file', new Blob([tmx]), 'a.tmx');
  await service.send('POST', '/v1/memory/import', { body: form });
  await app.getByRole('button', { name: 'More for this file' }).click();
  await app.getByRole('menuitem', { name: 'memory alone' }).click();
  await app.getByRole('form', { name: 'Translate again' }).getByRole('button', { name: 'Translate' }).click();
  await expect(target(app, 1)).toHaveText('KNOWN');
  await expect(target(app, 2)).toHaveText(before);
  await expect.poll(async () => (await service.job(id)).edited_segments).toBe(1);
});

test('the engines are asked for a segment, and an answer is taken by key with its codes', async ({
  app,
  service,
}) => {
  const content = new Uint8Array(await makeDocx([`The ${BOLD} house`]));
  const { id } = (await service.upload({ name: 'a.docx', content }, PAIR)).body.data;
  await service.ended(id);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await expect(target(app, 1)).toBeFocused();
  const answer = await target(app, 1).innerText();
  await target(app, 1).fill('Something else');
  await app.keyboard.press('ControlOrMeta+e');
  const offers = app.getByRole('complementary');
  await expect(offers.getByRole('button', { name: /Pseudo/ })).toContainText(answer.slice(0, 4));
  await app.keyboard.press('Alt+1');
  await expect(target(app, 1)).toHaveText(answer);
  await expect(rowOf(app, 1).getByRole('img', { name: 'code 1 starts' })).toHaveCount(2);
});

test('another engine gives a second opinion, whose answers are taken by rule as one step', async ({
  app,
  service,
}) => {
  const [model, own] = [
    await startRemote((seen) =>
      chatReply(seen, (items) => items.map(({ id, text }) => ({ id, text: `${text}!` }))),
    ),
    await startRemote((seen) => libreReply(seen)),
  ];
  for (const [engine, settings] of [
    ['chat', { url: model.url, model: 'loud' }],
    ['libretranslate', { url: own.url }],
  ] as const)
    await service.send('PATCH', `/v1/engines/${engine}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ enabled: true, settings }),
    });
  await app.reload();
  const id = await reviewText(app, service, 'One line\nTwo lines', {
    ...{ from: 'en', to: 'es', engine: 'libretranslate' },
  });
  await app.getByRole('button', { name: 'More for this file' }).click();
  await app.getByRole('menuitem', { name: 'Second opinion' }).click();
  const form = app.getByRole('form', { name: 'Second opinion' });
  await form.getByLabel('Engine').selectOption('chat');
  await form.getByRole('button', { name: 'Ask' }).click();
  await expect(form).toContainText('2 answers differ');
  await expect(target(app, 1)).toHaveText('ONE LINE');
  await form.getByLabel('Take all that').selectOption('all');
  await form.getByRole('button', { name: 'Take 2' }).click();
  await expect(target(app, 2)).toHaveText('TWO LINES!');
  await expect.poll(async () => (await service.job(id)).edited_segments).toBe(2);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(target(app, 2)).toHaveText('TWO LINES');
  await Promise.all([model.close(), own.close()]);
});
