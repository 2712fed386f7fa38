import { basename } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ensureChromium } from './scripts/lib/chromium.mjs';
import { isLong, scaledTests } from './scripts/lib/long-tests.mjs';

const chromium = await ensureChromium();
const LONG = '*.long.spec.ts';
const selected = isLong
  ? { testMatch: [LONG, ...scaledTests('.spec.ts').map((path) => basename(path))] }
  : { testMatch: '*.spec.ts', testIgnore: LONG };

/**
 * The window's tests: the built window in a real browser, on a real service; and the shell's in Electron itself,
 * which are skipped by name where its program is not.
 */
export default defineConfig({
  projects: [
    { name: 'window', testDir: 'test/window', ...selected },
    { name: 'electron', testDir: 'test/electron', ...selected },
  ],
  globalSetup: './test/window/support/build-first.ts',
  outputDir: 'test-results/window',
  // They end what hangs; a busy machine decides how fast the rest is.
  timeout: isLong ? 900_000 : 180_000,
  expect: { timeout: 45_000 },
  // Tests wait for the service and for the page: with two at a time two cores are idle now and then.
  workers: 3,
  fullyParallel: true,
  // In CI one hiccup of the machine must not hide what the others say: the summary names who needed a second try.
  retries: process.env['CI'] === undefined || isLong ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      // Chromium's sandbox refuses to start as root, and containers give /dev/shm too little room.
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        // A page lives for a second or two: compiling its hot code costs V8 more than the faster code saves.
        '--js-flags=--no-opt,--no-maglev',
      ],
      ...(chromium === null ? {} : { executablePath: chromium }),
    },
  },
});
