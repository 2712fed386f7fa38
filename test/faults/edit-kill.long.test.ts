import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Created } from '../support/service.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const PRELOAD = new URL('../support/die-at-step.mjs', import.meta.url).href;
const LINES = ['The harbour is closed', 'The ferry waits outside', 'The crew is on land'];
const DIRECTION = 'from=en&to=en-XA';

interface Segment {
  text: string;
  translated_text: string;
  edited: boolean;
}

let service: TestService;
let order: string;
let job: string;
beforeAll(async () => {
  order = join(process.env['TMPDIR'] ?? '/tmp', `interlinear-die-${process.pid}`);
  service = await startService({ DIE_AT_STEP: order }, { nodeArgs: ['--import', PRELOAD] });
  const { body } = await service.upload<{ data: Created }>({ name: 'a.txt', content: LINES.join('\n') });
  job = body.data.id;
  await service.ended(job);
});
afterAll(async () => {
  await rm(order, { force: true });
  await service.close();
});

const edit = (texts: readonly (string | null)[]) =>
  service.send('PATCH', `/v1/jobs/${job}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      segments: texts.map((translated_text, index) => ({
        index,
        translated_text,
        ...(translated_text === null ? {} : { state: 'confirmed' }),
      })),
    }),
  });

/**
 * A job's translations. Its file must say the same, and the memory must have the confirmed ones and nothing
 * else.
 */
async function present(): Promise<string[]> {
  const { segments } = await service.get<{ segments: Segment[] }>(`/v1/jobs/${job}/segments`);
  const content = await service.send('GET', `/v1/translate/documents/${job}/content`);
  expect(content.bytes.toString()).toBe(segments.map((one) => one.translated_text).join('\n'));
  const remembered = await Promise.all(
    segments.map(async ({ text }) => {
      const query = `${DIRECTION}&limit=1&q=${encodeURIComponent(text)}`;
      const { matches } = await service.get<{ matches: { target: string; match: number }[] }>(
        `/v1/memory/search?${query}`,
      );
      return matches[0]?.match === 100 ? matches[0].target : null;
    }),
  );
  expect(remembered).toEqual(segments.map((one) => (one.edited ? one.translated_text : null)));
  const { edited_segments = 0 } = await service.job(job);
  expect(edited_segments).toBe(segments.filter(({ edited }) => edited).length);
  return segments.map((one) => one.translated_text);
}

// The host's changes are those of the edit itself, the thread's those of the memory that learns it.
it.each(['host', 'thread'])(
  'an edit stands with its file and in the memory, or not at all, whenever the service is killed (-9): %s',
  async (where) => {
    await edit(LINES.map(() => null));
    const engines = await present();
    let [deaths, kept] = [0, 0];
    for (let step = 0; ; step++) {
      const before = await present();
      // One of them goes back to the engine's answer and comes again.
      const back = step % 2 === 0 ? null : `back ${where} ${step}`;
      const asked = [`first ${where} ${step}`, back, `third ${where} ${step}`];
      await writeFile(order, `${where} ${step}`);
      const answer = await edit(asked).catch(() => undefined);
      await rm(order, { force: true });
      // Writes after the answer, such as the index, may be its end too.
      const isAlive = await service.send('GET', '/v1/health').then(
        () => true,
        () => false,
      );
      if (!isAlive) {
        deaths++;
        await service.kill();
        await service.start();
      }
      const after = await present();
      const wanted = asked.map((text, n) => text ?? engines[n]);
      if (answer || after[0] !== before[0]) expect(after).toEqual(wanted);
      else expect(after).toEqual(before);
      if (isAlive) break;
      if (!answer && after[0] !== before[0]) kept++;
    }
    expect(deaths).toBeGreaterThan(where === 'host' ? 4 : 2);
    expect(kept).toBeGreaterThan(0);
  },
);
