import { describe, expect, it } from 'vitest';
import { stringsFormat } from '../../../service/documents/strings/strings-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const EN_FR = { from: 'en', to: 'fr' };

async function segmentsOf(source: Buffer) {
  return (await stringsFormat.extract(source, { ...ANY_NUMBER, ...EN_FR })).segments;
}

async function translated(source: Buffer, targets: Record<string, string>) {
  const segments = await segmentsOf(source);
  const { bytes } = await stringsFormat.assemble(
    source,
    segments.map(({ text }) => targets[text] ?? null),
    EN_FR,
  );
  return Buffer.from(bytes);
}

describe('a table of strings', () => {
  const source =
    '/* The title */\n"title" = "Say \\"red\\"\\n %@";\n\n// No key\nNSName="One;\ntwo" ;\n/* No comment provided by engineer. */\n"k\\"ey" = "k\\"ey";\n"only";';

  it('has the values of its keys, with the comments before them', async () => {
    expect(await segmentsOf(Buffer.from(source))).toEqual([
      { text: 'Say "red"\n %@', key: 'title', note: 'The title' },
      { text: 'One;\ntwo', key: 'NSName', note: 'No key' },
      { text: 'k"ey', key: 'k"ey' },
    ]);
  });

  it('changes in place, in its own encoding', async () => {
    const targets = { 'Say "red"\n %@': '"É"\n\\ %@', 'One;\ntwo': 'Un;\ndeux', 'k"ey': 'clé "k"' };
    const expected = source
      .replace('Say \\"red\\"\\n %@', '\\"É\\"\\n\\\\ %@')
      .replace('One;\ntwo', 'Un;\ndeux')
      .replace('= "k\\"ey"', '= "clé \\"k\\""');
    expect((await translated(Buffer.from(source), targets)).toString()).toBe(expected);
    const wide = Buffer.from(`\ufeff${source}`, 'utf16le');
    expect((await translated(wide, targets)).toString('utf16le')).toBe(`\ufeff${expected}`);
    expect(await translated(wide, {})).toEqual(wide);
  });

  it('that is broken is refused', async () => {
    expect(await refusalCode(() => segmentsOf(Buffer.from('"a" = "b"\n"c" = "d";')))).toBe('damaged_file');
  });
});
