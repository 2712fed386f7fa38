import { baseLanguage, LANGUAGES, PSEUDO_LANGUAGE } from '../../../contract/index.ts';
import type { EngineResource } from '../../../contract/index.ts';
import { isCompatible } from '../../../lib/language-fallback.ts';
import type { HttpServices } from '../../handler.ts';
import { presentLanguages } from '../../response/present-catalog.ts';

/** The directions that can be translated now by default engines. Tags; `*` is any language. */
export interface ReadyLanguages {
  readonly pairs: readonly { readonly from: string; readonly to: string; readonly engine: EngineResource }[];
}

export async function readyLanguages({ engines }: Pick<HttpServices, 'engines'>): Promise<ReadyLanguages> {
  const serving = (await engines.list()).filter(
    ({ order, enabled, ready }) => order !== undefined && enabled && ready,
  );
  const byId = new Map(serving.map((engine) => [engine.id, engine]));
  const pairs = presentLanguages(serving)
    .pairs.filter(({ ready, to }) => ready && to !== PSEUDO_LANGUAGE)
    .map(({ from, to, engines: [first] }) => ({ from, to, engine: byId.get(first!)! }));
  return { pairs };
}

const ALL = LANGUAGES.map(({ code }) => code).filter((code) => code !== PSEUDO_LANGUAGE);

/** The languages of one side, each once. */
export function languagesOf({ pairs }: ReadyLanguages, side: 'from' | 'to'): string[] {
  const tags = new Set(pairs.map((pair) => pair[side]));
  return tags.has('*') ? ALL : [...tags].sort();
}

/** The targets of a source. */
export function targetsOf({ pairs }: ReadyLanguages, source: string): string[] {
  const tags = new Set(pairs.filter(({ from }) => from === source || from === '*').map(({ to }) => to));
  return (tags.has('*') ? ALL : [...tags].sort()).filter((to) => to !== source);
}

/** The languages that can be translated into a target; undefined if any can. */
export function sourcesFor({ pairs }: ReadyLanguages, target: string): string[] | undefined {
  if (target === PSEUDO_LANGUAGE) return undefined;
  const found = pairs.filter(({ to }) => to === '*' || isCompatible(target, to)).map(({ from }) => from);
  return found.includes('*') ? undefined : [...new Set(found)];
}

/** Whether texts in one language are also in the other: `en` and `en-GB`, but not `zh` and `zh-Hant`. */
export function isSameLanguage(from: string, to: string): boolean {
  return to !== PSEUDO_LANGUAGE && baseLanguage(from) === baseLanguage(to) && isCompatible(from, to);
}
