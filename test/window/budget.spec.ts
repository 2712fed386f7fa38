import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { IS_LONG } from '../support/effort.ts';
import { dropFiles, openWindow, SLOW_MS, test } from './support/test.ts';

const FIRST_LOAD_BYTES = 350_000;

test('the scripts of the first load stay within 350 kB, compressed, and hold no schemas', async ({
  page,
  service,
}) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await openWindow(page, service);
  await expect(page.getByText('Drop documents here')).toBeVisible();
  const bodies = await Promise.all(scripts);
  expect(bodies.filter((body) => /Zod|~standard/.test(body.toString('utf8')))).toEqual([]);
  const sizes = bodies.map((body) => gzipSync(body).length);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES);
});

test('nothing is asked of the service when nothing runs', async ({ app }) => {
  await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
  await expect(app.getByText('Done', { exact: true })).toBeVisible();
  let asked: string[] = [];
  let askedAt = performance.now();
  app.on('request', (request) => {
    asked.push(new URL(request.url()).pathname);
    askedAt = performance.now();
  });
  // The job's end is still being written down.
  await expect.poll(() => performance.now() - askedAt).toBeGreaterThan(2_000);
  asked = [];
  await app.waitForTimeout(5_000);
  // Nothing but tries to open the stream, where it is not open.
  expect(asked.filter((path) => path !== '/v1/events')).toEqual([]);
});

test.describe('while the engine is slow', () => {
  test.use({ delayMs: SLOW_MS });

  if (IS_LONG)
    test('many running jobs cost one request a round while there is no stream', async ({ app }) => {
      await app.route('**/v1/events', (route) => route.abort());
      await app.reload();
      await app.getByRole('combobox', { name: 'From' }).waitFor();
      await dropFiles(
        app,
        Array.from({ length: 12 }, (_, index) => ({
          name: `chapter-${index + 1}.txt`,
          text: Array.from({ length: 600 }, (__, line) => `Chapter ${index + 1}, line ${line + 1}`).join(
            '\n',
          ),
        })),
      );
      await expect(app.getByRole('button', { name: /^Cancel chapter-/ })).toHaveCount(12);
      // Their first segments come round robin.
      await expect(app.getByText(/ of 600/)).toHaveCount(12, { timeout: 300_000 });
      const asked: string[] = [];
      app.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await app.waitForTimeout(6_000);
      const others = asked.filter((path) => path !== '/v1/events' && path !== '/v1/health');
      expect(new Set(others)).toEqual(new Set(['/v1/jobs']));
    });
});
