import { expect } from '@playwright/test';
import type { ClientResource, Job } from '../../service/contract/index.ts';
import { expectNoViolations } from './support/axe.ts';
import { dropFiles, test } from './support/test.ts';

test('a client is made, chosen beside the languages, shown in the row, and forgotten by its name', async ({
  app,
  service,
}) => {
  const chooser = app.getByLabel('Client', { exact: true });
  await expect(app.getByRole('combobox', { name: 'From' })).toBeVisible();
  await expect(chooser).toHaveCount(0);
  await expect(app.getByRole('link', { name: 'Clients', exact: true })).toHaveCount(0);

  await app.getByRole('link', { name: 'Settings', exact: true }).click();
  await app.getByRole('link', { name: 'Clients…' }).click();
  await app.getByLabel('New client').fill('Acme');
  await app.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(app.getByRole('heading', { name: 'Acme', level: 1 })).toBeVisible();
  await app.getByLabel('Engines that may be used').selectOption('offline');
  await expect
    .poll(async () => (await service.get<{ clients: ClientResource[] }>('/v1/clients')).clients[1]?.engines)
    .toBe('offline');

  await app.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(chooser.locator('option:checked')).toHaveText('Acme');
  await dropFiles(app, [{ name: 'letter.txt', text: 'The door.' }]);
  const listed = () => service.get<{ jobs: Job[] }>('/v1/jobs?client_id=all');
  await expect.poll(async () => (await listed()).jobs.length).toBe(1);
  await expect(app.locator('.row', { hasText: 'letter' })).toContainText('Acme');
  await app.reload();
  await expect(app.locator('.row', { hasText: 'letter' })).toContainText('Acme');

  await app.getByRole('navigation').getByRole('link', { name: 'Clients', exact: true }).click();
  const row = app.getByRole('listitem', { name: 'Acme' });
  await expect(row).toContainText('Only engines on this machine');
  await row.getByRole('link').click();
  await app.getByRole('button', { name: 'Forget…' }).click();
  const now = app.getByRole('button', { name: 'Forget for good' });
  await app.getByLabel('Type its name').fill('acme');
  await expect(now).toBeDisabled();
  await app.getByLabel('Type its name').fill('Acme');
  await now.click();
  await expect(app.getByLabel('New client')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await listed()).jobs).toEqual([]);
  await app.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(chooser).toHaveCount(0);
  await expect(app.locator('.row', { hasText: 'letter' })).toHaveCount(0);
});

test('each client has its own text, rows, choices and terms, which wait for it and are forgotten with it', async ({
  app,
  service,
}) => {
  const { id } = (await service.post<{ data: ClientResource }>('/v1/clients', { name: 'Acme' })).body.data;
  await app.reload();
  const chooser = app.getByLabel('Client', { exact: true });
  const source = app.getByLabel('Text to translate');
  const firstRow = app.getByLabel('Source of segment 1');
  await app.getByRole('link', { name: 'Text', exact: true }).click();
  await source.fill('A text of General.');
  await chooser.selectOption('Acme');
  await expect(source).toHaveValue('');
  await source.fill('A secret of Acme.');
  await app.getByRole('link', { name: 'Batch', exact: true }).click();
  await firstRow.fill('A row of Acme');
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Context', { exact: true }).fill('Rockets');
  await expect
    .poll(async () =>
      JSON.stringify(await service.get(`/v1/drafts?names=window.batch-rows,window.text&client_id=${id}`)),
    )
    .toMatch(/A row of Acme.*A secret of Acme/);

  await chooser.selectOption('General');
  await expect(firstRow).toHaveValue('');
  await expect(app.getByLabel('Context', { exact: true })).toHaveValue('');
  await app.getByRole('link', { name: 'Text', exact: true }).click();
  await expect(source).toHaveValue('A text of General.');
  await chooser.selectOption('Acme');
  await expect(source).toHaveValue('A secret of Acme.');
  await app.reload();
  await expect(source).toHaveValue('A secret of Acme.');
  await expect(app.getByRole('contentinfo')).toContainText('Acme');

  await service.send('DELETE', `/v1/clients/${id}`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Acme' }),
  });
  // As when the window gets the focus.
  await app.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(source).toHaveValue('A text of General.');
  expect(await app.evaluate(() => JSON.stringify(localStorage))).not.toContain('Acme');
});

test('a client’s page decides its memories, glossaries, defaults and days', async ({ app, service }) => {
  const { id } = (await service.post<{ data: ClientResource }>('/v1/clients', { name: 'Acme' })).body.data;
  const entries = [{ term: 'lamp', translation: 'LAMP' }];
  const dictionaries = [{ from: 'en', to: 'en-XA', entries }];
  await service.post('/v1/glossaries', { name: 'Museum', dictionaries, client_id: id });
  const stored = () => service.get<ClientResource>(`/v1/clients/${id}`);
  await app.goto(`${service.baseUrl}/#clients/${id}`);

  await app.getByLabel('Days that finished work is kept').fill('90');
  await app.getByLabel('Tone').fill('formal');
  await app.getByLabel('Context', { exact: true }).fill('Rockets');
  await app.getByLabel('Word twice').uncheck();
  await app.getByLabel('Name of a new memory').fill('Old work');
  await app.getByRole('button', { name: 'Add a memory' }).click();
  const own = app.getByRole('listitem').filter({ hasText: 'Acme' });
  const old = app.getByRole('listitem').filter({ hasText: 'Old work' });
  await old.getByLabel('Use of Old work').selectOption('Learns, and is read');
  await expect(own.getByLabel('Use of Acme')).toHaveValue('read');
  await old.getByRole('button', { name: 'Move Old work up' }).click();
  await expect(app.getByRole('main').getByRole('listitem').first()).toContainText('Old work');
  await app.getByRole('switch', { name: 'Use of Museum' }).click();
  await expect.poll(async () => (await stored()).glossary_ids).toEqual([]);
  const { memories, ...client } = await stored();
  expect(memories.map(({ use }) => use)).toEqual(['learn', 'read']);
  expect(client).toMatchObject({
    retention_days: 90,
    defaults: { tone: 'formal', context: 'Rockets', checks: { repeated_word: false } },
  });
  await expectNoViolations(app);
});
