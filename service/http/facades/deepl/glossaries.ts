import { z } from 'zod';
import { fieldProblem, LIMITS, ProblemError } from '../../../contract/index.ts';
import type { Dictionary, NamedGlossary } from '../../../memory/memory-port.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import { validate } from '../../request/validate.ts';
import type { FormField, RouteCall } from '../../route.ts';
import { given, oneOf } from '../shared/fields.ts';
import { languagesOf, readyLanguages, targetsOf } from '../shared/ready-languages.ts';
import { readEntries, writeTsv } from './glossary-entries.ts';
import { sourceLanguage, withoutRegion } from './language-codes.ts';

const ANYTHING = z.looseObject({});
const params = z.object({ id: z.uuid({ error: 'Glossary not found' }).toLowerCase() });
const FIELDS = {
  type: 'fields',
  accepts: ['json', 'form'],
  schema: ANYTHING,
  fromForm: nested,
  maxFields: 30_000,
} as const;
const READ = { auth: 'glossaries:read' } as const;
const WRITE = { auth: 'glossaries:write' } as const;

export const glossaryRoutes = {
  glossaryPairs: { method: 'get', path: '/v2/glossary-language-pairs', ...READ },
  createGlossary2: { method: 'post', path: '/v2/glossaries', ...WRITE, request: FIELDS },
  listGlossaries2: { method: 'get', path: '/v2/glossaries', ...READ },
  showGlossary2: { method: 'get', path: '/v2/glossaries/{id}', ...READ, params },
  removeGlossary2: { method: 'delete', path: '/v2/glossaries/{id}', ...WRITE, params },
  showEntries2: { method: 'get', path: '/v2/glossaries/{id}/entries', ...READ, params },
  createGlossary3: { method: 'post', path: '/v3/glossaries', ...WRITE, request: FIELDS },
  listGlossaries3: { method: 'get', path: '/v3/glossaries', ...READ },
  showGlossary3: { method: 'get', path: '/v3/glossaries/{id}', ...READ, params },
  changeGlossary3: { method: 'patch', path: '/v3/glossaries/{id}', ...WRITE, params, request: FIELDS },
  removeGlossary3: { method: 'delete', path: '/v3/glossaries/{id}', ...WRITE, params },
  showEntries3: { method: 'get', path: '/v3/glossaries/{id}/entries', ...READ, params, query: ANYTHING },
  putDictionary3: {
    method: 'put',
    path: '/v3/glossaries/{id}/dictionaries',
    ...WRITE,
    params,
    request: FIELDS,
  },
  removeDictionary3: {
    method: 'delete',
    path: '/v3/glossaries/{id}/dictionaries',
    ...WRITE,
    params,
    query: ANYTHING,
  },
} as const;

type Routes = typeof glossaryRoutes;

/** `dictionaries[0].source_lang=en` as JSON has it. */
function nested(fields: readonly FormField[]): object {
  const plain: Record<string, unknown> = {};
  const dictionaries: Record<string, string>[] = [];
  for (const [name, value] of fields) {
    const [, place, member] = /^dictionaries\[(\d{1,3})\]\.(\w+)$/.exec(name) ?? [];
    if (place === undefined || member === undefined) plain[name] = value;
    else (dictionaries[Number(place)] ??= {})[member] = value;
  }
  return dictionaries.length > 0 ? { ...plain, dictionaries: dictionaries.filter(Boolean) } : plain;
}

const name = z.string().trim().min(1).max(LIMITS.glossaryName);
const pairFields = { source_lang: sourceLanguage, target_lang: sourceLanguage };
const dictionaryFields = z.object({
  ...pairFields,
  entries: z.string(),
  entries_format: oneOf(['tsv', 'csv']).default('tsv'),
});
const withoutNulls = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? given(value) : value),
  dictionaryFields,
);
const glossary2Fields = dictionaryFields.extend({ name });
const dictionaries = z.array(withoutNulls).max(LIMITS.dictionaries);
// A form cannot say that there are none: DeepL's client leaves the field out.
const glossary3Fields = z.object({ name, dictionaries: dictionaries.default([]) });
const changeFields = z.object({ name: name.optional(), dictionaries: dictionaries.optional() });

function asDictionary(
  { source_lang: from, target_lang: to, entries, entries_format }: z.output<typeof dictionaryFields>,
  field = 'entries',
): Dictionary {
  if (from === to)
    throw fieldProblem('target_lang', 'same_language', 'It is the same language as source_lang.');
  return { from, to, entries: readEntries(entries, entries_format, field) };
}

