/** Tasks on a package of an agency, see DocumentPort. Names of its entries are never paths. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { entryOf, readPackage } from '../../bilingual/packages/read-package.ts';
import { readingPackage } from '../../bilingual/packages/refusals.ts';
import { LIMITS, ProblemError } from '../../contract/index.ts';
import { followFileSize } from '../../documents/shared/document-limits.ts';
import { readZip, unpack } from '../../documents/zip/read.ts';
import { parseSegments } from '../../records/segments.ts';
import { readableText } from '../../text/codes.ts';
import { countWords } from '../../text/count-words.ts';
import type {
  CountedPackage,
  CountPackageTask,
  ReadPackage,
  ReadPackageTask,
  UnpackEntryTask,
} from '../document-port.ts';

const PRIVATE = { mode: 0o600 };

/** See `DocumentPort.readPackage`. */
export async function readPackageFiles(task: ReadPackageTask): Promise<ReadPackage> {
  const source = await readFile(task.sourcePath);
  followFileSize(source.length);
  const { archive, ...found } = readPackage(source, { fileName: task.fileName, to: task.to });
  const files: ReadPackage['files'] = [];
  for (const [n, { entry, name }] of found.files.entries()) {
    const bytes = readingPackage(() => unpack(entryOf(archive, entry)));
    const path = join(task.folder, `file-${n}`);
    await writeFile(path, bytes, PRIVATE);
    files.push({ entry, name, path, content: { bytes: bytes.length, crc32: crc32(bytes) } });
  }
  const memories: ReadPackage['memories'] = [];
  for (const [n, entry] of found.memories.entries()) {
    const path = join(task.folder, `memory-${n}`);
    memories.push({ entry, ...((await writeMemory(path, () => entryOf(archive, entry))) ? { path } : {}) });
  }
  const { tool, name, from, to } = found;
  return { tool, name, from, to, files, memories, leftOut: [...found.leftOut] };
}

/** Whether it could be unpacked: a package is of use without its memory. */
async function writeMemory(path: string, find: () => ReturnType<typeof entryOf>): Promise<boolean> {
  try {
    const entry = find();
    if (entry.size > LIMITS.packageMemoryBytes) return false;
    await writeFile(path, unpack(entry), PRIVATE);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

/** See `DocumentPort.countPackage`. */
export async function countPackage({ segmentsPaths }: CountPackageTask): Promise<CountedPackage> {
  const words = { context: 0, exact: 0, fuzzy: 0, repeated: 0, new: 0 };
  const files: CountedPackage['files'] = [];
  const seen = new Set<string>();
  const texts: CountedPackage['texts'] = [];
  for (const path of segmentsPaths) {
    const file = { segments: 0, words: 0, locked: 0, lockedOpen: 0 };
    files.push(file);
    for (const { text, given, locked } of parseSegments(await readFile(path))) {
      const count = countWords(readableText(text));
      file.segments++;
      file.words += count;
      if (locked) file.locked++;
      if (locked && given?.state !== 'confirmed') file.lockedOpen++;
      const match = given?.match ?? 0;
      const isRepeated = seen.has(text);
      seen.add(text);
      if (given?.isContext) words.context += count;
      else if (match === 100) words.exact += count;
      else if (isRepeated) words.repeated += count;
      else if (match > 0) words.fuzzy += count;
      else {
        words.new += count;
        if (count > 0) texts.push({ text, words: count });
      }
    }
  }
  return { files, words, texts };
}

/** See `DocumentPort.unpackEntry`. */
export async function unpackEntry({ sourcePath, entry, path }: UnpackEntryTask): Promise<void> {
  const source = await readFile(sourcePath);
  followFileSize(source.length);
  const archive = readZip(source, { mayBeHuge: () => true });
  await writeFile(path, unpack(entryOf(archive, entry)), PRIVATE);
}
