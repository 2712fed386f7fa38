import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Problem } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function upload(formatOptions: string, name = 'table.csv') {
  const fields = { from: 'en', to: 'en-XA', format_options: formatOptions };
  return service.upload({ name, content: '=sum here,1\nplain words,2\n' }, fields);
}
const errorsOf = ({ body }: { body: unknown }) => (body as Problem).errors;

describe('format_options', () => {
  it('belong to the job, through a retry and a restart', async () => {
    const { id } = (await upload('{"escape_formulas": false}')).body.data;
    await service.ended(id);
    const job = await service.get<Job>(`/v1/translate/documents/${id}`);
    expect(job.options.format).toEqual({ escape_formulas: false });
  });

  it('of syntaxes override what the texts show', async () => {
    const translated = async (fields: Record<string, string>) => {
      const content = 'Change the house of :name\n:name has :count cars\n';
      const { id } = (
        await service.upload({ name: 'a.txt', content }, { from: 'en', to: 'en-XA', ...fields })
      ).body.data;
      await service.ended(id);
      return (await service.get<{ segments: { translated_text: string }[] }>(`/v1/jobs/${id}/segments`))
        .segments;
    };
    const names = (segments: readonly { translated_text: string }[]) =>
      segments.flatMap(({ translated_text: text }) => text.match(/:(?:name|count)\b/g) ?? []);
    expect(names(await translated({}))).toEqual([':name', ':name', ':count']);
    expect(names(await translated({ format_options: '{"syntaxes": []}' }))).toEqual([]);
  });

  it('are refused by name where the format has none of that name, or not that value', async () => {
    expect(errorsOf(await upload('{"colums": "all", "escape_formulas": 7}'))).toMatchObject([
      {
        field: 'format_options.colums',
        message:
          'CSV files have no option colums. They have: escape_formulas, columns, header, into, syntaxes.',
      },
      {
        field: 'format_options.escape_formulas',
        message: 'The option escape_formulas must be true or false.',
      },
    ]);
    expect(errorsOf(await upload('{"x": 1}', 'a.txt'))).toMatchObject([
      { field: 'format_options.x', details: { options: 'segmentation, syntaxes' } },
    ]);
    for (const name of ['__proto__', 'constructor'])
      expect(errorsOf(await upload(`{"${name}": {}}`))).toMatchObject([{ field: `format_options.${name}` }]);
    expect(errorsOf(await upload('[1]'))).toMatchObject([{ field: 'format_options' }]);
    expect(errorsOf(await upload('{'))).toMatchObject([{ field: 'format_options' }]);
  });

  it('of no members, or null, are as if left out', async () => {
    for (const none of ['{}', '{"escape_formulas": null}', 'null', ' ']) {
      expect((await upload(none)).status).toBe(202);
    }
  });

  it('make another request of one with the same Idempotency-Key', async () => {
    const send = async (options: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ from: 'en', to: 'en-XA', format_options: options })) {
        form.append(name, value);
      }
      form.append('file', new Blob(['a,1\n']), 'a.csv');
      const headers = { 'Idempotency-Key': 'one' };
      return (await service.send('POST', '/v1/translate/documents', { body: form, headers })).status;
    };
    expect(await send('{"escape_formulas": false}')).toBe(202);
    expect(await send('{"escape_formulas":false}')).toBe(202);
    expect(await send('{"escape_formulas": true}')).toBe(422);
  });
});
