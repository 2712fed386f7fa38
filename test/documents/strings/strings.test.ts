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

  it('may have escapes of letters, and places of plurals, which stay', async () => {
    expect(await segmentsOf(Buffer.from('"a" = "Caf\\u00e9\\U2026"; "b" = "%1$#@cars@";'))).toEqual([
      { text: 'Café…', key: 'a' },
      { text: '%1$#@cars@', key: 'b', copy: true },
    ]);
  });

  it('may have comments within its entries, which stay', async () => {
    const entry = '"a" /* key */ = // "Red"\n/* = */ "Red" /* "Red" * */;\npath/to = "//"; last/**/="Big";';
    expect((await segmentsOf(Buffer.from(entry))).map(({ text, key }) => [key, text])).toEqual([
      ['a', 'Red'],
      ['path/to', '//'],
      ['last', 'Big'],
    ]);
    expect((await translated(Buffer.from(entry), { Red: 'Rouge' })).toString()).toBe(
      entry.replace('/* = */ "Red"', '/* = */ "Rouge"'),
    );
  });

  it('that is broken is refused', async () => {
    expect(await refusalCode(() => segmentsOf(Buffer.from('"a" = "b"\n"c" = "d";')))).toBe('damaged_file');
  });
});

describe('a dictionary of plurals', () => {
  const source = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>%d files</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key>
\t\t<string>Delete %#@files@ &amp; go</string>
\t\t<key>files</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key>
\t\t\t<string>NSStringPluralRuleType</string>
\t\t\t<key>NSStringFormatValueTypeKey</key>
\t\t\t<string>d</string>
\t\t\t<key>one</key>
\t\t\t<string>%d file</string>
\t\t\t<key>other</key>
\t\t\t<string>%d files</string>
\t\t</dict>
\t</dict>
</dict>
</plist>
`;
  const polish = { from: 'en', to: 'pl', fileName: 'a.stringsdict' };

  it('has sentences and forms of plurals', async () => {
    const { segments } = await stringsFormat.extract(Buffer.from(source), { ...ANY_NUMBER, ...polish });
    expect(segments.map(({ text, key }) => [key, text])).toEqual([
      ['%d files', 'Delete <1/> &amp; go'],
      ['%d files.files.one', '%d file'],
      ['%d files.files.other', '%d files'],
    ]);
  });

  it('gets the forms of its target language', async () => {
    const form = (name: string, text: string) =>
      `\t\t\t<key>${name}</key>\n\t\t\t<string>%d ${text}</string>\n`;
    const written = async (targets: (string | null)[]) =>
      Buffer.from((await stringsFormat.assemble(Buffer.from(source), targets, polish)).bytes).toString();
    expect(await written(['Usuń <1/> &lt;', '%d plik', '%d pliku'])).toBe(
      source
        .replace('Delete %#@files@ &amp; go', 'Usuń %#@files@ &lt;')
        .replace('%d file<', '%d plik<')
        .replace(
          form('other', 'files'),
          form('other', 'pliku') + form('few', 'pliku') + form('many', 'pliku'),
        ),
    );
    expect(await written([null, null, null])).toBe(source);
    // "other" devices are no form of a plural.
    const devices =
      '<plist><dict><key>a</key><dict><key>NSStringDeviceSpecificRuleType</key><dict><key>mac</key><string>Click</string><key>other</key><string>Press</string></dict></dict></dict></plist>';
    const { bytes } = await stringsFormat.assemble(Buffer.from(devices), ['Kliknij', 'Naciśnij'], polish);
    expect(Buffer.from(bytes).toString()).toBe(
      devices.replace('Click', 'Kliknij').replace('Press', 'Naciśnij'),
    );
  });
});
