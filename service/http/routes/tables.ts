import { FORMATS } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { attachment } from '../response/content-disposition.ts';

export function tableHandlers({ tables }: HttpServices): HandlersFor<'tables'> {
  return {
    readTable: async (call) =>
      ok(call.ctx, await tables.read(call.principal.accountId, fileOf(call), call.gone())),
    tableWorkbook: async (call) => {
      const { ctx, principal, gone } = call;
      const bytes = await tables.workbook(principal.accountId, fileOf(call), gone());
      ctx.status = 200;
      ctx.set('Content-Disposition', attachment('table.xlsx'));
      ctx.body = Buffer.from(bytes);
      ctx.set('Content-Type', FORMATS.xlsx.mediaTypes[0]);
    },
  };
}

function fileOf({ file, body }: Call<'readTable' | 'tableWorkbook'>) {
  return { path: file.path, fileName: file.fileName, contents: body.contents };
}
