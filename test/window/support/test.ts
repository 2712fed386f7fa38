import { setTimeout } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Job } from '../../../service/contract/index.ts';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';

/** So much later is each answer of the service for each time that a page takes longer. */
const SLOWER_ANSWER_MS = 50;

interface Fixtures {
  /** Milliseconds the engine takes for a segment. */
  delayMs: number;
  service: TestService;
  /** The window, signed in, translating from English to pseudo-localisation. */
  app: Page;
}

/** Tests of the window, each with a service of its own. A script error or a breach of the content policy fails them. */
export const test = base.extend<Fixtures>({
  delayMs: [0, { option: true }],

  service: async ({ delayMs }, use) => {
    const env = { INTERLINEAR_DOCX_QUOTA: '0', INTERLINEAR_PSEUDO_DELAY_MS: String(delayMs) };
    const service = await startService(env, { args: ['--open-token'] });
    await use(service);
    await service.close();
  },

  page: async ({ page }, use) => {
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
    await page.addInitScript(
      (key) => localStorage.setItem('interlinear.key', key),
      await service.sessionKey(),
    );
    await keepChoices(service, { from: 'en', to: 'en-XA' });
    await page.goto(service.baseUrl);
    await page.getByRole('combobox', { name: 'From' }).waitFor();
    await use(page);
  },
});

/** As `npm run test:repeat -- --slower N` wants it: a page on a slow machine, before a slow service. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['INTERLINEAR_TEST_SLOWER_PAGES'] ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  // Not by the browser's emulation of a slow network: that is the one which `setOffline` sets, for the last who asks.
  await page.context().route('**/v1/**', async (route) => {
    await setTimeout(rate * SLOWER_ANSWER_MS);
    await route.fallback().catch(leftUnanswered);
  });
}

/** What is asked as the page closes needs no answer. */
const leftUnanswered = () => undefined;

/** What the window is to begin with, as one before it would have left it in the service. */
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

/** A text file of so many lines, each a segment. */
export function textFile(name: string, lines: number): TestFile {
  return {
    name,
    text: Array.from({ length: lines }, (_, i) => `Line ${i + 1} of the harbour guide`).join('\n'),
  };
}

/** Drops files on the window as the system's file manager does. */
export async function dropFiles(page: Page, files: readonly TestFile[]): Promise<void> {
  // What is dropped before the window is there is the browser's.
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
