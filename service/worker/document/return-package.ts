import { readFile } from 'node:fs/promises';
import { isMemory } from '../../bilingual/packages/package-contents.ts';
import { memoqReturnExtension } from '../../bilingual/packages/memoq.ts';
import { readPackage } from '../../bilingual/packages/read-package.ts';
import { isReturned, returnProject } from '../../bilingual/packages/trados.ts';
import type { ConfirmationLevel, Moved } from '../../bilingual/packages/trados.ts';
import { followFileSize } from '../../documents/shared/document-limits.ts';
import { readZip, unpack } from '../../documents/zip/read.ts';
import { writeZip } from '../../documents/zip/write.ts';
import { writeAtomically } from '../../lib/atomic-file.ts';
import { isUntouched } from '../../records/edits.ts';
import { resolveLines } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { readableText, visibleLength } from '../../text/codes.ts';
import { countWords } from '../../text/count-words.ts';
import { readEditedJob, readSource } from '../job-files.ts';
import type { ReturnedPackage, ReturnPackageTask } from '../document-port.ts';
import { buildDocument, stateIn, targetOf } from './build-document.ts';

/** The name of who made a return package, in its project file. */
const MADE_BY = 'Interlinear';

/** See `DocumentPort.returnPackage`. */
export async function returnPackage(task: ReturnPackageTask): Promise<ReturnedPackage> {
  const source = await readFile(task.sourcePath);
  followFileSize(source.length);
  const contents = readPackage(source, { fileName: task.fileName, to: task.to });
  const changes = new Map<string, Uint8Array>();
  const moved: Moved[] = [];
  for (const { entry, job } of task.files) {
    if (!job) continue;
    const built = await buildFile(job, task.drafts);
    if (!built) continue;
    changes.set(entry, built.bytes);
    moved.push(...built.moved.map((one) => ({ ...one, entry })));
  }
  const archive = readZip(source, { mayBeHuge: isMemory });
  const isTrados = contents.tool === 'trados';
  const isSent = isTrados ? isReturned(contents) : () => true;
  const entries = archive.entries.filter(({ name }) => isSent(name));
  const project = isTrados ? entries.find(({ name }) => /^[^/]+\.sdlproj$/i.test(name)) : undefined;
  if (project)
    changes.set(
      project.name,
      returnProject(unpack(project), { to: contents.to, at: task.at, by: MADE_BY, moved }),
    );
  await writeAtomically(task.returnPath, writeZip({ ...archive, entries }, changes), { durable: false });
  return { extension: isTrados ? 'sdlrpx' : memoqReturnExtension(task.fileName) };
}

type JobTask = NonNullable<ReturnPackageTask['files'][number]['job']>;

/** The file with what people changed; undefined if that is nothing. */
async function buildFile(
  job: JobTask,
  drafts: boolean,
): Promise<{ bytes: Uint8Array; moved: Omit<Moved, 'entry'>[] } | undefined> {
  const { segments, journal, edits } = await readEditedJob(job);
  const lines = resolveLines(segments, journal, edits?.edits);
  const touched = new Set((edits?.edits ?? []).filter((edit) => !isUntouched(edit)).map(({ i }) => i));
  const targets = segments.map((segment, index) =>
    drafts || touched.has(index) || segment.given ? targetOf(segment, lines[index], index) : null,
  );
  if (targets.every((target) => target === null)) return undefined;
  const file = await readSource(job);
  const stateOf = stateIn(segments, lines, edits?.edits ?? []);
  const { bytes, kept } = await buildDocument(job, {
    segments,
    targets,
    isConfirmed: (index) => lines[index]?.s === 'confirmed',
    stateOf,
    source: file.bytes,
  });
  const moved = segments.flatMap((segment, index): Omit<Moved, 'entry'>[] => {
    if (targets[index] === null || kept.has(index)) return [];
    const to = stateOf(index).state === 'confirmed' ? 'Translated' : 'Draft';
    const from = levelOf(segment);
    if (from === to) return [];
    const words = countWords(readableText(segment.text));
    return [{ from, to, words, characters: visibleLength(segment.text), segments: 1 }];
  });
  return { bytes, moved };
}

function levelOf({ given }: SegmentLine): ConfirmationLevel {
  if (!given) return 'Unspecified';
  return given.state === 'confirmed' ? 'Translated' : 'Draft';
}
