import type { AskedOptions, BodyOf, CheckProfile } from '../../contract/index.ts';
import type { NewJob } from '../../jobs/jobs-port.ts';

type JobFields = Omit<BodyOf<'createBatch'>, 'from' | 'to' | 'segments' | 'checks'> & {
  checks?: CheckProfile | undefined;
  format_options?: AskedOptions | undefined;
};

/** Options of documents, batches and texts; only examining a document may omit the direction. */
export function jobRequest<Direction extends string | undefined>({
  from,
  to,
  engine,
  tone,
  context,
  glossary,
  glossary_id,
  terms,
  memory_id,
  min_match,
  memory,
  learning,
  checks,
  format_options,
}: JobFields & { from: Direction; to: Direction }): Pick<NewJob, 'engine' | 'terms' | 'options'> & {
  from: Direction;
  to: Direction;
} {
  return {
    from,
    to,
    ...(engine === undefined ? {} : { engine }),
    ...(terms && terms.length > 0 ? { terms } : {}),
    options: {
      ...(tone === undefined ? {} : { tone }),
      ...(context === undefined ? {} : { context }),
      ...(glossary && glossary.length > 0 && glossary_id === undefined ? { glossary } : {}),
      ...(glossary_id === undefined ? {} : { glossary_id }),
      ...(memory_id === undefined ? {} : { memory_id }),
      ...(min_match === undefined ? {} : { min_match }),
      ...(memory === 'off' ? { memory } : {}),
      ...(learning === 'off' ? { learning } : {}),
      ...(checks && Object.keys(checks).length > 0 ? { checks } : {}),
      ...(format_options && Object.keys(format_options).length > 0 ? { format: format_options } : {}),
    },
  };
}
