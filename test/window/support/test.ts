import { setTimeout } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { EngineResource, Job, SettingsResource } from '../../../service/contract/index.ts';
import { IS_LONG } from '../../support/effort.ts';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';
import { createSharedContext, openBlank } from './shared-context.ts';
import type { SharedContext } from './shared-context.ts';

/** So much later is each answer of the service for each time that a page takes longer. */
const SLOWER_ANSWER_MS = 50;

interface Fixtures {
  /** Milliseconds the engine takes for a segment: 0, `SLOW_MS` or `STUCK_MS`. */
  delayMs: number;
  /** For tests that restart the service, look into its folder, or sign in by the address of its start. */
  ownService: boolean;
  service: TestService;
  /** The window, signed in, translating from English to pseudo-localisation. */
  app: Page;
}

interface WorkerFixtures {
  /** One for each delay, started when the first test wants it. */
  sharedService: (delayMs: number) => Promise<TestService>;
  sharedContext: SharedContext;
}

/** Tests in another language of the browser have their own context. */
const LOCALE = 'en-GB';

/** Slow enough that a job of some hundred lines is seen at work. */
export const SLOW_MS = 150;
/** No segment is translated before the test has ended, however slow the machine. */
export const STUCK_MS = 60_000;

const start = (delayMs: number) =>
  startService(
    { INTERLINEAR_DOCX_QUOTA: '0', INTERLINEAR_PSEUDO_DELAY_MS: String(delayMs) },
    { args: ['--open-token'] },
  );

/**
 * Tests of the window. They share a service in each worker, where each has its own account, unless they
 * ask for one. A script error or a breach of the content policy fails them.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  delayMs: [0, { option: true }],
  ownService: [false, { option: true }],

  sharedService: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const started = new Map<number, Promise<TestService>>();
      await use((delayMs) => {
        const service = started.get(delayMs) ?? start(delayMs);
        started.set(delayMs, service);
        return service;
      });
      await Promise.all([...started.values()].map(async (service) => (await service).close()));
    },
    { scope: 'worker' },
  ],

  service: async ({ delayMs, ownService, sharedService }, use) => {
    if (ownService) {
      const service = await start(delayMs);
      await use(service);
      await service.close();
    } else {
      const service = await sharedService(delayMs);
      await service.useNewAccount();
      const settings = await service.get<SettingsResource>('/v1/settings');
      const { engines } = await service.get<{ engines: EngineResource[] }>('/v1/engines');
      await use(service);
      if (delayMs > 0) await cancelJobs(service);
      await restoreEngines(service, engines);
      await restoreSettings(service, settings);
    }
  },

  sharedContext: [
    // eslint-disable-next-line no-empty-pattern -- As above.
    async ({}, use) => {
      const shared = createSharedContext();
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ browser, service, ownService, locale, sharedContext }, use, info) => {
    if (ownService || locale !== LOCALE) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
    } else {
      await use(await sharedContext.take(browser));
      await sharedContext.giveBack(service, info.status === info.expectedStatus && info.errors.length === 0);
    }
  },

  page: async ({ context, viewport, colorScheme }, use) => {
    const page = context.pages()[0] ?? (await context.newPage());
    if (viewport !== null) await page.setViewportSize(viewport);
    // Transitions only change colours and turn chevrons, and take a tenth of the processor time.
    const reducedMotion = IS_LONG ? null : 'reduce';
    await page.emulateMedia({ colorScheme, forcedColors: null, reducedMotion, media: null });
    await page.mouse.move(-1, -1);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      // Refusals are answers the window shows, but the browser logs each as an error.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) errors.push(message.text());
    });
    await slowDown(page);
    await use(page);
    if (errors.length > 0) throw new Error(`The page reported errors:\n${errors.join('\n')}`);
  },

  app: async ({ page, service }, use) => {
    await openApp(page, service);
    await use(page);
  },
});

/** What `app` is, for tests that prepare something before the window opens. */
export async function openApp(page: Page, service: TestService): Promise<void> {
  await keepChoices(service, { from: 'en', to: 'en-XA' });
  await openWindow(page, service);
  await page.getByRole('combobox', { name: 'From' }).waitFor();
}

/** Opens the window with the key of the test's account, as it is for somebody who has chosen nothing yet. */
export async function openWindow(
  page: Page,
  service: TestService,
  { key, view = '' }: { key?: string; view?: string } = {},
): Promise<void> {
  await keepKey(page, service.baseUrl, key ?? (await service.sessionKey()));
  await page.goto(`${service.baseUrl}/${view}`);
}

