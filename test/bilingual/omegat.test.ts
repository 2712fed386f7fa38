import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeTmx } from '../../service/bilingual/job-tmx.ts';
import { readXliff } from '../../service/bilingual/xliff.ts';
import { writeXliff12 } from '../../service/bilingual/xliff12.ts';
import { VERSION } from '../../service/version.ts';
import { TMX_END, tmxStart, tmxUnit } from '../../service/bilingual/write-tmx.ts';

const JOB_ID = '01a1f82f-2268-7000-b7a2-9326feeddfea';
const hasOmegat = spawnSync('omegat', ['--help']).status === 0;

const PAIRS: readonly (readonly [string, string])[] = [
  ['The harbour is closed', 'El puerto está cerrado'],
  ['Fish & chips < 5 €', 'Pescado y patatas < 5 €'],
  ['"Quoted", it’s', '«Citado», es 你好 😀'],
];
const PROJECT = `<?xml version="1.0" encoding="UTF-8"?><omegat><project version="1.0">
${['source', 'target', 'tm', 'glossary', 'dictionary'].map((name) => `<${name}_dir>__DEFAULT__</${name}_dir>`).join('')}
<glossary_file>__DEFAULT__</glossary_file><source_lang>en</source_lang><target_lang>es-MX</target_lang>
<sentence_seg>false</sentence_seg><support_default_translations>true</support_default_translations>
<remove_tags>false</remove_tags></project></omegat>`;

const TEXT = {
  name: 'a.txt',
  content: `\ufeff${PAIRS.map(([source]) => source).join('\n\n')}\n`,
};

/**
 * OmegaT translates with the units of its project's memory, exactly: what it writes is what it has read of
 * ours.
 */
function translatedByOmegat(
  tmx: string | Uint8Array,
  { name, content }: { name: string; content: string | Uint8Array } = TEXT,
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-omegat-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['source', 'target', 'tm', 'glossary', 'dictionary', 'omegat', 'home'])
    mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'omegat.project'), PROJECT);
  writeFileSync(join(folder, 'source', name), content);
  writeFileSync(join(folder, 'omegat', 'project_save.tmx'), tmx);
  const modes = ['--mode=console-translate', '--no-team', '--disable-project-locking'];
  const env = { ...process.env, HOME: join(folder, 'home'), LC_ALL: 'C.UTF-8' };
  const { status } = spawnSync('omegat', [...modes, `--config-dir=${join(folder, 'home')}`, folder], { env });
  expect(status).toBe(0);
  return readFileSync(join(folder, 'target', name));
}

const wanted = `${PAIRS.map(([, target]) => target).join('\n\n')}\n`;

it.skipIf(!hasOmegat)('OmegaT reads the TMX of a job (needs omegat)', () => {
  const units = PAIRS.map(([source, target], index) => ({
    index,
    source,
    target,
    origin: 'edited' as const,
    flags: [],
  }));
  const job = { id: JOB_ID, coded: false, name: 'a.txt', from: 'en', to: 'es-MX', units };
  expect(translatedByOmegat(writeTmx(job)).toString()).toBe(wanted);
});

it.skipIf(!hasOmegat)('OmegaT reads the TMX of a memory (needs omegat)', () => {
  const units = PAIRS.map(([source, target]) =>
    tmxUnit({ from: 'en', to: 'es-MX', source, target, coded: false, changedAt: '2026-01-01T00:00:00.000Z' }),
  );
  const tmx = tmxStart({ from: 'en', version: VERSION }) + units.join('') + TMX_END;
  expect(translatedByOmegat(tmx).toString()).toBe(wanted);
});

it.skipIf(!hasOmegat)(
  'OmegaT revises the translations of an XLIFF 1.2, which is imported (needs omegat)',
  () => {
    const units = [
      ['See <1>the <2>note</2></1><3/> &amp; more', 'Véase <1>la <2>nota</2></1><3/> &amp; más'],
      ['Two cars', 'Dos coches'],
      ['2026', '2026'],
    ].map(([source = '', target = ''], index) => ({
      ...{ index, source, target, flags: [] },
      origin: index === 2 ? ('copied' as const) : ('engine' as const),
    }));
    const job = { id: JOB_ID, coded: true, name: 'a.docx', from: 'en', to: 'es-MX', units };
    // OmegaT 3.6 takes the target for a draft, and has its own names for codes.
    const revised = [
      ['Véase <g0>la <g1>nota</g1></g0><x2/> & más', 'Ver <g0>la <g1>apostilla</g1></g0><x2/> & más'],
      ['Dos coches', 'Dos autos'],
    ].map(([source = '', target = '']) =>
      tmxUnit({
        from: 'en',
        to: 'es-MX',
        source,
        target,
        coded: false,
        changedAt: '2026-01-01T00:00:00.000Z',
      }),
    );
    const tmx = tmxStart({ from: 'en', version: VERSION }) + revised.join('') + TMX_END;
    const saved = translatedByOmegat(tmx, { name: 'a.xlf', content: writeXliff12(job) });
    expect(readXliff(saved, true)).toEqual({
      jobId: JOB_ID,
      units: [
        { index: 0, source: units[0]!.source, target: 'Ver <1>la <2>apostilla</2></1><3/> &amp; más' },
        { index: 1, source: 'Two cars', target: 'Dos autos' },
        { index: 2, source: '2026', target: '2026' },
      ],
    });
  },
);
