import { expect } from '@playwright/test';
import { expectNoViolations } from './support/axe.ts';
import { test } from './support/test.ts';

const ENGLISH = [
  'The Alpine Club was founded in 1857 in London.',
  'Its members wanted to climb the Matterhorn, which is 4,478 metres high.',
  'Four of them died because a rope broke. The accident was reported in all newspapers.',
  'Today about 3,000 people climb the Matterhorn every year.',
];
const SPANISH = [
  'El Alpine Club se fundó en 1857 en Londres.',
  'Sus miembros querían escalar el Matterhorn, que mide 4.478 metros.',
  'Cuatro de ellos murieron porque se rompió una cuerda. El accidente apareció en todos los periódicos.',
  'Hoy unas 3.000 personas escalan el Matterhorn cada año.',
];
const file = (name: string, texts: readonly string[]) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(texts.join('\n')),
});

test('old documents are aligned, their pairs joined and split by keys, and taught to the memory', async ({
  app,
}) => {
  await app.getByRole('link', { name: 'Memory', exact: true }).click();
  await app.getByRole('link', { name: 'Align old translations' }).click();
  const form = app.getByRole('form', { name: 'Align old translations' });
  await form.getByRole('combobox', { name: 'To' }).fill('Spanish');
  await app.keyboard.press('Enter');
  await app.getByLabel('Choose documents').last().setInputFiles(file('club.en.txt', ENGLISH));
  await app.getByLabel('Choose translations').last().setInputFiles(file('club.es.txt', SPANISH));
  await form.getByRole('button', { name: 'Align' }).click();
  await app.getByRole('link', { name: 'Open the pairs of club.en.txt' }).click();
  const rows = app.getByRole('listbox', { name: 'Pairs' }).getByRole('option');
  await expect(rows).toHaveCount(5);
  await rows.first().focus();
  await app.keyboard.press('j');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(SPANISH[1]!);
  await app.keyboard.press('s');
  await expect(rows).toHaveCount(5);
  await app.keyboard.press('r');
  await expect(rows.first()).toContainText('Rejected');
  // Faster than the answers: each key is for the row that was current as it was pressed.
  for (const key of ['r', 'r', 'ArrowUp', 'z', 'z', 'z']) await app.keyboard.press(key);
  await expect(app.getByText('Rejected', { exact: true })).toHaveCount(0);
  await expect(rows.first()).toContainText('Accepted');
  await expectNoViolations(app);
  await app.getByRole('button', { name: /Teach the memory/ }).click();
  await expect(app.getByText(/\d added, 0 known/)).toBeVisible();
  await rows.first().focus();
  await app.keyboard.press('Escape');
  await app.getByRole('button', { name: /Teach the memory/ }).click();
  await expect(app.getByText(/0 added, \d known/)).toBeVisible();
});
