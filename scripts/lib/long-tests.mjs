// Decides which files `npm test` and `npm run test:long` run, for vitest.config.ts and playwright.config.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.mjs';

export const isLong = process.env['INTERLINEAR_TEST_LONG'] === '1';

/**
 * Test files that read `test/support/effort.ts`: both runs include them, the long one with more iterations.
 * @param {string} ending
 */
export function scaledTests(ending) {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending) && readFileSync(path, 'utf8').includes('/support/effort.ts'));
}
