import { fieldProblem } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/index.ts';
import type { NewJob } from '../../jobs/port.ts';
import type { TranslationPort } from '../../worker/port.ts';

type JobFields = BodyOf<'createDocument' | 'createBatch'>;

/** What documents and batches ask of a job alike. Throws where no engine knows the pair, the one named is unknown, or none is ready. */
export async function jobRequest(
  translation: Pick<TranslationPort, 'route'>,
  { from, to, engine, tone, context, glossary, glossary_id }: JobFields,
): Promise<Pick<NewJob, 'from' | 'to' | 'engine' | 'options'>> {
  if (glossary_id !== undefined) throw unknownGlossary(glossary_id);
  const asked = { from, to, ...(engine === undefined ? {} : { engine }) };
  await translation.route(asked);
  return {
    ...asked,
    options: {
      ...(tone === undefined ? {} : { tone }),
      ...(context === undefined ? {} : { context }),
      ...(glossary && glossary.length > 0 ? { glossary } : {}),
    },
  };
}

/** Named glossaries do not exist on this service: an id can only be wrong. */
function unknownGlossary(id: string): Error {
  return fieldProblem(
    'glossary_id',
    'invalid',
    `No glossary has the id "${id.slice(0, 60)}". Send the entries in glossary instead.`,
  );
}
