/**
 * A browser's context with one page that the tests of a worker use one after another: a page that goes on in
 * its process loads the window in half the processor time that a new one takes.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { TestService } from '../../support/service.ts';

/** An address of the service that holds none of the window's scripts. */
const BLANK = '/v1/health';
/** Events that a test may listen to. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'request',
  'requestfinished',
  'response',
  'requestfailed',
] as const;
const STORED = 'local_storage,indexeddb,cache_storage,service_workers';

export interface SharedContext {
  take(browser: Browser): Promise<BrowserContext>;
  /** Makes it as good as new. Where that cannot be done, or `isSound` is false, the next test gets a new one. */
  giveBack(service: TestService, isSound: boolean): Promise<void>;
  close(): Promise<void>;
}

interface Taken {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Whether a test has added what can never be removed again. */
  isSpent: boolean;
}

export function createSharedContext(): SharedContext {
  let taken: Taken | undefined;
  const close = async (): Promise<void> => {
    const { context } = taken ?? {};
    taken = undefined;
    await context?.close();
  };
  return {
    close,
    async take(browser) {
      taken ??= await open(browser);
      return taken.context;
    },
    async giveBack(service, isSound) {
      if (taken === undefined) return;
      const isClean = isSound && !taken.isSpent && !taken.page.isClosed() && (await clean(taken, service));
      if (!isClean) await close();
    },
  };
}

async function open(browser: Browser): Promise<Taken> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const taken: Taken = { context, page, cdp: await context.newCDPSession(page), isSpent: false };
  const spends = <One extends object>(one: One, name: keyof One): void => {
    const call = one[name] as (...given: unknown[]) => unknown;
    const spending = (...given: unknown[]): unknown => {
      taken.isSpent = true;
      return call.apply(one, given);
    };
    one[name] = spending as One[keyof One];
  };
  spends(context, 'addInitScript');
  spends(page, 'addInitScript');
  spends(context.clock, 'install');
  return taken;
}

async function clean({ context, page, cdp }: Taken, service: TestService): Promise<boolean> {
  try {
    for (const event of EVENTS) page.removeAllListeners(event);
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await openBlank(page, service.baseUrl);
    await page.evaluate(() => sessionStorage.clear());
    await cdp.send('Storage.clearDataForOrigin', {
      origin: new URL(service.baseUrl).origin,
      storageTypes: STORED,
    });
    await context.clearCookies();
    return true;
  } catch {
    // Such as a service that the test has ended.
    return false;
  }
}

/** Leaves the window, with the page's storage at hand. */
export async function openBlank(page: Page, baseUrl: string): Promise<void> {
  if (page.url() !== baseUrl + BLANK) await page.goto(baseUrl + BLANK);
}
