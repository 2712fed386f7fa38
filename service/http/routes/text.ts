import { ok } from '../handler.ts';
import { whoseWork } from '../request/whose.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { jobRequest } from '../request/job-options.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { presentTexts } from '../response/present-texts.ts';

export function textHandlers(services: HttpServices): HandlersFor<'text'> {
  const { detector } = services;
  return {
    detectLanguage: async ({ ctx, body, principal, gone }) =>
      ok(ctx, { languages: await detector.detect(body.text, principal.accountId, gone()) }),
    translateTexts: (call) => translateTexts(services, call),
  };
}

async function translateTexts(
  services: HttpServices,
  { ctx, body, principal, gone }: Call<'translateTexts'>,
): Promise<void> {
  const [answer] = await services.jobs.translateTexts([
    {
      ...whoseWork(services, principal, body.client_id),
      ...jobRequest(body),
      ...(body.markup ? { markup: { kind: body.markup } } : {}),
      segments: body.segments.map((segment) => withoutUndefined(segment)),
      signal: gone(),
    },
  ]);
  ok(ctx, presentTexts(answer!));
}
