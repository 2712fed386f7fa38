import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { writeDocx } from '../../service/bilingual/docx-write.ts';
import { readBilingual } from '../../service/bilingual/read-bilingual.ts';

const hasOffice = spawnSync('soffice', ['--version']).status === 0;

it.skipIf(!hasOffice)('a Word table that LibreOffice has saved comes back whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-word-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const texts = [
    ['See <1>the <2>note</2></1><3/> &amp; more', 'Siehe <1>die <2>Notiz</2></1><3/> &amp; mehr'],
    ['Line one\nand\ttwo', 'Zeile eins\nund\tzwei'],
    ['"Quoted" &lt;b&gt;', '„Zitiert“ &lt;b&gt; ⟦x⟧'],
    [' spaces  kept ', ' Leerzeichen  bleiben '],
    ['Hello', 'مرحبا <1/>'],
  ] as const;
  const units = texts.map(([source, target], index) => ({
    index,
    source,
    target,
    origin: 'engine' as const,
    flags: [],
    comment: `Comment ${index}\nand more`,
  }));
  const job = {
    id: '01a1f82f-2268-7000-b7a2-9326feeddfea',
    coded: true,
    name: 'a.docx',
    from: 'en',
    to: 'de',
    units,
  };
  writeFileSync(join(folder, 'table.docx'), await writeDocx(job));
  const { status } = spawnSync('soffice', [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--headless',
    '--convert-to',
    'docx:Office Open XML Text',
    '--outdir',
    join(folder, 'saved'),
    join(folder, 'table.docx'),
  ]);
  expect(status).toBe(0);
  const found = await readBilingual(readFileSync(join(folder, 'saved', 'table.docx')), {
    ...job,
    sourceOf: (index) => units[index]?.source,
    targetOf: (index) => units[index]?.target,
  });
  expect(found.refused).toEqual([]);
  expect(found.units.map(({ index, target, comment }) => [index, target, comment])).toEqual(
    units.map(({ index, target, comment }) => [index, target, comment]),
  );
});
