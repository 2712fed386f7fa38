import { defineConfig } from 'vitest/config';

/** Unit and process tests, in plain Node. The window's tests are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'test/support/build-first.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two at a time: many tests start real services, each of which is several processes.
    maxWorkers: 2,
  },
});
