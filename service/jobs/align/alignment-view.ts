import { jobErrorSchema } from '../../contract/index.ts';
import type { AlignmentView } from '../../contract/index.ts';
import { clientIdOf } from './live-alignment.ts';
import type { LiveAlignment } from './live-alignment.ts';

/** An alignment as clients see it. */
export function presentAlignment({ record, stage, completed, head }: LiveAlignment): AlignmentView {
  const { id, status, source, target, from, to, level, created_at, updated_at } = record;
  const { finished_at, warnings, error } = record;
  const isRunning = status === 'running';
  return {
    id,
    kind: 'alignment',
    status,
    ...(isRunning && stage ? { stage } : {}),
    source_name: source.name,
    target_name: target.name,
    from,
    to,
    client_id: clientIdOf(record),
    level,
    ...(isRunning && completed !== undefined
      ? { completed_segments: completed, total_segments: record.source_texts }
      : {}),
    source_segments: record.source_texts,
    target_segments: record.target_texts,
    created_at,
    updated_at,
    ...(finished_at === undefined ? {} : { finished_at }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(error === undefined ? {} : { error: jobErrorSchema.parse(error) }),
    ...(status === 'done' && head ? { ...head } : {}),
  };
}
