import { buildOpenApi } from '../../contract/openapi.ts';
import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { docsPage } from '../response/docs-page.ts';

export function serviceHandlers({ version }: HttpServices): Pick<Handlers, 'health' | 'openApi' | 'docs'> {
  // Built once, on the first request: it never changes during a run.
  let openApi: string | undefined;
  return {
    health: ({ ctx }) => ok(ctx, { status: 'ok', version }),
    openApi: ({ ctx }) => {
      openApi ??= JSON.stringify(buildOpenApi(version));
      ctx.body = openApi;
      ctx.type = 'json';
    },
    docs: ({ ctx }) => {
      ctx.set(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
      ctx.body = docsPage(version);
      ctx.type = 'html';
    },
  };
}
