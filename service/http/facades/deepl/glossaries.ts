import { z } from 'zod';
import { ownerOf } from '../../../lib/owner.ts';
import { ProblemError } from '../../../contract/index.ts';
import type { Dictionary, NamedGlossary } from '../../../memory/memory-port.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import { validate } from '../../request/validate.ts';
import type { RouteCall } from '../../route.ts';
import { given } from '../shared/fields.ts';
import { languagesOf, readyLanguages, targetsOf } from '../shared/ready-languages.ts';
import {
  asDictionaries,
  asDictionary,
  atMost,
  changeFields,
  code,
  dictionaryFields,
  glossary2Fields,
  glossary3Fields,
  merged,
  noDictionary,
  nested,
  pairFields,
  pairOf,
} from './dictionaries.ts';
import { createGlossaryAccess } from './glossary-access.ts';
import type { GlossaryAccess } from './glossary-access.ts';
import { writeTsv } from './glossary-entries.ts';

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

function find(glossary: NamedGlossary, pair: { from: string; to: string }) {
  const found = glossary.dictionaries.find((one) => pairOf(one) === pairOf(pair));
  if (!found) throw new ProblemError('not_found', noDictionary(pair, glossary.id));
  return found;
}

/** The members of a glossary that a change keeps. */
function contentOf({ name: called, dictionaries: held }: NamedGlossary) {
  return {
    name: called,
    dictionaries: held.map(({ from, to, entries = [] }): Dictionary => ({ from, to, entries })),
  };
}

export function glossaryHandlers(services: ProtocolServices) {
  const access = createGlossaryAccess(services);
  return {
    glossaryPairs: (call: RouteCall<Routes['glossaryPairs']>) => listPairs(services, call),
    ...handlers2(access),
    ...handlers3(access),
  };
}

async function listPairs(
  services: ProtocolServices,
  { ctx }: RouteCall<Routes['glossaryPairs']>,
): Promise<void> {
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
}

/** Of v2: glossaries of one direction. */
function handlers2(access: GlossaryAccess) {
  return {
    createGlossary2: async ({ ctx, body, principal, gone }: RouteCall<Routes['createGlossary2']>) => {
      const fields = validate(glossary2Fields, given(body));
      const content = {
        name: fields.name,
        dictionaries: [await asDictionary(access.reading(principal, gone), fields)],
      };
      ok(ctx, present2(await access.create(ownerOf(principal), content)), 201);
    },
    listGlossaries2: async ({ ctx, principal }: RouteCall<Routes['listGlossaries2']>) => {
      const found = await access.all(ownerOf(principal));
      ok(ctx, { glossaries: found.filter((one) => one.dictionaries.length === 1).map(present2) });
    },
    showGlossary2: async ({ ctx, params: { id }, principal }: RouteCall<Routes['showGlossary2']>) =>
      ok(ctx, present2(await access.infoOfSingle(ownerOf(principal), id))),
    removeGlossary2: (call: RouteCall<Routes['removeGlossary2']>) => remove(access, call),
    showEntries2: async ({ ctx, params: { id }, principal }: RouteCall<Routes['showEntries2']>) => {
      const { dictionaries: held } = await access.infoOfSingle(ownerOf(principal), id);
      const entries = await access.entriesOf(ownerOf(principal), id, held[0]!);
      ctx.type = 'text/tab-separated-values; charset=utf-8';
      ctx.body = writeTsv(entries);
    },
  };
}

/** Of v3: a dictionary for each direction. */
function handlers3(access: GlossaryAccess) {
  return {
    createGlossary3: async ({ ctx, body, principal, gone }: RouteCall<Routes['createGlossary3']>) => {
      const fields = validate(glossary3Fields, given(body));
      const asked = await asDictionaries(access.reading(principal, gone), fields.dictionaries);
      const content = { name: fields.name, dictionaries: asked };
      ok(ctx, present3(await access.create(ownerOf(principal), content)), 201);
    },
    listGlossaries3: async ({ ctx, principal }: RouteCall<Routes['listGlossaries3']>) =>
      ok(ctx, { glossaries: (await access.all(ownerOf(principal))).map(present3) }),
    showGlossary3: async ({ ctx, params: { id }, principal }: RouteCall<Routes['showGlossary3']>) =>
      ok(ctx, present3(await access.info(ownerOf(principal), id))),
    changeGlossary3: async ({
      ctx,
      params: { id },
      body,
      principal,
      gone,
    }: RouteCall<Routes['changeGlossary3']>) => {
      const fields = validate(changeFields, given(body));
      const asked = await asDictionaries(access.reading(principal, gone), fields.dictionaries ?? []);
      const changed = await access.change(ownerOf(principal), id, (present) => {
        const content = contentOf(present);
        const held = new Map(content.dictionaries.map((one) => [pairOf(one), one]));
        for (const one of asked) held.set(pairOf(one), merged(held.get(pairOf(one)), one));
        return { name: fields.name ?? content.name, dictionaries: atMost([...held.values()]) };
      });
      ok(ctx, present3(changed));
    },
    removeGlossary3: (call: RouteCall<Routes['removeGlossary3']>) => remove(access, call),
    showEntries3: async ({ ctx, params: { id }, query, principal }: RouteCall<Routes['showEntries3']>) => {
      const { source_lang: from, target_lang: to } = validate(pairFields, given(query));
      const pair = find(await access.info(ownerOf(principal), id), { from, to });
      const entries = await access.entriesOf(ownerOf(principal), id, pair);
      const { source_lang, target_lang } = presentDictionary(pair);
      ok(ctx, {
        dictionaries: [{ source_lang, target_lang, entries: writeTsv(entries), entries_format: 'tsv' }],
      });
    },
    putDictionary3: async ({
      ctx,
      params: { id },
      body,
      principal,
      gone,
    }: RouteCall<Routes['putDictionary3']>) => {
      const fields = validate(dictionaryFields, given(body));
      const asked = await asDictionary(access.reading(principal, gone), fields);
      const changed = await access.change(ownerOf(principal), id, (present) => {
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
      const { source_lang: from, target_lang: to } = validate(pairFields, given(query));
      await access.change(ownerOf(principal), id, (present) => {
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

async function remove(
  access: GlossaryAccess,
  { ctx, params: { id }, principal }: RouteCall<Routes['removeGlossary2' | 'removeGlossary3']>,
): Promise<void> {
  await access.remove(ownerOf(principal), id);
  ctx.status = 204;
}