function asDictionaries(asked: readonly z.output<typeof dictionaryFields>[]): Dictionary[] {
  const read = asked.map((one, n) => asDictionary(one, `dictionaries[${n}].entries`));
  if (new Set(read.map(pairOf)).size < read.length)
    throw fieldProblem('dictionaries', 'invalid', 'Two dictionaries have the same languages.');
  return read;
}

/** Small letters, no region. */
function code(tag: string): string {
  return withoutRegion(tag).toLowerCase();
}

function pairOf({ from, to }: { from: string; to: string }): string {
  return `${code(from)} ${code(to)}`;
}

function find(glossary: NamedGlossary, pair: { from: string; to: string }) {
  const found = glossary.dictionaries.find((one) => pairOf(one) === pairOf(pair));
  if (!found) throw new ProblemError('not_found', 'No dictionary found for language pair');
  return found;
}

/** The members of a glossary that a change keeps. */
function contentOf({ name: called, dictionaries: held }: NamedGlossary) {
  return {
    name: called,
    dictionaries: held.map(({ from, to, entries = [] }): Dictionary => ({ from, to, entries })),
  };
}

const present2 = ({ id, name: called, dictionaries: [only], created_at }: NamedGlossary) => ({
  glossary_id: id,
  name: called,
  ready: true,
  source_lang: code(only!.from),
  target_lang: code(only!.to),
  creation_time: created_at,
  entry_count: only!.entry_count,
});

const presentDictionary = ({ from, to, entry_count }: NamedGlossary['dictionaries'][number]) => ({
  source_lang: code(from),
  target_lang: code(to),
  entry_count,
});

const present3 = ({ id, name: called, dictionaries: held, created_at }: NamedGlossary) => ({
  glossary_id: id,
  name: called,
  dictionaries: held.map(presentDictionary),
  creation_time: created_at,
});

