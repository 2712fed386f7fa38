import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApertiumEngine } from '../../service/engines/apertium/engine.ts';
import type { ImportedSegments, Problem, SegmentResource } from '../../service/contract/index.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { Answer, TestService } from '../support/service.ts';

const { pairs } = await createApertiumEngine().state();
const hasPair = pairs.some(({ from, to, ready }) => from === 'en' && to === 'es' && ready);
const PYTHON = '/usr/bin/python3';
const hasToolkit =
  spawnSync(PYTHON, ['-c', 'import lxml, translate.storage.csvl10n, translate.storage.xliff']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'interlinear-review-'));
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

function importFile<T>(id: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Answer<T>> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return service.send('POST', `/v1/translate/documents/${id}/import`, { body: form });
}
async function exported(id: string, format: string): Promise<Buffer> {
  const { status, headers, bytes } = await service.send('GET', `/v1/jobs/${id}/export?format=${format}`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toMatch(/[. ]es\./);
  return bytes;
}
/** Lets a program of another maker change a file. */
function change(bytes: Buffer, name: string, program: string): Uint8Array<ArrayBuffer> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const { status, stderr } = spawnSync(PYTHON, ['-c', program, path]);
  expect([status, stderr.toString()]).toEqual([0, '']);
  return new Uint8Array(readFileSync(path));
}

const XLIFF_PROGRAM = `
import sys
from lxml import etree
X = '{urn:oasis:names:tc:xliff:document:2.0}'
tree = etree.parse(sys.argv[1])
for n, unit in enumerate(tree.iter(X + 'unit')):
    target = unit.find(X + 'segment/' + X + 'target')
    if n % 2 == 0:
        target.text = 'Revisado ' + str(n) + ': ' + (target.text or '')
    if n == 3:
        for code in target.findall(X + 'ph') + target.findall(X + 'pc'): target.remove(code)
        etree.SubElement(target, X + 'ph', id='77')
    unit.find(X + 'segment').set('state', 'final')
tree.write(sys.argv[1], encoding='UTF-16', xml_declaration=True, pretty_print=False)
`;
const XLIFF12_PROGRAM = `
import sys
from translate.storage import xliff
store = xliff.xlifffile.parsefile(sys.argv[1])
for unit in store.units:
    if unit.source == 'Line 5 of the invoice':
        unit.target = 'Renglón 5 de la factura'
        unit.markapproved()
store.savefile(sys.argv[1])
`;
const CSV_PROGRAM = `
import sys
from translate.storage import csvl10n
columns = ['index', 'id', 'source', 'target', 'origin', 'flags']
store = csvl10n.csvfile(open(sys.argv[1], 'rb'), columns)
for unit in store.units:
    if unit.source == 'Line 4 of the invoice':
        unit.target = 'Renglón 4 de la factura'
store.savefile(sys.argv[1])
`;

describe.skipIf(!hasPair || !hasToolkit)(
  'a document of 200 segments with a glossary (needs apertium-eng-spa and translate-toolkit)',
  () => {
    it('is exported, changed and confirmed by other programs, imported and rebuilt', async () => {
      const bold =
        '</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>red</w:t></w:r><w:r><w:t xml:space="preserve">';
      const paragraphs = Array.from({ length: 200 }, (_, i) =>
        i % 10 === 0 ? `The ${bold} car ${i} is here` : `Line ${i} of the invoice`,
      );
      const content = new Uint8Array(await makeDocx(paragraphs));
      const glossary = JSON.stringify([{ term: 'invoice', translation: 'factura' }]);
      const fields = { from: 'en', to: 'es', engine: 'apertium', glossary };
      const { id } = (await service.upload({ name: 'invoice.docx', content }, fields)).body.data;
      expect(await service.ended(id)).toMatchObject({ status: 'done', segment_count: 200 });

      const xliff = change(await exported(id, 'xliff'), 'a.xlf', XLIFF_PROGRAM);
      const first = await importFile<{ data: ImportedSegments }>(id, xliff, 'a.xlf');
      expect(first.body.data).toMatchObject({ changed: 199, unchanged: 0 });
      expect(first.body.data.refused).toEqual([
        { index: 3, reason: 'edit_codes', message: expect.stringContaining('<77/>') as string },
      ]);
      const csv = change(await exported(id, 'csv'), 'a.csv', CSV_PROGRAM);
      const second = await importFile<{ data: ImportedSegments }>(id, csv, 'a.csv');
      expect(second.body.data).toEqual({ changed: 1, unchanged: 199, refused: [] });

      const older = change(await exported(id, 'xliff12'), 'b.xlf', XLIFF12_PROGRAM);
      const third = await importFile<{ data: ImportedSegments }>(id, older, 'b.xlf');
      expect(third.body.data).toEqual({ changed: 1, unchanged: 199, refused: [] });

      const { bytes } = await service.send('GET', `/v1/translate/documents/${id}/content`);
      const xml = await (await JSZip.loadAsync(bytes)).file('word/document.xml')!.async('string');
      expect(xml.match(/Revisado \d+:/g)).toHaveLength(99);
      expect(xml).toContain('Renglón 4 de la factura');
      expect(xml).toContain('Renglón 5 de la factura');
      expect(xml).toMatch(/<w:b\/><\/w:rPr><w:t[^>]*>rojo</);
      expect(xml.match(/factura/g)).toHaveLength(180);
      expect(await service.job(id)).toMatchObject({ edited_segments: 101 });
      const { segments } = await service.get<{ segments: SegmentResource[] }>(
        `/v1/jobs/${id}/segments?flag=glossary_missed`,
      );
      expect(segments).toEqual([]);
    }, 120_000);
  },
);

