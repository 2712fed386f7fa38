import { ask, authorised, send } from './client.ts';

/** A table that was pasted or dropped. */
export interface TableResource {
  rows: string[][];
  /** Whether there are columns; else each row is a line of text. */
  has_columns: boolean;
}

export async function readTable(table: Blob | string, contents: 'texts' | 'terms'): Promise<TableResource> {
  return (await ask<TableResource>('/v1/tables', { method: 'POST', form: formOf(table, contents) })).data;
}

/** A workbook of a table in CSV. */
export async function tableWorkbook(csv: string): Promise<Blob> {
  const { url, headers } = authorised('/v1/tables/workbook');
  const response = await send(url, {
    method: 'POST',
    headers: { ...headers, Accept: '*/*' },
    // As terms: a comma does not always separate the columns of texts.
    form: formOf(csv, 'terms'),
  });
  return response.blob();
}

function formOf(table: Blob | string, contents: string): FormData {
  const form = new FormData();
  form.set('contents', contents);
  const name = table instanceof File ? table.name : 'table.txt';
  form.set('file', typeof table === 'string' ? new Blob([table], { type: 'text/plain' }) : table, name);
  return form;
}
