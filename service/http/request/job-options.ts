import { fieldProblem, glossarySchema, LIMITS } from '../../contract/index.ts';
import type { DocumentFields, FieldError } from '../../contract/index.ts';
import type { JobOptions } from '../../jobs/port.ts';
import type { TranslationPort } from '../../worker/port.ts';
import { JsonError, parseJson } from './json-thread.ts';
import type { LanguageFields } from './language-fields.ts';
import { check } from './validate.ts';

const GLOSSARY_RULE = { names: ['term', 'translation'], maxItems: LIMITS.glossaryEntries + 1 };

type Glossary = NonNullable<JobOptions['glossary']>;

/** The options of a job from its checked fields. Blank ones, as forms send them, are none. */
export function jobOptions(
  fields: Pick<DocumentFields, 'tone' | 'context'>,
  glossary: Glossary | undefined,
): JobOptions {
  return {
    ...(fields.tone?.trim() ? { tone: fields.tone } : {}),
    ...(fields.context?.trim() ? { context: fields.context } : {}),
    ...(glossary && glossary.length > 0 ? { glossary } : {}),
  };
}

/** The glossary of a form: JSON text. */
export async function readGlossaryText(
  text: string | undefined,
): Promise<{ value?: Glossary; errors: FieldError[] }> {
  if (text === undefined || text.trim() === '') return { errors: [] };
  let parsed: unknown;
  try {
    parsed = await parseJson(Buffer.from(text), GLOSSARY_RULE);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { errors: [badGlossary()] };
  }
  const { value, errors } = check(glossarySchema, parsed, 'glossary');
  return value ? { value, errors: [] } : { errors: errors.map(asGlossaryError) };
}

/** Whatever is wrong with an entry is one matter to the client: the glossary is not as it must be. */
export function asGlossaryError(error: FieldError): FieldError {
  const isOurs = /^glossary(\[|\.|$)/.test(error.field) && error.code !== 'too_many';
  return isOurs ? { ...error, code: 'bad_glossary' } : error;
}

function badGlossary(): FieldError {
  return {
    field: 'glossary',
    code: 'bad_glossary',
    message: 'The glossary must be a JSON array such as [{"term": "invoice", "translation": "factura"}].',
  };
}

/** Named glossaries do not exist on this service: an id can only be wrong. */
export function readGlossaryId(id: string | undefined): FieldError[] {
  if (!id) return [];
  return [
    {
      field: 'glossary_id',
      code: 'invalid',
      message: `No glossary has the id "${id.slice(0, 60)}". Send the entries in glossary instead.`,
    },
  ];
}

/** Throws where no engine knows the pair, the named engine is unknown, or none is ready. Answers the engine id, if named. */
export async function checkPair(
  translation: Pick<TranslationPort, 'route'>,
  languages: LanguageFields,
  engine: string | undefined,
): Promise<{ engine?: string }> {
  const named = engine?.trim() ? { engine: engine.trim() } : {};
  if ((named.engine?.length ?? 0) > 100) {
    throw fieldProblem('engine', 'unknown_engine', 'No engine has this id. GET /v1/engines lists them.');
  }
  await translation.route({ ...languages, ...named });
  return named;
}
