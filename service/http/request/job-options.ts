import type { BodyOf } from '../../contract/index.ts';
import type { NewJob } from '../../jobs/port.ts';

type JobFields = BodyOf<'createDocument' | 'createBatch' | 'translateTexts'>;

/** What documents, batches and texts at once ask alike. */
export function jobRequest({
  from,
  to,
  engine,
  tone,
  context,
  glossary,
  glossary_id,
  memory,
}: JobFields): Pick<NewJob, 'from' | 'to' | 'engine' | 'options'> {
  return {
    from,
    to,
    ...(engine === undefined ? {} : { engine }),
    options: {
      ...(tone === undefined ? {} : { tone }),
      ...(context === undefined ? {} : { context }),
      ...(glossary && glossary.length > 0 && glossary_id === undefined ? { glossary } : {}),
      ...(glossary_id === undefined ? {} : { glossary_id }),
      ...(memory === 'off' ? { memory } : {}),
    },
  };
}
