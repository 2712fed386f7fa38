// @ts-check
// Writes the tables of formats and options into docs/formats.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script } from './lib/command-line.mjs';
import { root, say } from './lib/steps.mjs';

await script(
  {
    usage:
      'Usage: npm run docs:formats\nWrites the tables of formats and options into docs/formats.md from service/contract. Run it after a change there.',
  },
  async () => {
    // It loads the contract, and prettier.
    const { withFormatTables } = await import('./lib/format-tables.mjs');
    const file = join(root, 'docs', 'formats.md');
    writeFileSync(file, await withFormatTables(readFileSync(file, 'utf8')));
    say('docs/formats.md');
  },
);