export function glossaryHandlers(services: ProtocolServices) {
  const { glossaries } = services;
  const inTurn = createTurns();

  const all = async (account: string): Promise<NamedGlossary[]> => {
    const found: NamedGlossary[] = [];
    for (let cursor: string | undefined, isLast = false; !isLast;) {
      const page = await glossaries.list(account, { limit: 200, ...(cursor ? { cursor } : {}) });
      found.push(...page.glossaries);
      cursor = page.next;
      isLast = cursor === undefined;
    }
    return found;
  };

  const get = async (account: string, id: string): Promise<NamedGlossary> => {
    try {
      return await glossaries.get(account, id);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found')
        throw new ProblemError('not_found', 'Glossary not found');
      throw error;
    }
  };
  /** Those with several directions are of v3 only. */
  const getSingle = async (account: string, id: string): Promise<NamedGlossary> => {
    const glossary = await get(account, id);
    if (glossary.dictionaries.length !== 1) throw new ProblemError('not_found', 'Glossary not found');
    return glossary;
  };

  const change = (
    account: string,
    id: string,
    to: (present: NamedGlossary) => { name: string; dictionaries: readonly Dictionary[] },
  ): Promise<NamedGlossary> =>
    inTurn(id, async () => glossaries.replace(account, id, to(await get(account, id))));

  const remove = async ({
    ctx,
    params: { id },
    principal,
  }: RouteCall<Routes['removeGlossary2' | 'removeGlossary3']>) => {
    await get(principal.accountId, id);
    await glossaries.remove(principal.accountId, id);
    ctx.status = 204;
  };

  return {
    glossaryPairs: async ({ ctx }: RouteCall<Routes['glossaryPairs']>) => {
      const ready = await readyLanguages(services);
      const pairs = new Set(
        languagesOf(ready, 'from').flatMap((from) =>
          targetsOf(ready, from)
            .filter((to) => code(to) !== code(from))
            .map((to) => pairOf({ from, to })),
        ),
      );
      const list = [...pairs].map((pair) => pair.split(' '));
      ok(ctx, {
        supported_languages: list.map(([source_lang, target_lang]) => ({ source_lang, target_lang })),
      });
    },
    createGlossary2: async ({ ctx, body, principal }: RouteCall<Routes['createGlossary2']>) => {
      const fields = validate(glossary2Fields, given(body));
      const content = { name: fields.name, dictionaries: [asDictionary(fields)] };
      ok(ctx, present2(await glossaries.create(principal.accountId, content)), 201);
    },
    listGlossaries2: async ({ ctx, principal }: RouteCall<Routes['listGlossaries2']>) => {
      const found = await all(principal.accountId);
      ok(ctx, { glossaries: found.filter((one) => one.dictionaries.length === 1).map(present2) });
    },
    showGlossary2: async ({ ctx, params: { id }, principal }: RouteCall<Routes['showGlossary2']>) =>
      ok(ctx, present2(await getSingle(principal.accountId, id))),
    removeGlossary2: remove,
    showEntries2: async ({ ctx, params: { id }, principal }: RouteCall<Routes['showEntries2']>) => {
      const { dictionaries: held } = await getSingle(principal.accountId, id);
      ctx.type = 'text/tab-separated-values; charset=utf-8';
      ctx.body = writeTsv(held[0]!.entries ?? []);
    },
    createGlossary3: async ({ ctx, body, principal }: RouteCall<Routes['createGlossary3']>) => {
      const fields = validate(glossary3Fields, given(body));
      const content = { name: fields.name, dictionaries: asDictionaries(fields.dictionaries) };
      ok(ctx, present3(await glossaries.create(principal.accountId, content)), 201);
    },
    listGlossaries3: async ({ ctx, principal }: RouteCall<Routes['listGlossaries3']>) =>
      ok(ctx, { glossaries: (await all(principal.accountId)).map(present3) }),
    showGlossary3: async ({ ctx, params: { id }, principal }: RouteCall<Routes['showGlossary3']>) =>
      ok(ctx, present3(await get(principal.accountId, id))),
    changeGlossary3: async ({
      ctx,
      params: { id },
      body,
      principal,
    }: RouteCall<Routes['changeGlossary3']>) => {
      const fields = validate(changeFields, given(body));
      const asked = asDictionaries(fields.dictionaries ?? []);
      const changed = await change(principal.accountId, id, (present) => {
        const content = contentOf(present);
        const held = new Map(content.dictionaries.map((one) => [pairOf(one), one]));
        for (const one of asked) held.set(pairOf(one), merged(held.get(pairOf(one)), one));
        return { name: fields.name ?? content.name, dictionaries: atMost([...held.values()]) };
      });
      ok(ctx, present3(changed));
    },
    removeGlossary3: remove,
    showEntries3: async ({ ctx, params: { id }, query, principal }: RouteCall<Routes['showEntries3']>) => {
      const { source_lang: from, target_lang: to } = validate(z.object(pairFields), given(query));
      const { entries = [], ...pair } = find(await get(principal.accountId, id), { from, to });
      const { source_lang, target_lang } = presentDictionary(pair);
      ok(ctx, {
        dictionaries: [{ source_lang, target_lang, entries: writeTsv(entries), entries_format: 'tsv' }],
      });
    },
    putDictionary3: async ({ ctx, params: { id }, body, principal }: RouteCall<Routes['putDictionary3']>) => {
      const asked = asDictionary(validate(dictionaryFields, given(body)));
      const changed = await change(principal.accountId, id, (present) => {
        const content = contentOf(present);
        const held = new Map(content.dictionaries.map((one) => [pairOf(one), one]));
        const { from, to } = held.get(pairOf(asked)) ?? asked;
        held.set(pairOf(asked), { ...asked, from, to });
        return { ...content, dictionaries: atMost([...held.values()]) };
      });
      ok(ctx, presentDictionary(find(changed, asked)));
    },
    removeDictionary3: async ({
      ctx,
      params: { id },
      query,
      principal,
    }: RouteCall<Routes['removeDictionary3']>) => {
      const { source_lang: from, target_lang: to } = validate(z.object(pairFields), given(query));
      await change(principal.accountId, id, (present) => {
        find(present, { from, to });
        const content = contentOf(present);
        return {
          ...content,
          dictionaries: content.dictionaries.filter((one) => pairOf(one) !== pairOf({ from, to })),
        };
      });
      ctx.status = 204;
    },
  };
}

function merged(held: Dictionary | undefined, added: Dictionary): Dictionary {
  if (!held) return added;
  const terms = new Map(held.entries.map(({ term, translation }) => [term, translation]));
  for (const { term, translation } of added.entries) terms.set(term, translation);
  if (terms.size > LIMITS.dictionaryEntries)
    throw fieldProblem('entries', 'too_many', `There are more than ${LIMITS.dictionaryEntries} entries.`);
  return { ...held, entries: [...terms].map(([term, translation]) => ({ term, translation })) };
}

function atMost(held: readonly Dictionary[]): readonly Dictionary[] {
  if (held.length <= LIMITS.dictionaries) return held;
  throw fieldProblem('dictionaries', 'too_many', `A glossary has at most ${LIMITS.dictionaries} of them.`);
}

/** Changes of a glossary follow one another: each is made of what the one before has left. */
function createTurns(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (id, work) => {
    const mine = (last.get(id) ?? Promise.resolve()).then(work, work);
    const settled = mine
      .catch(() => undefined)
      .finally(() => {
        if (last.get(id) === settled) last.delete(id);
      });
    last.set(id, settled);
    return mine;
  };
}
