import { writeFile } from 'node:fs/promises';
import { writeCsv } from '../../bilingual/csv.ts';
import { writeDocx } from '../../bilingual/docx-write.ts';
import { writeTmx } from '../../bilingual/job-tmx.ts';
import type { BilingualJob } from '../../bilingual/unit.ts';
import { writeXliff } from '../../bilingual/xliff.ts';
import { writeXliff12 } from '../../bilingual/xliff12.ts';
import { writeXlsx } from '../../bilingual/xlsx-write.ts';
import type { ExportFormat } from '../../contract/index.ts';
import { resolveLines } from '../../records/resolve-lines.ts';
import { readEditedJob } from '../job-files.ts';
import type { ExportTask } from '../document-port.ts';
import { presentSegment } from '../text/segments-page.ts';

const WRITERS: Record<ExportFormat, (job: BilingualJob) => Uint8Array | Promise<Uint8Array>> = {
  xliff: writeXliff,
  xliff12: writeXliff12,
  tmx: writeTmx,
  csv: writeCsv,
  xlsx: writeXlsx,
  docx: writeDocx,
};

/** See `DocumentPort.export`. */
export async function exportJob(task: ExportTask): Promise<void> {
  const { segments, journal, edits } = await readEditedJob(task);
  const lines = resolveLines(segments, journal, edits?.edits);
  const units = segments.map((segment, n) => {
    const shown = presentSegment(task.kind, segment, lines[n], n);
    const { index, id, text, translated_text, origin, state, flags, comment } = shown;
    const privateNote = task.hasPrivateNotes ? shown.private_note : undefined;
    return {
      index,
      ...(id === undefined ? {} : { id }),
      source: text,
      target: translated_text ?? '',
      origin: origin ?? 'engine',
      ...(state && { state }),
      flags,
      ...(comment === undefined ? {} : { comment }),
      ...(privateNote === undefined ? {} : { privateNote }),
      ...(segment.sentence && { sentence: segment.sentence }),
    };
  });
  const { jobId: id, name, from, to } = task;
  const coded = task.kind === 'document';
  const bytes = await WRITERS[task.format]({ id, name, from, to, coded, units });
  await writeFile(task.exportPath, bytes, { mode: 0o600 });
}
