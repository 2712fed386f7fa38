/** Packages of Trados Studio and memoQ, as public programs describe them (docs/packages.md). */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import sqlite from 'node-sqlite3-wasm';
import { zip } from './zip.ts';
import type { Parts } from './zip.ts';

export interface TradosUnit {
  readonly source: string;
  readonly target?: string;
  /** Attributes of `sdl:seg`: ` conf="Draft"`. */
  readonly seg?: string;
}

export function sdlxliff(units: readonly TradosUnit[], to = 'en-XA'): string {
  const body = units.map(({ source, target = '', seg = '' }, n) => {
    const mrk = (text: string): string => `<mrk mtype="seg" mid="${n + 1}">${text}</mrk>`;
    return (
      `<trans-unit id="u${n + 1}"><source>${source}</source><seg-source>${mrk(source)}</seg-source>` +
      `<target>${mrk(target)}</target><sdl:seg-defs><sdl:seg id="${n + 1}"${seg}/></sdl:seg-defs></trans-unit>`
    );
  });
  return `\ufeff<?xml version="1.0" encoding="utf-8"?><xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" sdl:version="1.0"><file original="a.docx" source-language="en-US" target-language="${to}" datatype="x-sdlfilterframework2"><body>${body.join('')}</body></file></xliff>`;
}

const counts = (name: string, n: number): string =>
  `<${name} Words="${n * 10}" Characters="${n * 50}" Segments="${n}" Placeables="0" Tags="0" />`;
const statistics = `<ConfirmationStatistics Status="Complete">${counts('Unspecified', 5)}${counts('Draft', 3)}${counts('Translated', 2)}</ConfirmationStatistics>`;

export function sdlproj(targets: readonly string[], more = ''): string {
  const directions = targets.map(
    (target) =>
      `<LanguageDirection Guid="g" SettingsBundleGuid="s" TargetLanguageCode="${target}" SourceLanguageCode="en-US"><AutoSuggestDictionaries />${statistics}</LanguageDirection>`,
  );
  return (
    `<?xml version="1.0" encoding="utf-8"?>\r\n<PackageProject xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" Version="4.0.0.0" PackageType="ProjectPackage" PackageCreatedAt="2026-01-02T03:04:05.6789012Z" PackageCreatedBy="AGENCY\\someone" Guid="1" PackageGuid="2">\r\n` +
    `  <LanguageDirections>${directions.join('')}</LanguageDirections>\r\n` +
    '  <TermbaseConfiguration><Termbases><Name>Terms</Name></Termbases></TermbaseConfiguration>\r\n' +
    `  <GeneralProjectInfo Name="Pump manual" CreatedBy="AGENCY\\someone" />\r\n` +
    '  <SourceLanguageCode>en-US</SourceLanguageCode>\r\n' +
    '  <Tasks><AutomaticTask Guid="a"><Reports /></AutomaticTask>\r\n<ManualTask Guid="m" CreatedBy="AGENCY\\someone" /></Tasks>\r\n' +
    `${more}</PackageProject>`
  );
}

export const UNITS: readonly TradosUnit[] = [
  {
    source: 'Open the valve.',
    target: 'Öffne das Ventil.',
    seg: ' conf="Translated" origin="tm" percent="100" text-match="SourceAndTarget"',
  },
  {
    source: 'Close the valve.',
    target: 'Schließe es.',
    seg: ' conf="Draft" origin="tm" origin-system="Agency" percent="85"',
  },
  { source: 'Turn the <g id="4">red</g> wheel.' },
  { source: 'Turn the <g id="4">red</g> wheel.' },
  { source: 'Do not touch.', target: 'Nicht anfassen.', seg: ' conf="ApprovedSignOff" locked="true"' },
];

export function sdlppx(parts: Parts = {}, targets: readonly string[] = ['en-XA']): Buffer {
  const files = targets.flatMap((to): [string, string][] => [
    [`${to}/a.docx.sdlxliff`, sdlxliff(UNITS, to)],
    [
      `${to}/sub/b.docx.sdlxliff`,
      sdlxliff([{ source: 'Open the valve.' }, { source: 'A known sentence.' }], to),
    ],
  ]);
  return zip({
    'Pump.sdlproj': sdlproj(targets),
    'en-US/a.docx.sdlxliff': sdlxliff([{ source: 'Open the valve.' }], ''),
    ...Object.fromEntries(files),
    ...parts,
  });
}

export function mqxliff(units: string, to = 'en-XA'): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:mq="MQXliff" version="1.2"><file original="Manual.docx" source-language="en-gb" target-language="${to}" datatype="x-docx"><body>\n${units}\n</body></file></xliff>\n`;
}

const side = (text: string, culture: string): string =>
  `<Segment xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Elements><Text><Value>${text}</Value></Text></Elements><CultureName>${culture}</CultureName></Segment>`;

/** A Trados translation memory. `schema`: instead of the usual table. */
export async function sdltm(
  pairs: readonly (readonly [source: string, target: string])[],
  { schema = TABLE, to = 'en-XA' }: { schema?: string; to?: string } = {},
): Promise<Buffer> {
  const path = join(tmpdir(), `${randomUUID()}.sdltm`);
  const database = new sqlite.Database(path);
  try {
    database.exec(
      `CREATE TABLE translation_memories (id INTEGER PRIMARY KEY, name TEXT, source_language TEXT, target_language TEXT);
       INSERT INTO translation_memories VALUES (1, 'tm', 'en-US', '${to}'); ${schema}`,
    );
    for (const [source, target] of pairs)
      database.run('INSERT INTO translation_units (source_segment, target_segment) VALUES (?, ?)', [
        side(source, 'en-US'),
        side(target, to),
      ]);
  } finally {
    database.close();
  }
  const bytes = await readFile(path);
  rmSync(path);
  return bytes;
}

const TABLE =
  'CREATE TABLE translation_units (id INTEGER PRIMARY KEY, source_segment TEXT, target_segment TEXT, change_date DATETIME);';
