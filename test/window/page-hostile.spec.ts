import { expect } from '@playwright/test';
import type { Frame, Page } from '@playwright/test';
import type { TestService } from '../support/service.ts';
import { hostileDocx, hostileMarkup, openTrap, page as pageOf } from './support/hostile-pages.ts';
import type { Trap } from './support/hostile-pages.ts';
import { target } from './support/review.ts';
import { openApp, test as base } from './support/test.ts';

/** Hostile documents on the page beside the segments: nothing runs, nothing is asked for, the frame stays. */
const test = base.extend<{ trap: Trap }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  trap: async ({}, use) => {
    const trap = await openTrap();
    await use(trap);
    await trap.close();
  },
});

async function show(app: Page, service: TestService, name: string, content: string | Buffer): Promise<Frame> {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  const { body, status } = await service.upload({ name, content: bytes }, { from: 'en', to: 'en-XA' });
  expect(status).toBe(202);
  await service.ended(body.data.id);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), body.data.id);
  await expect(target(app, 1)).toBeVisible();
  if ((await app.locator('iframe').count()) === 0) await app.keyboard.press('F8');
  const frame = await (await app.locator('iframe').elementHandle()).contentFrame();
  await frame!.locator('[data-segment]').first().waitFor();
  return frame!;
}

/** Clicks all that might lead away, and waits for what was begun. */
async function provoke(frame: Frame): Promise<void> {
  for (const bad of await frame.locator('a, .bad, p').all())
    await bad.click({ force: true, timeout: 2_000 }).catch(() => undefined);
  await frame.evaluate(() => new Promise((settled) => setTimeout(settled, 300)));
}

async function expectHarmless(app: Page, frame: Frame, trap: Trap, service: TestService): Promise<void> {
  expect(trap.hits).toEqual([]);
  expect(frame.url()).toBe(`${service.baseUrl}/preview/page`);
  expect(app.url()).toContain(service.baseUrl);
  const messages = await app.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  expect(messages).toEqual([]);
}

async function listen(app: Page): Promise<void> {
  await app.evaluate(() => {
    const heard: unknown[] = ((window as unknown as { heard: unknown[] }).heard = []);
    window.addEventListener(
      'message',
      ({ data }) => (data as { type?: string }).type === 'ran' && heard.push(data),
    );
  });
}

// A refusal by a policy is logged as an error, so these tests take a page that does not count errors.
test.describe('on a page of the test', () => {
  test('a web page with all of it neither runs nor asks nor leads away', async ({
    context,
    service,
    trap,
  }) => {
    const app = await context.newPage();
    await openApp(app, service);
    await listen(app);
    const frame = await show(
      app,
      service,
      'bad.html',
      pageOf(Object.values(hostileMarkup(trap.url)).join('\n')),
    );
    await provoke(frame);
    await expectHarmless(app, frame, trap, service);
    // No element of the document can pass for a sentence of ours.
    await expect(frame.locator('[data-segment="99999"]')).toHaveCount(0);
  });

  test('nor does a Word document with HTML in it, or a Markdown with tags', async ({
    context,
    service,
    trap,
  }) => {
    const app = await context.newPage();
    await openApp(app, service);
    await listen(app);
    const frame = await show(app, service, 'bad.docx', hostileDocx(trap.url));
    await provoke(frame);
    await expectHarmless(app, frame, trap, service);
    const markdown = await show(
      app,
      service,
      'bad.md',
      `One good sentence.\n\n${Object.values(hostileMarkup(trap.url)).join('\n\n')}\n`,
    );
    await provoke(markdown);
    await expectHarmless(app, markdown, trap, service);
  });

  test('the policy alone stops it, where nothing was taken out', async ({ context, service, trap }) => {
    const app = await context.newPage();
    // The frame shows the bytes as they are.
    await app.route('**/preview/page.js', (route) =>
      route.fulfill({
        headers: { 'Access-Control-Allow-Origin': '*' },
        contentType: 'text/javascript',
        body: `addEventListener('message', ({ data }) => { if (data.type !== 'draw') return;
          const parsed = new DOMParser().parseFromString(new TextDecoder().decode(data.bytes), 'text/html');
          for (const one of [...parsed.head.childNodes, ...parsed.body.childNodes]) document.body.append(fresh(one));
          const mark = document.createElement('p'); mark.dataset.segment = '0'; mark.textContent = 'there'; document.body.append(mark);
          parent.postMessage({ type: 'drawn', placed: [0], pages: 0, boxes: 0 }, '*'); });
        function fresh(node) { if (node.nodeName !== 'SCRIPT') return document.adoptNode(node);
          const script = document.createElement('script'); script.textContent = node.textContent; if (node.src) script.src = node.src; return script; }
        parent.postMessage({ type: 'ready' }, '*');`,
      }),
    );
    await openApp(app, service);
    await listen(app);
    // A refresh would only turn the frame into an error page: the window's policy stops where it leads.
    const { refresh: _, ...markup } = hostileMarkup(trap.url);
    const frame = await show(app, service, 'bad.html', pageOf(Object.values(markup).join('\n')));
    await frame.evaluate(() => new Promise((settled) => setTimeout(settled, 500)));
    expect(trap.hits).toEqual([]);
    expect(await app.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
  });
});
