import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../service/contract/index.ts';
import { runCommand } from '../support/command.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '300' });
});
afterAll(() => service.close());

describe('a document whose layout cannot be built, in the real service', () => {
  it('is done as a simple document, and says so wherever it is asked', async () => {
    const content = new Uint8Array(await makeDocx(['One', 'Two', 'Three']));
    const created = await service.upload({ name: 'a.docx', content });
    const { id } = created.body.data;
    // No input is known that only the layout fails on, so the result is kept from being put in its place.
    await mkdir(join(service.dataDir, 'jobs', id, 'result.docx', 'in-the-way'), { recursive: true });

    const job = await service.ended(id);
    expect(job).toMatchObject({ status: 'done', completed_segments: 3 });
    expect(job.warnings).toContainEqual(expect.objectContaining({ code: 'layout_unavailable' }));

    const path = `/v1/translate/documents/${id}/content`;
    const refused = await service.send<Problem>('GET', path);
    expect(refused).toMatchObject({ status: 409, body: { code: 'layout_unavailable' } });
    expect(refused.body.detail).toContain('?simple=1');

    const simple = await service.send('GET', `${path}?simple=1`);
    expect(simple.status).toBe(200);
    const parts = await JSZip.loadAsync(simple.bytes);
    const xml = await parts.file('word/document.xml')!.async('string');
    expect(xml.match(/<w:p>/g)).toHaveLength(3);
    expect(xml).not.toContain('>One<');
  });

  it('is written by translate as that simple document, with the warning', async () => {
    const [file, out] = ['letter.docx', 'simple.docx'].map((name) => join(service.dataDir, name)) as [
      string,
      string,
    ];
    await writeFile(file, await makeDocx(['Uno', 'Dos', 'Tres']));
    const languages = ['--from', 'es', '--to', 'en-XA', '--engine', 'pseudo'];
    const ended = runCommand('translate', file, ...languages, '--out', out, '--data-dir', service.dataDir);
    const { id } = await service.jobOf('letter.docx');
    await mkdir(join(service.dataDir, 'jobs', id, 'result.docx', 'in-the-way'), { recursive: true });
    const { status, stdout, stderr } = await ended;
    expect([status, stdout]).toEqual([0, out]);
    expect(stderr).toContain('layout');
    const parts = await JSZip.loadAsync(await readFile(out));
    expect((await parts.file('word/document.xml')!.async('string')).match(/<w:p>/g)).toHaveLength(3);
  });
});
