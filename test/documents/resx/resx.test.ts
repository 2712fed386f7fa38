import { describe, expect, it } from 'vitest';
import { resxFormat } from '../../../service/documents/resx/resx-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';

const EN_FR = { from: 'en', to: 'fr' };
const XML = `\ufeff<?xml version="1.0" encoding="utf-8"?>\r
<root>\r
  <!-- <data name="Old"><value>Not this</value></data> -->\r
  <xsd:schema id="root" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><xsd:element name="data"/></xsd:schema>\r
  <resheader name="version"><value>2.0 text</value></resheader>\r
  <data name="Title" xml:space="preserve">\r
    <value>Say &quot;red&quot; &amp; {0}\r
two &lt;b&gt;lines&lt;/b&gt;</value>\r
    <comment>On top</comment>\r
  </data>\r
  <data name="Icon" type="System.Drawing.Bitmap, System.Drawing" mimetype="x"><value>AAEC text</value></data>\r
  <data name="&gt;&gt;label1.Name" xml:space="preserve"><value>label one</value></data>\r
  <data name="Size" type="System.Drawing.Size, System.Drawing"><value>24, 24</value></data>\r
  <data name="Empty"><value /></data>\r
</root>`;

async function translated(targets: (string | null)[]) {
  const { bytes } = await resxFormat.assemble(Buffer.from(XML), targets, EN_FR);
  return Buffer.from(bytes).toString();
}

describe('resources of .NET', () => {
  it('are values without a type, with their comments', async () => {
    const { segments } = await resxFormat.extract(Buffer.from(XML), { ...ANY_NUMBER, ...EN_FR });
    expect(segments).toEqual([
      {
        text: 'Say "red" &amp; {0}\r\ntwo <1>lines</1>',
        key: 'Title',
        note: 'On top',
        rules: { kept: [1] },
      },
    ]);
  });

  it('change in place', async () => {
    expect(await translated([null])).toBe(XML);
    expect(await translated(['Dis "rouge" &lt; {0}\ndeux <1>lignes</1>'])).toBe(
      XML.replace(
        /Say.*\r\n.*(?=<\/value>)/,
        'Dis &quot;rouge&quot; &lt; {0}\r\ndeux &lt;b&gt;lignes&lt;/b&gt;',
      ),
    );
  });

  it('have whole words where a sign marks their keys', async () => {
    const xml =
      '<root><data name="a"><value>E&amp;xit</value></data><data name="b"><value>&amp;Help</value></data></root>';
    const { segments } = await resxFormat.extract(Buffer.from(xml), { ...ANY_NUMBER, ...EN_FR });
    expect(segments.map(({ text }) => text)).toEqual(['Exit', 'Help']);
    const { bytes } = await resxFormat.assemble(Buffer.from(xml), ['Quitter x', 'Aide'], EN_FR);
    expect(Buffer.from(bytes).toString()).toBe(
      xml.replace('E&amp;xit', 'Quitter &amp;x').replace('&amp;Help', '&amp;Aide'),
    );
  });

  it('have whole words behind the underscores of WPF', async () => {
    const value = (text: string): string => `<data name="${text}"><value>${text}</value></data>`;
    const xml = `<root>${['_File', '_Open it', 'E_xit', '_Save', 'Red'].map(value).join('')}</root>`;
    const { segments } = await resxFormat.extract(Buffer.from(xml), { ...ANY_NUMBER, ...EN_FR });
    expect(segments.map(({ text, copy }) => (copy ? 'copied' : text))).toEqual([
      'File',
      'Open it',
      'Exit',
      'Save',
      'Red',
    ]);
  });
});