/** Leaves a key in the browser, as signing in does. */
export async function keepKey(page: Page, baseUrl: string, key: string): Promise<void> {
  await openBlank(page, baseUrl);
  await page.evaluate((own) => localStorage.setItem('interlinear.key', own), key);
}

/** An address as the one that the service prints, for the account of the test. */
export async function signInAddress(service: TestService): Promise<string> {
  const { status, body } = await service.send<{ data: { open_url: string } }>('POST', '/v1/session/sign-in');
  if (status !== 201) throw new Error(`There was no address to sign in by: ${status}`);
  return body.data.open_url;
}

/** Settings and engines are the whole service's: the next test finds them as this one did. */
async function restoreSettings(service: TestService, before: SettingsResource): Promise<void> {
  const now: object = await service.get<SettingsResource>('/v1/settings');
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(now[name as keyof typeof now]);
  const changes = Object.entries(before).filter(isChanged);
  if (changes.length > 0) await patch(service, '/v1/settings', Object.fromEntries(changes));
}

async function restoreEngines(service: TestService, before: readonly EngineResource[]): Promise<void> {
  const { engines: now } = await service.get<{ engines: EngineResource[] }>('/v1/engines');
  const set = ({ enabled, settings }: EngineResource) => JSON.stringify({ enabled, ...settings });
  for (const engine of before) {
    const other = now.find(({ id }) => id === engine.id);
    if (other === undefined || set(other) === set(engine)) continue;
    const { enabled, settings } = engine;
    const restored = settings && { url: settings.url ?? null, model: settings.model ?? null };
    await patch(service, `/v1/engines/${engine.id}`, { enabled, ...(restored && { settings: restored }) });
  }
}

/** What still runs would make the next test's jobs wait for the engine. */
async function cancelJobs(service: TestService): Promise<void> {
  const { jobs } = await service.get<{ jobs: Job[] }>('/v1/jobs?status=running');
  // One that has ended meanwhile is refused.
  for (const { id, kind } of jobs)
    await service.send('POST', `/v1/translate/${kind === 'batch' ? 'batch' : 'documents'}/${id}/cancel`);
}

async function patch(service: TestService, path: string, changes: object): Promise<void> {
  const init = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(changes) };
  const { status, bytes } = await service.send('PATCH', path, init);
  if (status !== 200) throw new Error(`${path} was not restored: ${status} ${bytes.toString()}`);
}

/** As `npm run test:repeat -- --slower N` wants it: a page on a slow machine, before a slow service. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['INTERLINEAR_TEST_SLOWER_PAGES'] ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  // Not by the browser's emulation of a slow network: that is the one which `setOffline` sets, for the last
  // who asks.
  await page.context().route('**/v1/**', async (route) => {
    await setTimeout(rate * SLOWER_ANSWER_MS);
    await route.fallback().catch(leftUnanswered);
  });
}

/** Requests made as the page closes need no answer. */
const leftUnanswered = () => undefined;

/** The window's initial choices, as an earlier window would have left them in the service. */
export async function keepChoices(
  service: TestService,
  { from, to, engine = '', glossary = '' }: { from: string; to: string; engine?: string; glossary?: string },
): Promise<void> {
  const text = JSON.stringify({ from, to, engine, tone: '', glossary });
  const init = {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ at: Date.now(), text }),
  };
  const { status } = await service.send('PUT', '/v1/drafts/window.choices', init);
  if (status !== 204) throw new Error(`The choices were not kept: ${status}`);
}

/** The jobs the service has, newest first. */
export async function jobsOf(service: TestService): Promise<Job[]> {
  return (await service.get<{ jobs: Job[] }>('/v1/jobs')).jobs;
}

export interface TestFile {
  name: string;
  text: string;
}

/** A text file of `lines` lines, each a segment. */
export function textFile(name: string, lines: number): TestFile {
  return {
    name,
    text: Array.from({ length: lines }, (_, i) => `Line ${i + 1} of the harbour guide`).join('\n'),
  };
}

/** Drops files on the window as the system's file manager does. */
export async function dropFiles(page: Page, files: readonly TestFile[]): Promise<void> {
  // A file dropped before the window is there goes to the browser.
  await page.getByRole('main').waitFor();
  await page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of list) dataTransfer.items.add(new File([text], name));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

/** Pastes text where the focus is, from the real clipboard. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('ControlOrMeta+V');
}
