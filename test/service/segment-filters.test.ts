import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SegmentResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await startService();
  const lines = ['The invoice is late', 'Good day', 'Two invoices', 'Good day', 'A much longer line of text'];
  const first = (await service.upload({ name: 'a.txt', content: lines[1]! })).body.data;
  await service.ended(first.id);
  await service.send('PATCH', `/v1/jobs/${first.id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [{ index: 0, translated_text: 'Buenos', state: 'confirmed' }] }),
  });
  ({ id } = (await service.upload({ name: 'b.txt', content: lines.join('\n') })).body.data);
  await service.ended(id);
});
afterAll(() => service.close());

async function indexes(query: string, path = `/v1/jobs/${id}/segments`): Promise<number[]> {
  const { segments } = await service.get<{ segments: SegmentResource[] }>(`${path}?${query}`);
  return segments.map(({ index }) => index);
}

it.each([
  ['source=invoice', [0, 2]],
  ['source=invoice&target=%C3%B1', [0, 2]],
  ['source=good&target=buen', [1, 3]],
  ['source=good&target=invoice', []],
  ['match=match_100', [1, 3]],
  ['match=new', [0, 2, 4]],
  ['repeated=any', [1, 3]],
  ['repeated=first', [1]],
  ['repeated=later', [3]],
  ['min_length=19&max_length=19', [0]],
  ['max_length=8', [1, 3]],
  ['term=invoice&translation=factura', [0]],
  ['sort=longest', [4, 0, 2, 1, 3]],
  ['sort=shortest', [1, 3, 2, 0, 4]],
  ['sort=doubt', [0, 1, 2, 3, 4]],
])('segments are filtered and sorted: %s', async (query, wanted) => {
  expect(await indexes(query)).toEqual(wanted);
});

it('pages of a sorted list follow one another, and a match of the memory stays when it is edited', async () => {
  const first = await service.get<{ segments: SegmentResource[]; next_cursor: string }>(
    `/v1/jobs/${id}/segments?sort=longest&limit=2`,
  );
  const next = await service.get<{ segments: SegmentResource[] }>(
    `/v1/jobs/${id}/segments?sort=longest&limit=2&cursor=${first.next_cursor}`,
  );
  expect([...first.segments, ...next.segments].map(({ index }) => index)).toEqual([4, 0, 2, 1]);
  await service.send('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [{ index: 3, translated_text: 'Edited' }] }),
  });
  expect(await indexes('match=match_100')).toEqual([1, 3]);
});

it.each(['match=some', 'repeated=1', 'min_length=-1', 'sort=random', 'term=invoice'])(
  'a filter that does not exist is refused: %s',
  async (query) => {
    expect((await service.send('GET', `/v1/jobs/${id}/segments?${query}`)).status).toBe(400);
  },
);
