import { defineConfig } from 'vitest/config';

/** Unit and process tests, in plain Node. The window's tests are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'test/support/build-first.ts',
    // They end a test that hangs. How fast something is, a busy machine decides as well: bench and load runs measure it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Two at a time: many tests start real services, each of which is several processes.
    maxWorkers: 2,
  },
});
