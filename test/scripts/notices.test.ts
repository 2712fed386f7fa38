import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notices } from '../../scripts/lib/notices.mjs';
import { root } from '../../scripts/lib/steps.mjs';

const written = readFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');

describe('THIRD-PARTY-NOTICES.md', () => {
  it('is as the dependencies are: otherwise run npm run notices', () => {
    expect(written === notices()).toBe(true);
  });

  it('names what the service needs and what is built into the window, the engine with the place of its source', () => {
    for (const name of ['koa', 'zod', 'vue', 'pinia', 'vue-i18n', '@lucide/vue'])
      expect(written).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
    expect(written).toMatch(
      /^## @browsermt\/bergamot-translator [^\n]*\n\nLicence: MPL-2\.0\n\n.*https:\/\//m,
    );
  });
});
