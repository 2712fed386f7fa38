import type { CheckerResource } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { HandlersFor, HttpServices } from '../handler.ts';

export function checkerHandlers({ checkers }: HttpServices): HandlersFor<'checkers'> {
  const shown = async (scopes: readonly string[]): Promise<CheckerResource> => {
    const checker = await checkers.show();
    return scopes.includes('admin') ? checker : withoutAddress(checker);
  };
  return {
    listCheckers: async ({ ctx, principal }) => ok(ctx, { checkers: [await shown(principal.scopes)] }),
    showChecker: async ({ ctx, principal }) => ok(ctx, await shown(principal.scopes)),
    changeChecker: async ({ ctx, body }) => ok(ctx, await checkers.change(body)),
    testChecker: async ({ ctx }) => ok(ctx, await checkers.test()),
  };
}

/** Reasons name addresses too, and what is ignored may quote translations. */
function withoutAddress(checker: CheckerResource): CheckerResource {
  const { url, reason, ignored, ...shown } = checker;
  return shown;
}
