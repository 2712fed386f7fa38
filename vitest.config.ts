import { defineConfig } from 'vitest/config';
import { isLong, scaledTests } from './scripts/lib/long-tests.mjs';

/** They put another module in the place of one: of these each file gets modules of its own. */
const REPLACE_MODULES = [
  'test/electron/keychain.test.ts',
  'test/electron/shutdown.test.ts',
  'test/jobs/crash.test.ts',
];

const LONG = 'test/**/*.long.test.ts';

const include = isLong ? [LONG, ...scaledTests('.test.ts')] : ['test/**/*.test.ts'];
const exclude = isLong ? [] : [LONG];

/** Unit and process tests, in plain Node. The window's tests are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'test/support/build-first.ts',
    // They end a test that hangs. How fast something is, a busy machine decides as well: bench and load runs measure it.
    testTimeout: isLong ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    // As Playwright's: the summary names who needed a second try.
    retry: process.env['CI'] === undefined || isLong ? 0 : 1,
    expect: { poll: { timeout: 60_000 } },
    // Many tests start real services, each of which is several processes, and wait for them: two at a time leave two cores idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared modules',
          include,
          exclude: [...exclude, ...REPLACE_MODULES],
          // Loading modules anew for each file is a quarter of the work. Some of ours keep what they are told, such as where requests
          // go: no test relies on what another file's has left there.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'own modules',
          include: isLong ? REPLACE_MODULES.filter((file) => include.includes(file)) : REPLACE_MODULES,
        },
      },
    ],
  },
});
