import { FORMATS } from '../formats.ts';
import { LIMITS } from '../api-limits.ts';
import { tableFieldsSchema } from '../requests/tables.ts';
import { tableSchema } from '../resources/tables.ts';
import { WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

const request = {
  type: 'multipart/form-data',
  schema: tableFieldsSchema,
  jsonFields: [],
  file: `A workbook (its first sheet), or text with tabs, commas, semicolons or bars between its columns. At most ${LIMITS.tableRows} rows and ${LIMITS.tableChars} characters; columns beyond the first ${LIMITS.tableColumns} are left out.`,
} as const;

export const tableRoutes = {
  readTable: {
    method: 'post',
    path: '/v1/tables',
    tag: 'tables',
    summary: 'Read a table that was pasted or dropped',
    description: 'Stores nothing and costs nothing. Text without columns is a row a line.',
    auth: 'translate',
    request,
    answers: { 200: { description: 'Its rows, without empty ones.', data: tableSchema } },
    problems: [...WITH_BODY],
  },
  tableWorkbook: {
    method: 'post',
    path: '/v1/tables/workbook',
    tag: 'tables',
    summary: 'Make a workbook of a table',
    description: 'Its cells hold texts only, also those that begin like a formula.',
    auth: 'translate',
    request,
    answers: {
      200: {
        description: 'The workbook, of one sheet.',
        types: [FORMATS.xlsx.mediaTypes[0]],
        headers: ['Content-Disposition'],
      },
    },
    problems: [...WITH_BODY],
  },
} as const satisfies Record<string, RouteSpec>;