describe('export and import', () => {
  const done = async (content: string) => {
    const { id } = (await service.upload({ name: 'a.txt', content }, { from: 'en', to: 'en-XA' })).body.data;
    await service.ended(id);
    return id;
  };

  it('of a workbook that nobody has changed change nothing', async () => {
    const id = await done('one\n2026\ntwo');
    const { bytes } = await service.send('GET', `/v1/jobs/${id}/export?format=xlsx`);
    const { body } = await importFile<{ data: ImportedSegments }>(id, new Uint8Array(bytes), 'a.xlsx');
    expect(body.data).toEqual({ changed: 0, unchanged: 3, refused: [] });
  });

  it('of a Word table bring its comments, also where nothing else changes', async () => {
    const id = await done('one\n2026\ntwo');
    const { bytes } = await service.send('GET', `/v1/jobs/${id}/export?format=docx`);
    const zip = await JSZip.loadAsync(bytes);
    const xml = await zip.file('word/document.xml')!.async('string');
    const rows = xml.match(/<w:tr>.*?<\/w:tr>/gs)!;
    // The comment's cell is the last one of a row.
    const commented = rows
      .slice(1)
      .map((row, n) =>
        row.replace(
          /<w:p><\/w:p><\/w:tc><\/w:tr>$/,
          `<w:p><w:r><w:t>Remark ${n}</w:t></w:r></w:p></w:tc></w:tr>`,
        ),
      );
    zip.file('word/document.xml', xml.replace(rows.slice(1).join(''), commented.join('')));
    const changed = new Uint8Array(await zip.generateAsync({ type: 'arraybuffer' }));
    const { body } = await importFile<{ data: ImportedSegments }>(id, changed, 'a.docx');
    expect(body.data).toEqual({ changed: 0, unchanged: 3, refused: [] });
    const comments = async () => {
      const { segments } = await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`);
      return segments.map(({ comment }) => comment);
    };
    expect(await comments()).toEqual(['Remark 0', 'Remark 1', 'Remark 2']);
    const edit = await service.send('PATCH', `/v1/jobs/${id}/segments`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index: 0, translated_text: 'Uno' }] }),
    });
    expect(edit.status).toBe(200);
    expect(await comments()).toEqual(['Remark 0', 'Remark 1', 'Remark 2']);
    expect((await service.job(id)).edited_segments).toBe(1);
  });

  it('are made anew and sent whole, and not again to who has them', async () => {
    const id = await done('one');
    const get = (headers: Record<string, string>) =>
      service.send('GET', `/v1/jobs/${id}/export?format=csv`, { headers });
    const part = await get({ Range: 'bytes=0-1' });
    expect(part.status).toBe(200);
    expect(part.headers.get('accept-ranges')).toBeNull();
    expect(Number(part.headers.get('content-length'))).toBe(part.bytes.length);
    const again = await get({ 'If-None-Match': part.headers.get('etag')! });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('refuse a file of another job, one that is no export, and an unknown format', async () => {
    const [id, other] = [await done('one'), await done('one')];
    const { bytes } = await service.send('GET', `/v1/jobs/${other}/export?format=xliff`);
    const refused = await importFile<Problem>(id, new Uint8Array(bytes), 'a.xlf');
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([400, 'other_job']);
    const bomb = new Uint8Array(Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><xliff/>'));
    expect((await importFile(id, bomb, 'a.xlf')).status).toBe(400);
    expect((await service.send('GET', `/v1/jobs/${id}/export?format=pdf`)).status).toBe(400);
    expect((await service.stored()).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('of a job that runs wait for its end', async () => {
    const slow = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '5000' });
    try {
      const { id } = (await slow.upload({ name: 'a.txt', content: 'one' })).body.data;
      const { status, body } = await slow.send<Problem>('GET', `/v1/jobs/${id}/export?format=csv`);
      expect([status, body.code]).toEqual([409, 'conflict']);
    } finally {
      await slow.close();
    }
  });
});
