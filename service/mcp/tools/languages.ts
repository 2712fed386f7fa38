import { z } from 'zod';
import type { Languages } from '../../contract/index.ts';
import { defineTool } from '../tool.ts';

export const listLanguages = defineTool({
  name: 'list_languages',
  title: 'List languages',
  description: 'Lists the languages, and the directions that can be translated now.',
  input: z.strictObject({}),
  output: z.strictObject({
    languages: z.array(z.strictObject({ code: z.string(), name: z.string() })),
    pairs: z.array(
      z.strictObject({
        from: z.string(),
        to: z.string().describe('"*" is any language.'),
        ready: z.boolean().describe('Whether an engine can translate it now.'),
      }),
    ),
  }),
  effect: 'reads',
  async run(_args, { service }) {
    const { languages, pairs } = await service.json<Languages>('/v1/languages');
    const ready = pairs.filter((pair) => pair.ready);
    return {
      value: {
        languages: languages.map(({ code, name }) => ({ code, name })),
        pairs: pairs.map(({ from, to, ready: isReady }) => ({ from, to, ready: isReady })),
      },
      line:
        ready.length === 0
          ? 'No direction can be translated yet: no engine is installed.'
          : `Ready: ${ready.map(({ from, to }) => `${from} to ${to}`).join(', ')}.`,
    };
  },
});
