// `npm run notices`: writes THIRD-PARTY-NOTICES.md. Run it after a change of dependencies; a test fails when
// it is outdated.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script } from './lib/command-line.mjs';
import { notices } from './lib/notices.mjs';
import { root, say } from './lib/steps.mjs';

const usage = `Usage: npm run notices
Writes THIRD-PARTY-NOTICES.md: every package that ships, with its licence.`;

await script({ usage }, () => {
  writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), notices());
  say('THIRD-PARTY-NOTICES.md is written.');
  return Promise.resolve();
});
