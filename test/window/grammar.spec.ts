import { expect } from '@playwright/test';
import { grammarReply, startRemote } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { expectNoViolations } from './support/axe.ts';
import { reviewText, target } from './support/review.ts';
import { test as base } from './support/test.ts';

const test = base.extend<{ checker: RemoteServer }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
  checker: async ({}, use) => {
    const server = await startRemote(grammarReply);
    await use(server);
    await server.close();
  },
});

test('a LanguageTool server is turned on; its findings are beside their segments, with replacements at a key', async ({
  app,
  service,
  checker,
}) => {
  await app.getByRole('link', { name: 'Engines' }).click();
  const section = app.getByRole('region', { name: 'Grammar checker' });
  await section.getByLabel('Address').fill('https://checker.example');
  await section.getByRole('switch').click();
  // Text goes that far only if the user agrees.
  await expect(section.getByLabel('My translations may be sent to checker.example')).not.toBeChecked();
  await section.getByLabel('Address').fill(checker.url);
  await section.getByRole('switch').click();
  await expect(section.getByRole('status')).toHaveText('It works.');
  await expect(section).toContainText('Ready');
  await expectNoViolations(app);

  await reviewText(app, service, 'The red house\nThe door\nThe tree', {
    from: 'en',
    to: 'es',
    engine: 'pseudo',
  });
  await target(app, 1).fill('La casa eror');
  await target(app, 2).fill('Una errror');
  await target(app, 3).click();
  const finding = app.getByText('Possible spelling mistake found.');
  await expect(finding).toHaveCount(2);
  await target(app, 1).click();
  await expect(app.getByRole('complementary', { name: 'Offers for this segment' })).toContainText(
    'eror → error',
  );
  await app.keyboard.press('Alt+1');
  await expect(target(app, 1)).toHaveText('La casa error');
  await target(app, 2).click();
  await expect(finding).toHaveCount(2);

  await app.keyboard.press('Alt+Enter');
  await app.getByRole('menuitem', { name: 'Never mark “errror” again' }).click();
  await expect(finding).toHaveCount(0);
  await app.getByRole('link', { name: 'Engines' }).click();
  await expect(section).toContainText('1 kind of finding is never shown.');
});
