import type { Format } from '../../../service/documents/format.ts';
import { androidFormat } from '../../../service/documents/android/android-format.ts';
import { csvFormat } from '../../../service/documents/csv/csv-format.ts';
import { htmlFormat } from '../../../service/documents/html/html-format.ts';
import { jsonFormat } from '../../../service/documents/json/json-format.ts';
import { markdownFormat } from '../../../service/documents/markdown/markdown-format.ts';
import { poFormat } from '../../../service/documents/po/po-format.ts';
import { propertiesFormat } from '../../../service/documents/properties/properties-format.ts';
import { resxFormat } from '../../../service/documents/resx/resx-format.ts';
import { srtFormat } from '../../../service/documents/srt/srt-format.ts';
import { stringsFormat } from '../../../service/documents/strings/strings-format.ts';
import { vttFormat } from '../../../service/documents/vtt/vtt-format.ts';
import { xliffFormat } from '../../../service/documents/xliff/xliff-format.ts';
import { yamlFormat } from '../../../service/documents/yaml/yaml-format.ts';
import { decodeXML } from 'entities';
import { po } from 'gettext-parser';
import { plainText } from '../../../service/text/codes.ts';
import { ANY_NUMBER } from './pseudo.ts';
import { txtFormat } from '../../../service/documents/txt/txt-format.ts';

/** Text formats, each with a file of that many texts, “One text” each. */
export const TEXT_FILES: readonly (readonly [string, Format, (count: number) => string])[] = [
  ['Markdown', markdownFormat, (count) => repeated(count, (n) => `- **\`a${n}\`**: one text\n\n`)],
  ['MDX', markdownFormat, (count) => `import a from 'b'\n\n${repeated(count, () => '- One text\n\n')}`],
  ['TXT', txtFormat, (count) => repeated(count, () => 'One text\n')],
  ['HTML', htmlFormat, (count) => repeated(count, () => '<p>One text</p>\n')],
  ['JSON', jsonFormat, (count) => `{${repeated(count, (n) => `"k${n}": "One text", `)}"z": 1}`],
  ['ARB', jsonFormat, (count) => `{"@@locale": "en"${repeated(count, (n) => `, "k${n}": "One text"`)}}`],
  ['YAML', yamlFormat, (count) => repeated(count, (n) => `k${n}: One text\n`)],
  [
    'PO',
    poFormat,
    (count) =>
      `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n${repeated(count, (n) => `\nmsgctxt "${n}"\nmsgid "One text"\nmsgstr ""\n`)}`,
  ],
  ['properties', propertiesFormat, (count) => repeated(count, (n) => `k${n}=One text\n`)],
  ['strings', stringsFormat, (count) => repeated(count, (n) => `"k${n}" = "One text";\n`)],
  [
    'Android',
    androidFormat,
    (count) => `<resources>${repeated(count, (n) => `<string name="k${n}">One text</string>\n`)}</resources>`,
  ],
  [
    'RESX',
    resxFormat,
    (count) =>
      `<root>${repeated(count, (n) => `<data name="k${n}" xml:space="preserve"><value>One text</value></data>\n`)}</root>`,
  ],
  [
    'XLIFF',
    xliffFormat,
    (count) =>
      `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="es" original="a" datatype="plaintext"><body>${repeated(count, (n) => `<trans-unit id="${n}"><source>One text</source></trans-unit>\n`)}</body></file></xliff>`,
  ],
  ['CSV', csvFormat, (count) => `Text,Number\n${repeated(count, (n) => `One text,${n}\n`)}`],
  [
    'SRT',
    srtFormat,
    (count) => repeated(count, (n) => `${n}\n${time(n, ',')} --> ${time(n + 1, ',')}\nOne text.\n\n`),
  ],
  [
    'VTT',
    vttFormat,
    (count) =>
      `WEBVTT\n\n${repeated(count, (n) => `${time(n, '.')} --> ${time(n + 1, '.')}\nOne text.\n\n`)}`,
  ],
];

function repeated(count: number, write: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => write(n + 1)).join('');
}

function time(n: number, sign: string): string {
  const seconds = n * 5;
  return `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}${sign}000`;
}

/** The texts of a finished file, as another program reads them. */
export async function textsOf(format: Format, bytes: Uint8Array): Promise<string> {
  const text = Buffer.from(bytes).toString();
  if (format.fileType === 'po') {
    const { translations } = po.parse(text);
    return Object.values(translations)
      .flatMap((entries) => Object.values(entries).flatMap(({ msgstr }) => msgstr))
      .join('\n');
  }
  if (format.fileType === 'xliff')
    return Array.from(text.matchAll(/<target[^>]*>([^]*?)<\/target>/g), ([, target]) =>
      decodeXML(target!),
    ).join('\n');
  // Dashes of speakers are not in segments.
  // An arrow within a text would be a time line: it is written as one sign.
  if (format.fileType === 'srt') return text.replaceAll('→', '-->');
  if (format.fileType === 'vtt') return decodeXML(text);
  const { segments } = await format.extract(bytes, { ...ANY_NUMBER, from: 'es', to: 'en' });
  return segments.map((segment) => plainText(segment.text)).join('\n');
}

/** Without white space, and without tags and ` | `, which are codes in texts of programs. */
export const folded = (text: string) => text.replace(/<\/?b>|<\/p>| \| |\s/g, '');
