import { expect } from '@playwright/test';
import { dropFiles, openApp, SLOW_MS, test, textFile } from './support/test.ts';

test.describe('while the engine is slow', () => {
  test.use({ delayMs: SLOW_MS });

  test('a running job is followed by the stream of changes to its end, and nothing else is asked', async ({
    app,
  }) => {
    await dropFiles(app, [textFile('chapter.txt', 50)]);
    await expect(app.getByText(/^[1-9]\d* of 50/).first()).toBeVisible();
    const asked: string[] = [];
    app.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await expect(app.getByText('Done', { exact: true })).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('a job that another program starts appears by itself', async ({ app, service }) => {
    await service.upload({ name: 'from-a-script.txt', content: 'One\nTwo' }, { from: 'en', to: 'en-XA' });
    await expect(app.getByTitle('from-a-script.txt', { exact: true })).toBeVisible();
    await expect(app.getByText('Done', { exact: true })).toBeVisible();
  });

  test('without the stream the window polls, and the job is shown to its end all the same', async ({
    page: app,
    service,
  }) => {
    await app.route('**/v1/events', (route) => route.abort());
    await openApp(app, service);
    await dropFiles(app, [textFile('chapter.txt', 10)]);
    await expect(app.getByText('Done', { exact: true })).toBeVisible();
  });
});
