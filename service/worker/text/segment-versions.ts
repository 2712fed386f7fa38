import { readFile } from 'node:fs/promises';
import type { SegmentVersion } from '../../contract/index.ts';
import { errorCode } from '../../lib/error-code.ts';
import { parseHistories } from '../../records/edit-history.ts';
import { resolveLines } from '../../records/resolve-lines.ts';
import { readEditedJob } from '../job-files.ts';
import type { SegmentsTask } from '../document-port.ts';
import { presentSegment } from './segments-page.ts';

type Task = Pick<SegmentsTask, 'kind' | 'segmentsPath' | 'journalPath' | 'editsPath'>;

/** The versions of a job's segments by index, newest first; the last is the engine's or the memory's answer. */
export async function readVersions(task: Task): Promise<(index: number) => SegmentVersion[]> {
  const { segments, journal } = await readEditedJob(task);
  const histories = parseHistories(await readIfThere(task.editsPath));
  const answers = resolveLines(segments, journal);
  return (index) => {
    const edits = histories.get(index) ?? [];
    const versions = [{}, ...edits].map(({ at, t, s, by }: Partial<(typeof edits)[number]>) => {
      const line = resolveLines([segments[index]!], new Map(answers[index] && [[0, answers[index]]]), [
        { i: 0, ...(t === undefined ? {} : { t }), ...(s === undefined ? {} : { s }) },
      ])[0];
      const shown = presentSegment(task.kind, segments[index]!, line, index);
      return {
        ...(at === undefined ? {} : { at }),
        translated_text: shown.translated_text,
        origin: shown.origin ?? 'engine',
        state: shown.state ?? 'translated',
        ...(by ? { by } : {}),
      };
    });
    return versions.reverse();
  };
}

async function readIfThere(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return new Uint8Array();
    throw error;
  }
}
