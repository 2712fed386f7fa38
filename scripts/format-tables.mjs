// Writes the tables of formats and options into docs/formats.md: `npm run docs:formats`.
import { readFileSync, writeFileSync } from 'node:fs';
import { withFormatTables } from './lib/format-tables.mjs';

const file = new URL('../docs/formats.md', import.meta.url);
writeFileSync(file, await withFormatTables(readFileSync(file, 'utf8')));
