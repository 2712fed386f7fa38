import { z } from 'zod';
import { fieldProblem } from '../../../contract/index.ts';
import type { ProtocolServices } from '../../protocol.ts';
import type { RouteCall } from '../../route.ts';
import { ok } from '../../handler.ts';
import { validate } from '../../request/validate.ts';
import { given, oneOf } from '../shared/fields.ts';
import { readyLanguages } from '../shared/ready-languages.ts';
import { deeplLanguages, withoutRegion } from './language-codes.ts';
import type { DeeplLanguage } from './language-codes.ts';

const ANYTHING = z.looseObject({});
const FORM = { type: 'fields', accepts: ['json', 'form'], schema: ANYTHING } as const;

export const catalogRoutes = {
  languages: { method: 'get', path: '/v2/languages', auth: 'languages:read', query: ANYTHING },
  languagesByPost: {
    method: 'post',
    path: '/v2/languages',
    auth: 'languages:read',
    query: ANYTHING,
    request: FORM,
  },
  languages3: { method: 'get', path: '/v3/languages', auth: 'languages:read', query: ANYTHING },
  resources: { method: 'get', path: '/v3/languages/resources', auth: 'languages:read' },
  usage: { method: 'get', path: '/v2/usage', auth: 'usage:read' },
  usageByPost: { method: 'post', path: '/v2/usage', auth: 'usage:read', request: FORM },
} as const;

const typeFields = z.object({ type: oneOf(['source', 'target']).default('source') });

export async function listLanguages(
  services: ProtocolServices,
  { ctx, query, body }: RouteCall<(typeof catalogRoutes)['languagesByPost']>,
): Promise<void> {
  const { type } = validate(typeFields, given({ ...query, ...body }));
  const languages = deeplLanguages(await readyLanguages(services));
  ok(
    ctx,
    languages
      .filter(({ isSource, isTarget }) => (type === 'source' ? isSource : isTarget))
      .map(({ tag, name, hasFormality }) => ({
        language: tag.toUpperCase(),
        name,
        ...(type === 'target' ? { supports_formality: hasFormality } : {}),
      })),
  );
}

const RESOURCES = [
  'translate_text',
  'translate_document',
  'glossary',
  'translation_memory',
  'voice',
  'write',
  'style_rules',
] as const;

const resourceFields = z.object({ resource: z.enum(RESOURCES) });

export async function listLanguages3(
  services: ProtocolServices,
  { ctx, query }: RouteCall<(typeof catalogRoutes)['languages3']>,
): Promise<void> {
  if ('product' in query && !('resource' in query))
    throw fieldProblem('product', 'invalid', "It was renamed to 'resource'.");
  const { resource } = validate(resourceFields, given(query));
  const languages = deeplLanguages(await readyLanguages(services));
  ok(ctx, languagesFor(resource, languages));
}

function languagesFor(resource: (typeof RESOURCES)[number], languages: readonly DeeplLanguage[]): object[] {
  switch (resource) {
    case 'voice':
    case 'write':
    case 'style_rules':
      return [];
    case 'glossary':
    case 'translation_memory': {
      const tags = new Map(languages.map((language) => [withoutRegion(language.tag), language]));
      return [...tags.keys()].sort().map((tag) => {
        const { name } = languages.find((language) => language.tag === tag) ?? tags.get(tag)!;
        return {
          lang: tag,
          name,
          usable_as_source: true,
          usable_as_target: true,
          status: 'stable',
          features: {},
        };
      });
    }
    default:
      return languages.map((language) => ({
        lang: language.tag,
        name: language.name,
        usable_as_source: language.isSource,
        usable_as_target: language.isTarget,
        status: 'stable',
        features: featuresOf(resource, language),
      }));
  }
}

const WORKS = { status: 'stable' };

function featuresOf(resource: string, { isSource, hasFormality }: DeeplLanguage): object {
  return {
    ...(hasFormality ? { formality: WORKS } : {}),
    ...(isSource ? { auto_detection: WORKS } : {}),
    ...(resource === 'translate_text' ? { tag_handling: WORKS } : {}),
    glossary: WORKS,
    translation_memory: WORKS,
  };
}

/** Which sides of a pair must support a feature; as in DeepL's answers, other sides are omitted. */
const FEATURES = [
  { name: 'auto_detection', needs_source_support: true },
  { name: 'formality', needs_target_support: true },
  { name: 'glossary', needs_source_support: true, needs_target_support: true },
  { name: 'tag_handling', needs_source_support: true, needs_target_support: true },
  { name: 'translation_memory', needs_source_support: true, needs_target_support: true },
];

export function listResources({ ctx }: RouteCall<(typeof catalogRoutes)['resources']>): void {
  ok(
    ctx,
    RESOURCES.map((name) => ({
      name,
      features: FEATURES.filter(
        (feature) =>
          name === 'translate_text' || (name === 'translate_document' && feature.name !== 'tag_handling'),
      ),
    })),
  );
}

/** DeepL's value for "no limit". */
const UNLIMITED = 1_000_000_000_000;

export function showUsage(
  { accounts }: ProtocolServices,
  { ctx, principal }: Pick<RouteCall, 'ctx' | 'principal'>,
): void {
  const {
    total_chars: used,
    credit_balance: balance,
    credit_reserved: reserved,
    docx_quota: quota,
  } = accounts.usage(principal.accountId);
  ok(ctx, {
    character_count: used,
    character_limit: balance === null ? UNLIMITED : used + Math.max(0, balance - reserved),
    ...(quota.limit > 0 ? { document_count: quota.used, document_limit: quota.limit } : {}),
  });
}
