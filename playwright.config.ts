import { defineConfig } from '@playwright/test';
import { ensureChromium } from './scripts/lib/chromium.mjs';

const chromium = await ensureChromium();

/**
 * The window's tests: the built window in a real browser, on a real service started for each test; and the shell's in Electron itself,
 * which are skipped by name where its program is not.
 */
export default defineConfig({
  projects: [
    { name: 'window', testDir: 'test/window', testMatch: '*.spec.ts' },
    { name: 'electron', testDir: 'test/electron', testMatch: '*.spec.ts' },
  ],
  globalSetup: './test/window/support/build-first.ts',
  outputDir: 'test-results/window',
  // They end what hangs; a busy machine decides how fast the rest is.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  // Each test starts a service, which is several processes, and waits for it: two at a time leave two cores idle.
  workers: 3,
  fullyParallel: true,
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
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
      ...(chromium === null ? {} : { executablePath: chromium }),
    },
  },
});
