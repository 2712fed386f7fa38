import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import type { SegmentResource } from '../../service/contract/index.ts';
import { indexOfMark } from '../../service/contract/preview.ts';
import type { TestService } from '../support/service.ts';
import { unzip } from '../support/zip.ts';
import { test } from './support/test.ts';

/**
 * Real files: nearly all their sentences have a place on the page, and can be clicked. Of HTML, Markdown and EPUB those that a page
 * shows: descriptions and tooltips in attributes are on no page.
 */
const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const FILES = 12;
const MAX_BYTES = 60_000;

interface Said {
  readonly type: 'drawn' | 'failed';
  readonly placed?: readonly number[];
}

test.skip(!existsSync(CORPUS), 'the corpus of real files is not here');
test.use({ ownService: true });

async function segmentsOf(service: TestService, id: string): Promise<SegmentResource[]> {
  const found: SegmentResource[] = [];
  for (let cursor = '0'; ;) {
    const page = await service.get<{ segments: SegmentResource[]; next_cursor?: string }>(
      `/v1/jobs/${id}/segments?limit=200${found.length === 0 ? '' : `&cursor=${cursor}`}`,
    );
    found.push(...page.segments);
    if (page.next_cursor === undefined) return found;
    cursor = page.next_cursor;
  }
}

const WEB = ['html', 'md', 'epub'];

/** The segments with a mark in a text of the copy; undefined where that is each. */
async function shownBy(service: TestService, format: string, id: string): Promise<Set<number> | undefined> {
  if (!WEB.includes(format)) return undefined;
  const { bytes } = await service.send('GET', `/v1/translate/documents/${id}/preview`);
  const pages = [...(format === 'epub' ? unzip(bytes) : [])]
    .filter(([name]) => /\.(?:x?html?|svg)$/i.test(name))
    .map(([, page]) => page);
  const texts = (format === 'epub' ? pages : [bytes]).map((page) =>
    page
      .toString()
      .replace(/<(script|style|noscript|template)\b[^]*?<\/\1>/gi, '')
      .replace(/<[^>]*>/g, ''),
  );
  return new Set(Array.from(texts.join(''), (char) => indexOfMark(char) ?? -1));
}

const formats =
  'docx odt odp pptx xlsx ods csv html md epub srt vtt txt json arb yaml po xliff resx android strings properties'.split(
    ' ',
  );
for (const format of formats) {
  test(`${format} files of the corpus`, async ({ app, service }) => {
    await app.evaluate(() => {
      window.addEventListener('message', ({ data }) => {
        const { type } = data as { type?: string };
        if (type === 'drawn' || type === 'failed') (window as unknown as { said?: unknown }).said = data;
      });
    });
    const folder = join(CORPUS, format);
    const files = (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && statSync(path).size < MAX_BYTES)
      .sort((a, b) => statSync(b).size - statSync(a).size)
      .slice(0, FILES);
    let all = 0;
    const missing: string[] = [];
    for (const path of files) {
      const content = new Uint8Array(readFileSync(path));
      const fields = { from: 'en', to: 'en-XA' };
      const { status, body } = await service.upload({ name: basename(path), content }, fields);
      if (status !== 202) continue;
      await service.ended(body.data.id);
      const shown = await shownBy(service, format, body.data.id);
      const segments = (await segmentsOf(service, body.data.id)).filter(
        ({ index, text, origin }) =>
          /\p{L}/u.test(text) && origin !== 'copied' && (shown?.has(index) ?? true),
      );
      if (segments.length === 0) continue;
      await app.evaluate((job) => {
        delete (window as unknown as { said?: unknown }).said;
        window.location.hash = `review/document/${job}`;
      }, body.data.id);
      await app
        .getByRole('textbox', { name: /^Target of segment/ })
        .first()
        .waitFor();
      if ((await app.locator('iframe').count()) === 0) await app.keyboard.press('F8');
      const said = await app.waitForFunction(() => (window as unknown as { said?: unknown }).said);
      const { type, placed } = (await said.jsonValue()) as Said;
      expect(type, path).toBe('drawn');
      const there = new Set(placed);
      all += segments.length;
      missing.push(
        ...segments.filter(({ index }) => !there.has(index)).map(({ text }) => `${basename(path)}: ${text}`),
      );
    }
    console.log(`${format}: ${all - missing.length} of ${all} in ${files.length} files`);
    const share = 1 - missing.length / Math.max(1, all);
    expect(share, missing.slice(0, 20).join('\n')).toBeGreaterThanOrEqual(0.98);
  });
}
