import { expect } from '@playwright/test';
import { IS_LONG } from '../support/effort.ts';
import { startService } from '../support/service.ts';
import { NO_REDIS, RedisServer } from '../team/support/redis.ts';
import { TEAM_KEY } from '../team/support/team.ts';
import { WorkerProcess } from '../team/support/worker.ts';
import { openWindow, test } from './support/test.ts';

if (IS_LONG)
  test('Engines shows the workers of a team, what they offer, and which are lost', async ({ page }) => {
    test.skip(NO_REDIS !== undefined, String(NO_REDIS));
    const redis = new RedisServer();
    await redis.start();
    const env = { INTERLINEAR_REDIS_URL: redis.url, INTERLINEAR_TEAM_KEY: TEAM_KEY };
    const service = await startService(env, { args: ['--open-token'] });
    const worker = new WorkerProcess(env, ['--name', 'attic', '--slots', '3']);
    try {
      await openWindow(page, service);
      await page.getByRole('link', { name: 'Engines' }).click();
      const section = page.getByRole('region', { name: 'Workers' });
      await expect(section).toContainText('The machines of the team “default” that translate.');
      await expect(page.getByText('Text goes to the workers of the team').first()).toBeVisible();
      await expect(page.getByText('nothing leaves this machine')).toHaveCount(0);
      await worker.ready;
      const row = section.getByRole('row', { name: /attic/ });
      await expect(row).toContainText('Pseudo');
      await expect(row).toContainText('0 of 3');
      await expect(row).toContainText('Ready');
      worker.signal('SIGKILL');
      await expect(row).toContainText('Lost');
    } finally {
      await worker.close();
      await service.close();
      await redis.close();
    }
  });

test('a machine that works alone shows none', async ({ app }) => {
  const answered = app.waitForResponse('**/v1/workers');
  await app.getByRole('link', { name: 'Engines' }).click();
  expect(((await (await answered).json()) as { data: unknown }).data).toEqual({ team: null, workers: [] });
  await expect(app.getByRole('heading', { name: 'Models' })).toBeVisible();
  await expect(app.getByRole('heading', { name: 'Workers' })).toHaveCount(0);
});
