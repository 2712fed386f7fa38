import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomFillSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import JSZip from 'jszip';
import { afterAll, describe, expect, it } from 'vitest';
import { docxFormat } from '../../service/documents/docx/docx-format.ts';
import { openSource } from '../../service/worker/document/source-file.ts';
import { docx } from '../support/ooxml.ts';

const folder = mkdtempSync(join(tmpdir(), 'interlinear-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SMALL = { wholeUpTo: 1_000, leftOutFrom: 500 };
const PICTURES = {
  'word/media/a.png': 3_000,
  'word/media/b.jpeg': 700,
  'word/media/small.png': 100,
  'word/c.dat': 900,
};

/** A document with pictures, in the middle of its entries and at the end, packed and not. */
async function document(): Promise<{ path: string; bytes: Buffer }> {
  const zip = await JSZip.loadAsync(docx('<w:p><w:r><w:t>Hello</w:t></w:r></w:p>'));
  for (const [name, size] of Object.entries(PICTURES))
    zip.file(name, randomFillSync(Buffer.alloc(size)), {
      compression: name.endsWith('png') ? 'STORE' : 'DEFLATE',
    });
  zip.file('word/last.xml', '<x/>');
  const bytes = await zip.generateAsync({ type: 'nodebuffer', comment: 'a comment' });
  const path = join(folder, `${bytes.length}.docx`);
  writeFileSync(path, bytes);
  return { path, bytes };
}

async function wholeOf(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Buffer> {
  return content instanceof Uint8Array ? Buffer.from(content) : buffer(Readable.from(content));
}

describe('a large document', () => {
  it('is read without its pictures, and its result has them, byte for byte as if it had been read whole', async () => {
    const { path, bytes } = await document();
    const file = await openSource(path, SMALL);
    expect(file.size).toBe(bytes.length);
    expect(file.bytes.length).toBeLessThan(bytes.length - 3_600);
    const options = { from: 'en', to: 'es' };
    const expected = await docxFormat.assemble(bytes, ['Hola'], options);
    const result = await docxFormat.assemble(file.bytes, ['Hola'], options);
    expect(result.bytes.length).toBeLessThan(expected.bytes.length - 3_600);
    expect((await wholeOf(file.whole(result.bytes))).equals(expected.bytes)).toBe(true);
  });

  it('in which nothing changes comes back as it is on disk', async () => {
    const { path, bytes } = await document();
    const file = await openSource(path, SMALL);
    const { bytes: same } = await docxFormat.assemble(file.bytes, [null], { from: 'en', to: 'es' });
    expect((await wholeOf(file.whole(same))).equals(bytes)).toBe(true);
  });

  it('that is invalid, truncated, or without pictures is read completely', async () => {
    const { path, bytes } = await document();
    for (const content of [
      bytes.subarray(0, bytes.length - 40),
      Buffer.alloc(5_000, 'text '),
      docx('<w:p/>'),
    ]) {
      writeFileSync(path, content);
      const file = await openSource(path, { ...SMALL, wholeUpTo: 10 });
      expect(Buffer.from(file.bytes).equals(content)).toBe(true);
      expect((await wholeOf(file.whole(file.bytes))).equals(readFileSync(path))).toBe(true);
    }
  });
});
