import { z } from 'zod';
import { LIMITS } from '../../contract/index.ts';
import type { TranslatedTexts } from '../../contract/index.ts';
import { jsonBody } from '../../client/client.ts';
import { clientField } from '../client-ids.ts';
import { glossaryFields } from '../glossary-ids.ts';
import { languageOf } from '../languages.ts';
import { defineTool } from '../tool.ts';
import { clientId, glossaryIds, hints, languageArg, sourceArg } from './arguments.ts';

const MAX_TEXTS = 50;

export const translateText = defineTool({
  name: 'translate_text',
  title: 'Translate text',
  description:
    'Translates one text, or up to 50, on this machine. For files use translate_document, which keeps their layout.',
  input: z.strictObject({
    text: z
      .union([z.string(), z.array(z.string()).min(1).max(MAX_TEXTS)], {
        error: `must be a text, or a list of 1 to ${MAX_TEXTS} texts`,
      })
      .describe(`A text, or a list of 1 to ${MAX_TEXTS} texts.`),
    to: languageArg,
    from: sourceArg,
    glossary_ids: glossaryIds,
    client_id: clientId,
    ...hints,
  }),
  output: z.strictObject({
    translations: z
      .array(z.strictObject({ text: z.string(), from: z.string(), flags: z.array(z.string()) }))
      .describe('In the order of the texts. Flags name what to look at.'),
  }),
  effect: 'reads',
  async run({ text, to, from, glossary_ids, client_id, context, tone }, { service, signal }) {
    const client = await clientField(service, client_id);
    const texts = typeof text === 'string' ? [text] : text;
    const sources = await Promise.all(texts.map(async (one) => from ?? (await languageOf(service, one, to))));
    const answers: { text: string; from: string; flags: string[] }[] = [];
    for (const source of new Set(sources)) {
      const ofSource = [...texts.keys()].filter((index) => sources[index] === source);
      const glossary = await glossaryFields(service, glossary_ids, source, to);
      for (let start = 0; start < ofSource.length; start += LIMITS.textsSegments) {
        const indexes = ofSource.slice(start, start + LIMITS.textsSegments);
        const segments = indexes.map((index) => ({ text: texts[index]! }));
        const asked = { segments, from: source, to, context, tone, ...client, ...glossary };
        const answer = await service.json<TranslatedTexts>('/v1/translate/segments', {
          ...jsonBody(asked),
          signal,
        });
        for (const [at, { translated_text, flags }] of answer.segments.entries()) {
          answers[indexes[at]!] = {
            text: translated_text,
            from: source,
            flags: flags.map(({ code }) => code),
          };
        }
      }
    }
    return { value: { translations: answers }, line: answers.map((one) => one.text).join('\n') };
  },
});
