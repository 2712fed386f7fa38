import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { withFormatTables } from '../../scripts/lib/format-tables.mjs';
import { FILE_TYPES, formatFacts } from '../../service/contract/index.ts';
import { formatOf } from '../../service/documents/formats.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/formats.md'), 'utf8');

it('docs/formats.md has the formats and options of the contract', async () => {
  expect(await withFormatTables(page)).toBe(page);
});

it('each format of the contract has what reads and writes it', async () => {
  for (const type of FILE_TYPES) {
    const format = await formatOf(type);
    expect(format.fileType).toBe(type);
    expect('assembleSimple' in format, format.fileType).toBe(formatFacts(format.fileType).simple === true);
  }
});
