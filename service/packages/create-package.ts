import { randomUUID } from 'node:crypto';
import { fieldProblem, LIMITS, parseLanguage, ProblemError } from '../contract/index.ts';
import type { PackageWords, Warning } from '../contract/index.ts';
import { removeFile } from '../lib/atomic-file.ts';
import { GENERAL, ownerOf } from '../lib/owner.ts';
import type { PackageRecord } from '../records/package-record.ts';
import type { CountedPackage, ReadPackage } from '../worker/document-port.ts';
import { baseName, clearAway } from './package-context.ts';
import type { PackageContext } from './package-context.ts';
import type { CreatedPackage, NewPackage } from './packages-port.ts';

/** Texts that are looked up in the memory for the words of a package; the rest is estimated. */
const MAX_LOOKED_UP = 5_000;

/** See `Packages.create`. The upload becomes the package's, or is removed. */
export async function createPackage(context: PackageContext, request: NewPackage): Promise<CreatedPackage> {
  const { files, records } = context;
  const { accountId, clientId, upload, idempotency } = request;
  const owner = ownerOf(request);
  const id = randomUUID();
  const made: string[] = [];
  try {
    await context.storage.reserve(accountId, id, upload.bytes);
    const folder = await files.begin(id, upload.path, { owner, memories: made });
    const read = await readUpload(context, request, id, folder);
    const direction = directionOf(read);
    await context.translation.route({
      ...direction,
      ...(request.engine === undefined ? {} : { engine: request.engine }),
    });
    const { memories, warnings } = await importMemories(context, request, { id, read, direction, made });
    const jobIds = await createJobs(context, request, { id, read, direction, memories });
    const counted = await count(context, request, id, jobIds);
    const record: PackageRecord = {
      version: 1,
      id,
      account_id: accountId,
      ...(clientId === undefined || clientId === GENERAL ? {} : { client_id: clientId }),
      tool: read.tool,
      name: read.name,
      ...(upload.fileName === undefined ? {} : { file_name: upload.fileName }),
      ...direction,
      package_to: read.to,
      created_at: context.now().toISOString(),
      files: read.files.map(({ entry, name }, n) => ({
        ...{ entry, name, job_id: jobIds[n]! },
        ...fileCounts(counted.files[n]!),
      })),
      words: await wordsOf(
        context,
        owner,
        direction,
        counted,
        memories.map((memory) => memory.id),
      ),
      memories,
      left_out: read.leftOut,
      warnings,
      ...(idempotency ? { idempotency: { key: idempotency.key, payload: idempotency.payload } } : {}),
    };
    await files.commit(record);
    records.set(id, record);
    await clearUnpacked(read);
    return { id, tool: read.tool, status: 'running' };
  } catch (error) {
    // What cannot be removed now, the next start removes.
    await clearAway(context, id, owner, made).catch(() => undefined);
    context.storage.release(id);
    throw error;
  } finally {
    await removeFile(upload.path).catch(() => undefined);
  }
}

interface Direction {
  readonly from: string;
  readonly to: string;
}

