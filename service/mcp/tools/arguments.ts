import { z } from 'zod';
import { LIMITS } from '../../contract/index.ts';

/** Arguments that several tools take. */
export const languageArg = z.string().min(1).describe('A code or an English name: "es", "pt-BR", "German".');

/** Clients of other services write `auto`, which counts as absent here. */
export const sourceArg = languageArg
  .optional()
  .describe('Detected if left out.')
  .transform((asked) => (asked?.toLowerCase() === 'auto' ? undefined : asked));

export const glossaryIds = z
  .array(z.string())
  .min(1)
  .max(5)
  .optional()
  .describe('Ids of glossaries, as add_glossary_term answers them; the first that has a term decides.');

export const clientId = z
  .string()
  .min(1)
  .max(LIMITS.clientName)
  .optional()
  .describe(
    'Whose work it is, if the user has named a client: its id or name. Memories, glossaries and engines are that client’s.',
  );

export const hints = {
  context: z
    .string()
    .max(LIMITS.context)
    .optional()
    .describe('What the text is about, for engines that can use it.'),
  tone: z.string().max(LIMITS.tone).optional().describe('Such as "formal" or "informal".'),
};

export const jobId = z.string().describe('As translate_document answered it.');

/** The start and length of a page. */
export const page = {
  cursor: z.string().optional().describe('next_cursor of the page before.'),
  limit: z.int().min(1).max(100).default(20).describe('Items of a page.'),
};
