import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { FORMATS } from './formats.ts';
import { checkFiles, filesIn } from './run.ts';

const corpus = resolve(process.env['INTERLINEAR_SHARED'] ?? '../shared', 'corpus');

/**
 * What is known and not mended yet: words that stand against each other across a border of formats are taken for one, so that a
 * format or mark moves by a word; and WordArt, which is translated now, is not counted by this check.
 */
const KNOWN = [
  'okapi__okapi-integration-tests__src__test__resources__openxml__docx__watermark.docx',
  'okapi__okapi__filters__openxml__src__test__resources__768.docx',
  'okapi__okapi__filters__openxml__src__test__resources__external_hyperlink.docx',
  'poi__test-data__integration__stress001.docx',
  'XlsxWriter__xlsxwriter__test__comparison__xlsx_files__rich_string10.xlsx',
];

it.skipIf(!existsSync(corpus))(
  'every file of the corpus comes back from the built service with only its text changed, or is rightly refused',
  async () => {
    const files = filesIn(corpus, Object.keys(FORMATS));
    expect(files.length).toBeGreaterThan(100);
    const { outcomes, trouble } = await checkFiles(files);
    const faulty = outcomes.filter(({ violations }) => violations.length > 0);
    expect(faulty.filter(({ file }) => !KNOWN.includes(basename(file)))).toEqual([]);
    expect(outcomes).toHaveLength(files.length);
    expect(trouble).toBeUndefined();
  },
  240_000,
);
