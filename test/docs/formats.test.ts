import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILE_TYPES, FORMAT_OPTIONS, formatFacts, optionsOfFormat } from '../../service/contract/index.ts';
import { ALL } from '../../service/documents/formats.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/formats.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' ');

describe('docs/formats.md', () => {
  it.each(FILE_TYPES)('has the facts of %s', (fileType) => {
    const { label, extensions } = formatFacts(fileType);
    const endings = quoted(extensions.map((extension) => `.${extension}`));
    const row = rows.find(([name]) => name === label);
    expect(row).toEqual([label, endings, `\`${fileType}\``, quoted(optionsOfFormat(fileType))]);
  });

  it.each(Object.keys(FORMAT_OPTIONS))('says what the option %s does', (name) => {
    expect(rows.map(([first]) => first)).toContain(`\`${name}\``);
  });
});

it('each format of the contract has what reads and writes it, once', () => {
  expect(ALL.map(({ fileType }) => fileType).sort()).toEqual([...FILE_TYPES].sort());
  for (const format of ALL) {
    expect('assembleSimple' in format, format.fileType).toBe(formatFacts(format.fileType).simple === true);
  }
});
