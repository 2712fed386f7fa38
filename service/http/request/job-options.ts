import { fieldProblem } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/index.ts';
import type { NewJob } from '../../jobs/port.ts';

type JobFields = BodyOf<'createDocument' | 'createBatch'>;

/** What documents and batches ask of a job alike. */
export function jobRequest({
  from,
  to,
  engine,
  tone,
  context,
  glossary,
  glossary_id,
}: JobFields): Pick<NewJob, 'from' | 'to' | 'engine' | 'options'> {
  if (glossary_id !== undefined) throw unknownGlossary(glossary_id);
  return {
    from,
    to,
    ...(engine === undefined ? {} : { engine }),
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
