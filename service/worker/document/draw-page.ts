import { readFile, writeFile } from 'node:fs/promises';
import { formatOf } from '../../documents/formats.ts';
import { paragraphsOf } from '../../documents/sentences/join-sentences.ts';
import { followFileSize } from '../../documents/shared/document-limits.ts';
import { readEditedJob, readSource } from '../job-files.ts';
import type { DrawnPage, DrawPageTask } from '../document-port.ts';
import { parseLayout } from './converted-source.ts';

/** See `DocumentPort.drawPage`. */
export async function drawPage(task: DrawPageTask): Promise<DrawnPage | undefined> {
  const [{ segments }, stored] = await Promise.all([readEditedJob(task), readFile(task.layoutPath)]);
  const { layout } = parseLayout(stored);
  const paragraph = paragraphsOf(segments).findIndex((own) => own.includes(task.segment));
  const [page, ...place] = layout.places[paragraph] ?? [];
  const [width, height] = (page === undefined ? undefined : layout.pages[page]) ?? [0, 0];
  if (page === undefined || width === 0) return undefined;
  const share = (value = 0, size: number): number => Math.min(1, Math.max(0, value / size));
  const [left, top, right, bottom] = place;
  const box: DrawnPage['box'] = [
    share(left, width),
    share(top, height),
    share(right, width),
    share(bottom, height),
  ];
  if (page === task.known) return { page, box, isDrawn: false };
  const file = await readSource(task);
  followFileSize(file.size);
  const format = await formatOf(task.fileType);
  const picture = await format.drawPage?.(file.bytes, page, task.width / width);
  if (!picture) return undefined;
  await writeFile(task.picturePath, picture, { mode: 0o600 });
  return { page, box, isDrawn: true };
}
