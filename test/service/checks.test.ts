import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobChecks, Problem } from '../../service/contract/index.ts';
import { readFirstSheet } from '../../service/bilingual/workbook.ts';
import { runCommand } from '../support/command.ts';
import { startService } from '../support/service.ts';
import type { Answer, TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A done job of these lines with these translations. */
async function made(
  pairs: readonly (readonly [source: string, target: string])[],
  fields: Record<string, string> = {},
): Promise<string> {
  const content = pairs.map(([source]) => source).join('\n');
  const asked = { from: 'en', to: 'en-XA', ...fields };
  const { id } = (await service.upload({ name: 'guide.txt', content }, asked)).body.data;
  await service.ended(id);
  await edit(
    id,
    pairs.map(([, target], index) => ({ index, translated_text: target })),
  );
  return id;
}
function patch<T>(path: string, body: object): Promise<Answer<T>> {
  const headers = { 'Content-Type': 'application/json' };
  return service.send('PATCH', path, { headers, body: JSON.stringify(body) });
}
const edit = (id: string, segments: object[]) => patch(`/v1/jobs/${id}/segments`, { segments });
const checksOf = (id: string) => service.get<JobChecks>(`/v1/jobs/${id}/checks`);
const ignore = (id: string, changes: object[]) =>
  patch<{ data: JobChecks } & Problem>(`/v1/jobs/${id}/checks`, { ignore: changes });

const PAIRS = [
  ['The house is red.', 'La casa  es roja.'],
  ['Close the door.', 'Cierre la puerta.'],
  ['Close the door.', 'Cierra la puerta.'],
] as const;

it('findings name their segments, are ignored with a reason, and are open again once a segment changes', async () => {
  const id = await made(PAIRS);
  const found = await checksOf(id);
  expect(found.checks.map(({ code, segments }) => [code, segments])).toEqual([
    ['same_source', [1, 2]],
    ['spaces', [0]],
  ]);
  const [same, spaces] = found.checks;
  const { body } = await ignore(id, [{ id: spaces!.id, reason: 'The client writes so' }]);
  expect([body.data.open, body.data.ignored]).toEqual([1, 1]);
  expect(body.data.checks[1]).toMatchObject({ id: spaces!.id, ignored: 'The client writes so' });
  await edit(id, [{ index: 1, state: 'confirmed' }]);
  expect((await checksOf(id)).checks).toEqual(body.data.checks);
  await edit(id, [{ index: 0, translated_text: 'Es roja  la casa.' }]);
  const after = await checksOf(id);
  expect([after.open, after.ignored, after.checks[0]!.id]).toEqual([2, 0, same!.id]);
  const { data } = (await ignore(id, [{ id: same!.id, reason: 'Two readers' }])).body;
  expect(data.ignored).toBe(1);
  expect((await ignore(id, [{ id: same!.id, reason: null }])).body.data.ignored).toBe(0);
});

it('an unknown finding, an empty list and a blank reason are refused, and nothing is ignored', async () => {
  const id = await made(PAIRS);
  const known = (await checksOf(id)).checks[0]!.id;
  const refused = await ignore(id, [
    { id: known, reason: 'Fine' },
    { id: 'none', reason: 'Fine' },
  ]);
  expect([refused.status, refused.body.errors?.map(({ field }) => field)]).toEqual([400, ['ignore[1].id']]);
  for (const changes of [[], [{ id: known, reason: ' ' }], [{ id: known, reason: 'x'.repeat(501) }]])
    expect((await ignore(id, changes)).status).toBe(400);
  expect((await checksOf(id)).ignored).toBe(0);
});

it('a job’s profile turns checks off and on, before that of its client', async () => {
  await patch('/v1/clients/general', { defaults: { checks: { same_source: false } } });
  const codes = async (checks: object) => {
    const id = await made(PAIRS, { checks: JSON.stringify(checks) });
    return (await checksOf(id)).checks.map(({ code }) => code);
  };
  expect(await codes({ spaces: false })).toEqual([]);
  expect(await codes({ same_source: true, too_long: { percent: 50 } })).toEqual([
    'same_source',
    'spaces',
    'too_long',
    'too_long',
    'too_long',
  ]);
  for (const profile of [{ spaces: 7 }, { too_long: true }, { spaces: { percent: 7 } }]) {
    const bad = { checks: JSON.stringify(profile), from: 'en', to: 'en-XA' };
    expect((await service.upload({ name: 'guide.txt', content: 'A house' }, bad)).status).toBe(400);
  }
  await patch('/v1/clients/general', { defaults: { checks: null } });
});

it('the report has a row for each segment of a finding, and texts that look like formulas stay texts', async () => {
  const id = await made([...PAIRS, ['=1+1 is the sum', '=HYPERLINK("x")  is']]);
  const { id: first } = (await checksOf(id)).checks[0]!;
  await ignore(id, [{ id: first, reason: 'Two readers' }]);
  const { status, headers, bytes } = await service.send('GET', `/v1/jobs/${id}/checks?format=xlsx`);
  expect([status, headers.get('Content-Disposition')]).toEqual([
    200,
    expect.stringContaining('checks en-XA.xlsx'),
  ]);
  const rows = (await readFirstSheet(bytes, { maxColumns: 9, maxRows: 20 }))!;
  expect(
    rows.slice(0, 4).map(([code, number, , target, , reason]) => [code, number, target, reason]),
  ).toEqual([
    ['check', 'segment', 'target', 'ignored'],
    ['same_source', '2', 'Cierre la puerta.', 'Two readers'],
    ['same_source', '3', 'Cierra la puerta.', 'Two readers'],
    ['spaces', '1', 'La casa  es roja.', undefined],
  ]);
  expect(rows.some(([, , , target]) => target === '=HYPERLINK("x")  is')).toBe(true);
});

it('interlinear check prints the findings, and writes the report', async () => {
  const id = await made(PAIRS);
  const output = join(service.dataDir, 'report.xlsx');
  const { status, stdout } = await runCommand('check', id, '-o', output, '--data-dir', service.dataDir);
  expect([status, stdout.split('\n').length, stdout.split('\n').at(-1)]).toEqual([0, 3, '2 open, 0 ignored']);
  expect(stdout).toContain('same_source  2, 3  ');
  expect(readFileSync(output).subarray(0, 2).toString()).toBe('PK');
});

it('an unknown job is 404, also in the report', async () => {
  for (const query of ['', '?format=xlsx']) {
    const unknown = `/v1/jobs/0197f7a2-0000-7000-8000-000000000000/checks${query}`;
    expect((await service.send('GET', unknown)).status).toBe(404);
  }
});