async function readUpload(
  { files, translation }: PackageContext,
  { accountId, upload, to, signal }: NewPackage,
  id: string,
  folder: string,
): Promise<ReadPackage> {
  const stop = (): void => void translation.release(id).catch(() => undefined);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await translation.readPackage({
      ...{ jobId: id, account: accountId, folder },
      sourcePath: files.pathOf(id),
      fileName: upload.fileName,
      ...(to === undefined ? {} : { to }),
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** The package's languages as the service calls them. */
function directionOf({ from, to }: ReadPackage): Direction {
  const [source, target] = [parseLanguage(from), parseLanguage(to)];
  const unknown = source === undefined ? from : target === undefined ? to : undefined;
  if (unknown !== undefined)
    throw fieldProblem(
      'file',
      'unknown_language',
      `"${unknown.slice(0, 60)}", a language of this package, is no language known here. GET /v1/languages lists all codes and names.`,
      { details: { value: unknown.slice(0, 60) } },
    );
  if (source === target)
    throw fieldProblem('to', 'same_language', 'The package has the same language as source and target.');
  return { from: source!, to: target! };
}

async function importMemories(
  { memory, files }: PackageContext,
  request: NewPackage,
  { id, read, direction, made }: { id: string; read: ReadPackage; direction: Direction; made: string[] },
): Promise<Pick<PackageRecord, 'memories' | 'warnings'>> {
  const owner = ownerOf(request);
  const memories: PackageRecord['memories'] = [];
  const warnings: Warning[] = [];
  for (const { entry, path } of read.memories) {
    const name = baseName(entry);
    try {
      if (path === undefined) throw fieldProblem('file', 'damaged', 'It cannot be unpacked.');
      const { memory: found, added } = await memory.importMemory(
        owner,
        { path, name, direction },
        request.signal,
      );
      made.push(found.id);
      await files.note(id, { owner, memories: made });
      memories.push({ id: found.id, name, units: added });
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'invalid_request')) throw error;
      warnings.push({
        code: 'memory_unreadable',
        message: `The translation memory “${name}” of the package cannot be read. Ask for a TMX file, and import it.`,
        details: { name },
      });
    }
  }
  // Of two with the same match, the larger one's counts.
  return { memories: memories.sort((a, b) => b.units - a.units), warnings };
}

async function createJobs(
  { jobs }: PackageContext,
  { accountId, clientId, keyId, engine, isSession, signal }: NewPackage,
  {
    id,
    read,
    direction,
    memories,
  }: { id: string; read: ReadPackage; direction: Direction; memories: PackageRecord['memories'] },
): Promise<string[]> {
  const ids: string[] = [];
  const memory = memories[0] ? { memory_id: memories[0].id, memory_ids: memories.map((one) => one.id) } : {};
  for (const { name, path, content } of read.files) {
    try {
      const job = await jobs.createDocument({
        ...{ accountId, ...direction },
        ...(clientId === undefined ? {} : { clientId }),
        ...(keyId === undefined ? {} : { keyId }),
        ...(engine === undefined ? {} : { engine }),
        ...(isSession ? { isSession } : {}),
        options: { ...memory, format: { 'xliff.finished': 'shown' } },
        groupId: id,
        maxSegments: LIMITS.maxDocumentSegments,
        upload: { path, fileName: baseName(name), mediaType: undefined, content },
        ...(signal ? { signal } : {}),
      });
      ids.push(job.id);
    } catch (error) {
      throw ofFile(error, name);
    }
  }
  return ids;
}

const UNREADABLE = new Set([
  'damaged_file',
  'hostile_file',
  'undecodable_text',
  'unsupported_file_type',
  'wrong_extension',
  'empty_file',
]);

/** A bilingual file that cannot be read makes the package unusable: it could not be returned whole. */
function ofFile(error: unknown, name: string): unknown {
  if (!(error instanceof ProblemError) || !UNREADABLE.has(error.errors[0]?.code ?? '')) return error;
  return fieldProblem(
    'file',
    'damaged',
    `A file of the package, “${name}”, cannot be read. ${error.message}`,
  );
}

async function count(
  { jobs, translation }: PackageContext,
  request: NewPackage,
  id: string,
  jobIds: readonly string[],
): Promise<CountedPackage> {
  const segmentsPaths: string[] = [];
  for (const jobId of jobIds) segmentsPaths.push((await jobs.assembly(ownerOf(request), jobId)).segmentsPath);
  return translation.countPackage({ jobId: id, account: request.accountId, segmentsPaths });
}

/** With what the package's memories, and the account's own, know of the words that the package has no match for. */
async function wordsOf(
  { memory }: PackageContext,
  owner: string,
  direction: Direction,
  { words, texts }: CountedPackage,
  memoryIds: readonly string[],
): Promise<PackageWords> {
  const looked = texts.slice(0, MAX_LOOKED_UP);
  const sources = looked.map(({ text }) => text);
  const own = await memory.lookUp(owner, direction, sources, { min: MIN_MATCH });
  const read =
    memoryIds.length === 0
      ? []
      : await memory.lookUp(owner, direction, sources, { ids: memoryIds, min: MIN_MATCH });
  const counts = { ...words };
  for (const [n, text] of looked.entries()) {
    const match = Math.max(own[n]?.match ?? 0, read[n]?.match ?? 0);
    if (match < MIN_MATCH) continue;
    counts.new -= text.words;
    counts[match > 100 ? 'context' : match === 100 ? 'exact' : 'fuzzy'] += text.words;
  }
  return counts;
}

const MIN_MATCH = 75;

function fileCounts({ segments, words, locked, lockedOpen }: CountedPackage['files'][number]) {
  return { segments, words, locked, locked_open: lockedOpen };
}

async function clearUnpacked({ files, memories }: ReadPackage): Promise<void> {
  for (const { path } of [...files, ...memories])
    if (path !== undefined) await removeFile(path).catch(() => undefined);
}
