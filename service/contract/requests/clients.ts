import { z } from 'zod';
import { LIMITS } from '../api-limits.ts';
import { checkProfileSchema } from '../checks.ts';
import { fieldCode, idParam, optional, textUpTo } from '../fields.ts';
import { askedOptionsSchema, FORMAT_OPTIONS } from '../format-options.ts';
import type { AskedOptions, FormatOptionName } from '../format-options.ts';

export const clientParams = idParam(
  z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: 'There is no such client. GET /v1/clients lists those there are.' }),
);

const clientName = textUpTo(LIMITS.clientName, 'The name').refine((name) => name.trim() !== '', {
  error: 'The name is empty. Give the client one.',
  params: fieldCode('required'),
});
const trimmedName = clientName.transform((name) => name.trim());

export const memoryUseSchema = z.object({
  id: z.string().min(1).max(LIMITS.id),
  use: z.enum(['learn', 'read']).meta({
    description: '`learn`: what is confirmed goes into it, and it is read. At most one does.',
  }),
});
export type MemoryUse = z.infer<typeof memoryUseSchema>;

const isUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

const clientMemories = z
  .array(memoryUseSchema)
  .max(LIMITS.clientMemories)
  .refine((memories) => memories.filter(({ use }) => use === 'learn').length <= 1, {
    error: 'More than one memory learns. Let one learn, and the others be read.',
  })
  .refine((memories) => isUnique(memories.map(({ id }) => id)), {
    error: 'A memory is named twice. Name each once.',
  })
  .meta({ description: 'In the order in which they are read.' });

const glossaryIds = z
  .array(z.string().min(1).max(LIMITS.id))
  .max(LIMITS.clientGlossaries)
  .refine(isUnique, { error: 'A glossary is named twice. Name each once.' })
  .meta({
    description:
      'Used by jobs and texts that name no glossary. Of two translations of a term the first glossary’s counts.',
  });

const engines = z
  .union([z.enum(['any', 'offline']), z.array(z.string().min(1).max(LIMITS.id)).min(1).max(100)])
  .meta({
    description:
      '`offline`: only engines of this machine or team (`kind: local`). Otherwise the ids of those that may be used.',
  });

/** Each option must be one of some format: those that a file's format lacks are left aside there. */
const knownOptions: z.core.CheckFn<AskedOptions> = ({ value, issues }) => {
  for (const [name, given] of Object.entries(value)) {
    const option = Object.hasOwn(FORMAT_OPTIONS, name) ? FORMAT_OPTIONS[name as FormatOptionName] : undefined;
    if (option?.schema.safeParse(given).success) continue;
    const message = option
      ? `The format option ${name} takes ${option.values}.`
      : `No format has an option ${name.slice(0, 60)}.`;
    issues.push({ code: 'custom', path: [name], input: given, message });
  }
};

const clientDefaults = z.object({
  tone: textUpTo(LIMITS.tone, 'The tone').nullish(),
  context: textUpTo(LIMITS.context, 'The context').nullish(),
  format_options: askedOptionsSchema.check(knownOptions).nullish(),
  checks: checkProfileSchema.nullish(),
});

const retentionDays = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .meta({ description: 'Days for which ended jobs are kept; null: as the settings say.' });

export const newClientSchema = z.object({
  name: trimmedName,
  memories: optional(clientMemories),
  glossary_ids: optional(glossaryIds),
  engines: optional(engines),
  defaults: optional(clientDefaults),
  retention_days: retentionDays.optional(),
});

export const clientChangeSchema = z.object({
  name: optional(trimmedName),
  memories: optional(clientMemories),
  glossary_ids: optional(glossaryIds),
  engines: optional(engines),
  defaults: optional(clientDefaults).meta({
    description: 'Members that are left out stay as they are; null removes one.',
  }),
  retention_days: retentionDays.optional(),
});

export const clientRemovalSchema = z.object({
  name: z.string({
    error: 'Send the name of the client, as {"name": "…"}: everything of it is removed for good.',
  }),
});

export const clientLogQuerySchema = z.object({
  format: z.enum(['json', 'csv']).default('json'),
});
