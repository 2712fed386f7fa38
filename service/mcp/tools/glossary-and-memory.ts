import { z } from 'zod';
import { LIMITS, parseLanguage } from '../../contract/index.ts';
import type {
  GlossaryResource,
  ImportedGlossary,
  MemoryImported,
  MemoryMatches,
} from '../../contract/index.ts';
import { escapeXml } from '../../documents/xml/scan.ts';
import type { Client } from '../../client/client.ts';
import { clientField, queryOf } from '../client-ids.ts';
import { counted } from '../counted.ts';
import { ToolError } from '../tool-error.ts';
import { defineTool } from '../tool.ts';
import { clientId, languageArg } from './arguments.ts';

const word = z.string().trim().min(1).max(LIMITS.glossaryWord);

export const addGlossaryTerm = defineTool({
  name: 'add_glossary_term',
  title: 'Add a glossary term',
  description:
    'Adds a term to a glossary by its name, which is made if there is none. Later translations use it by its glossary_id.',
  input: z.strictObject({
    term: word.describe('As it is in source texts.'),
    translation: word.describe('How the term is translated.'),
    from: languageArg,
    to: languageArg,
    client_id: clientId,
    glossary: z.string().trim().min(1).max(LIMITS.glossaryName).describe('The name of the glossary.'),
    replace: z.boolean().default(false).describe('Whether another translation of the term is replaced.'),
  }),
  output: z.strictObject({ glossary_id: z.string(), name: z.string(), entry_count: z.int() }),
  effect: 'replaces',
  async run({ term, translation, from, to, client_id, glossary: name, replace }, { service }) {
    const client = await clientField(service, client_id);
    const known = await findByName(service, name, client);
    const present = known && (await presentTranslation(service, known.id, { term, from, to }));
    if (present !== undefined && present !== translation && !replace) {
      throw new ToolError(
        `The glossary "${name}" translates "${term}" as "${present}". Pass replace: true to change that.`,
      );
    }
    const form = new FormData();
    form.append('from', from);
    form.append('to', to);
    if (known) form.append('glossary_id', known.id);
    else form.append('name', name);
    if (client.client_id !== undefined) form.append('client_id', client.client_id);
    form.append('file', new Blob([`term,translation\n${csv(term)},${csv(translation)}\n`]), 'term.csv');
    const made = await service.json<ImportedGlossary>('/v1/glossaries/import', {
      method: 'POST',
      body: form,
    });
    const entry_count = dictionaryOf(made, from, to)?.entry_count ?? 0;
    return {
      value: { glossary_id: made.id, name: made.name, entry_count },
      line: `"${term}" is "${translation}" in ${made.name}, which has ${counted(entry_count, 'term')}.`,
    };
  },
});

export const addToMemory = defineTool({
  name: 'add_to_memory',
  title: 'Add to the translation memory',
  description: 'Keeps a translation: an equal text is translated so from now on.',
  input: z.strictObject({
    source: z.string().trim().min(1).describe('The text.'),
    target: z.string().trim().min(1).describe('Its translation.'),
    from: languageArg,
    to: languageArg,
    client_id: clientId,
  }),
  output: z.strictObject({ result: z.enum(['added', 'updated', 'unchanged']) }),
  effect: 'replaces',
  async run({ source, target, from, to, client_id }, { service }) {
    const client = await clientField(service, client_id);
    const form = new FormData();
    form.append('from', from);
    form.append('to', to);
    if (client.client_id !== undefined) form.append('client_id', client.client_id);
    form.append('file', new Blob([tmx(from, to, source, target)]), 'unit.tmx');
    const { added, updated } = await service.json<MemoryImported>('/v1/memory/import', {
      method: 'POST',
      body: form,
    });
    const present = updated > 0 ? ('updated' as const) : ('unchanged' as const);
    const result = added > 0 ? ('added' as const) : present;
    return { value: { result }, line: `The translation memory: ${result}.` };
  },
});

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search the translation memory',
  description: 'Finds translations of the same or a similar text.',
  input: z.strictObject({
    text: z.string().trim().min(1).max(LIMITS.memoryQuery).describe('The text to look for.'),
    from: languageArg,
    to: languageArg,
    client_id: clientId,
    limit: z.int().min(1).max(50).default(10).describe('The most matches to answer.'),
  }),
  output: z.strictObject({
    matches: z.array(
      z.strictObject({
        source: z.string(),
        target: z.string(),
        match: z.int().describe('0 to 100; 100 is the same text.'),
        updated_at: z.string(),
      }),
    ),
  }),
  effect: 'reads',
  async run({ text, from, to, client_id, limit }, { service }) {
    const client = await clientField(service, client_id);
    const query = new URLSearchParams({ q: text, from, to, limit: String(limit), ...client });
    const { matches } = await service.json<MemoryMatches>(`/v1/memory/search?${query.toString()}`);
    return {
      value: {
        matches: matches.map(({ source, target, match, updated_at }) => ({
          source,
          target,
          match,
          updated_at,
        })),
      },
      line: `${counted(matches.length, 'match', 'matches')}.`,
    };
  },
});

async function findByName(
  service: Client,
  name: string,
  client: { client_id?: string },
): Promise<GlossaryResource | undefined> {
  for (let cursor = ''; ;) {
    const page = await service.json<{ glossaries: GlossaryResource[]; next_cursor?: string }>(
      `/v1/glossaries?limit=200${cursor}${queryOf(client)}`,
    );
    const found = page.glossaries.find((one) => one.name === name);
    if (found || page.next_cursor === undefined) return found;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

async function presentTranslation(
  service: Client,
  id: string,
  { term, from, to }: { term: string; from: string; to: string },
): Promise<string | undefined> {
  const glossary = await service.json<GlossaryResource>(`/v1/glossaries/${id}`);
  return dictionaryOf(glossary, from, to)?.entries?.find((entry) => entry.term === term)?.translation;
}

function dictionaryOf(glossary: GlossaryResource, from: string, to: string) {
  const [source, target] = [from, to].map((tag) => parseLanguage(tag) ?? tag);
  return glossary.dictionaries.find((one) => one.from === source && one.to === target);
}

function csv(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** TMX 1.4b with one unit. */
function tmx(from: string, to: string, source: string, target: string): string {
  const variant = (language: string, text: string) =>
    `<tuv xml:lang="${escapeXml(parseLanguage(language) ?? language)}"><seg>${escapeXml(text)}</seg></tuv>`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header creationtool="interlinear" creationtoolversion="1" ' +
    `segtype="sentence" o-tmf="interlinear" adminlang="en" srclang="${escapeXml(parseLanguage(from) ?? from)}" datatype="plaintext"/>` +
    `<body><tu>${variant(from, source)}${variant(to, target)}</tu></body></tmx>`
  );
}
