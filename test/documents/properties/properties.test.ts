import { describe, expect, it } from 'vitest';
import { propertiesFormat } from '../../../service/documents/properties/properties-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';

const EN_FR = { from: 'en', to: 'fr' };

async function segmentsOf(source: string | Uint8Array) {
  return (await propertiesFormat.extract(Buffer.from(source), { ...ANY_NUMBER, ...EN_FR })).segments;
}

async function translated(source: string | Uint8Array, targets: Record<string, string>) {
  const segments = await segmentsOf(source);
  const { bytes } = await propertiesFormat.assemble(
    Buffer.from(source),
    segments.map(({ text }) => targets[text] ?? null),
    EN_FR,
  );
  return Buffer.from(bytes);
}

describe('a resource bundle', () => {
  it('has whole words where a sign marks their keys', async () => {
    const source = 'a=&File\nb=E&xit\nc=Save &as\nd=R&D\n';
    expect((await segmentsOf(source)).map(({ text }) => text)).toEqual([
      'File',
      'Exit',
      'Save as',
      'R&amp;D',
    ]);
    const targets = { File: 'Fichier', Exit: 'Sortir', 'Save as': 'A & B' };
    expect((await translated(source, targets)).toString()).toBe('a=&Fichier\nb=&Sortir\nc=A & B\nd=R&D\n');
  });

  it('has the values of its keys, however they are written', async () => {
    const source =
      '# The title\n! of all\ntitle = Big house\\!\n\nempty=\na.b:A\\tred\\u0020car\n  key\\ two   A long \\\n      text\r\nlast = x y\n# end';
    expect(await segmentsOf(source)).toEqual([
      { text: 'Big house!', key: 'title', note: 'The title\nof all' },
      { text: 'A\tred car', key: 'a.b' },
      { text: 'A long text', key: 'key two' },
      { text: 'x y', key: 'last' },
    ]);
    expect(
      (
        await translated(source, {
          'Big house!': 'Gros\\ : oui!',
          'A\tred car': 'Une\nvoiture',
          'A long text': 'Un texte qui est long comme un jour sans pain',
        })
      ).toString(),
    ).toBe(
      source
        .replace('Big house\\!', 'Gros\\\\ : oui\\!')
        .replace('A\\tred\\u0020car', 'Une voiture')
        .replace(
          'A long \\\n      text',
          'Un texte qui est \\\n      long comme un jour \\\n      sans pain',
        ),
    );
  });

  it('stays in ASCII or Latin-1: other letters are escapes', async () => {
    expect((await translated('a=One text', { 'One text': 'Œuvre été' })).toString()).toBe(
      'a=\\u0152uvre \\u00e9t\\u00e9',
    );
    const latin = Buffer.from('a=Caf\u00e9 noir\nb=One text', 'latin1');
    expect((await segmentsOf(latin))[0]!.text).toBe('Café noir');
    expect((await translated(latin, { 'One text': 'Œuvre été' })).toString('latin1')).toBe(
      'a=Caf\u00e9 noir\nb=\\u0152uvre \u00e9t\u00e9',
    );
    expect((await translated('a=Łódź\nb=One text', { 'One text': 'Œuvre' })).toString()).toBe(
      'a=Łódź\nb=Œuvre',
    );
  });

  it('writes apostrophes so that MessageFormat does not quote by them', async () => {
    const source =
      "a=It''s {0}\nb=The file {0}\nc=The file\nd=It's {0}\ne={0,choice,0#no|1#one|1<{0} files} found";
    expect((await segmentsOf(source)).map(({ text }) => text)).toEqual([
      "It's {0}",
      'The file {0}',
      'The file',
      "It's {0}",
      '<1/> found',
    ]);
    const targets = {
      "It's {0}": "C'est {0}",
      'The file {0}': "L'objet {0}",
      'The file': "L'objet",
      '<1/> found': 'il y a <1/>',
    };
    expect((await translated(source, targets)).toString()).toBe(
      "a=C''est {0}\nb=L\\u2019objet {0}\nc=L'objet\nd=C'est {0}\ne=il y a {0,choice,0#no|1#one|1<{0} files}",
    );
  });

  it('is the same bytes where nothing changes', async () => {
    const source = 'a : \\u0041 b\\\r\n\tc\r\n#\r\n\r\nb\\u0020=x y';
    const texts = Object.fromEntries((await segmentsOf(source)).map(({ text }) => [text, text]));
    expect((await translated(source, texts)).toString()).toBe(source);
  });
});
