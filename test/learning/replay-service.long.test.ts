import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SegmentResource } from '../../service/contract/index.ts';
import { createApertiumEngine } from '../../service/engines/apertium/engine.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { sharedFolder } from '../support/shared.ts';
import { createFigures } from './figures.ts';

/** Human translations as one translator's edits, job after job, through the built service. */
const FOLDER = sharedFolder('truth', 'parallel');
const { pairs } = await createApertiumEngine().state();
/** Segments of a job. */
const JOB = 500;

/** Three quarters of what the method saved where it was designed, beside exact memory alone, in per cent. */
const EXPECTED = {
  'desktop-help.en-es': { typing: -8, repeats: -25.5 },
  'desktop-help.es-ca': { typing: -6.3, repeats: -24 },
};
const MAX_WORSE = 1.2;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe.skipIf(!FOLDER)('a translator’s edits, job after job', () => {
  it.for(Object.entries(EXPECTED))('%s', async ([name, expected], { skip, annotate }) => {
    const [from = '', to = ''] = name.slice(-5).split('-');
    if (!pairs.some((pair) => pair.from === from && pair.to === to && pair.ready))
      return skip(`Apertium has no ${from}–${to} here`);
    await service.useNewAccount();
    const rows = readFileSync(join(FOLDER!, `${name}.tsv`), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [line.split('\t')]));
    const figures = createFigures();
    const byJob: object[] = [];
    const patches: number[] = [];
    /** What exact memory alone would have. */
    const memory = new Map<string, string>();
    for (let start = 0; start < rows.length; start += JOB) {
      const part = rows.slice(start, start + JOB);
      const own = createFigures();
      const id = await translated(part.map(([, source = '']) => source));
      const before = await segmentsOf(id);
      for (const [index, [, source = '', human = '']] of part.entries()) {
        const [segment] = await segmentsOf(id, `cursor=${index}&limit=1&offers=0`);
        const shown = segment!.translated_text!;
        const without =
          memory.get(source) ??
          segment!.engine_text ??
          before[index]!.engine_text ??
          before[index]!.translated_text!;
        for (const one of [figures, own]) one.note(shown, without, human);
        memory.set(source, human);
        const begun = performance.now();
        await confirm(id, index, human);
        patches.push(performance.now() - begun);
      }
      byJob.push(own.result());
    }
    const result = { ...figures.result(), byJob, p95: at(patches, 0.95) };
    await annotate(JSON.stringify(result));
    expect(result.typing).toBeLessThanOrEqual(expected.typing);
    expect(result.repeats).toBeLessThanOrEqual(expected.repeats);
    expect(result.worse).toBeLessThanOrEqual(MAX_WORSE);

    async function translated(texts: string[]): Promise<string> {
      const file = { name: 'part.po', content: texts.map(message).join('\n') };
      const { body } = await service.upload(file, { from, to, engine: 'apertium' });
      const { segment_count: count } = await service.ended(body.data.id);
      expect(count).toBe(texts.length);
      return body.data.id;
    }
  });
});

async function segmentsOf(id: string, query = `limit=${JOB}&offers=0`): Promise<SegmentResource[]> {
  return (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments?${query}`)).segments;
}

async function confirm(id: string, index: number, text: string): Promise<void> {
  const { status } = await service.send('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [{ index, translated_text: text, state: 'confirmed' }] }),
  });
  expect(status).toBe(200);
}

/** A message of a PO file, where equal texts may be several segments. */
function message(text: string, n: number): string {
  return `msgctxt "${n}"\nmsgid ${JSON.stringify(text)}\nmsgstr ""\n`;
}

function at(times: readonly number[], share: number): number {
  return Math.round(times.toSorted((one, other) => one - other)[Math.floor(share * times.length)]!);
}
