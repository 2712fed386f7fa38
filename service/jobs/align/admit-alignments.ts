import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fieldProblem, formatFacts, languageName, LIMITS, ProblemError } from '../../contract/index.ts';
import type { FileType, Warning } from '../../contract/index.ts';
import { syncFile, syncFolder } from '../../lib/atomic-file.ts';
import type { AlignmentRecord } from '../../records/alignment-record.ts';
import type { SplitTexts } from '../../worker/alignment-port.ts';
import { writeRecord } from './live-alignment.ts';
import type { AlignmentsParts, Detect } from './live-alignment.ts';
import type { AlignmentFile, CreatedAlignments, NewAlignments } from './alignments-port.ts';
import { matchNames } from './match-names.ts';

export interface AlignmentAdmission {
  /** Reads all files, and stores an alignment for each pair. A refused request leaves nothing behind. */
  admit(request: NewAlignments): Promise<{ records: AlignmentRecord[]; answer: CreatedAlignments }>;
}

interface Sides {
  readonly source: AlignmentFile;
  readonly target: AlignmentFile;
}

/** A language that is named of a text is doubted only where another one is as sure as this. */
const SURE = 0.7;
const MIN_SAMPLE = 40;
/** Final size as a multiple of both sides' texts: the pairs, and our own translation while it runs. */
const GROWTH = 2;

export function createAdmitting(parts: AlignmentsParts & { newId: () => string }): AlignmentAdmission {
  const { folder, newId } = parts;
  return {
    async admit(request) {
      const { pairs, unmatched } = matchFiles(request);
      const records: AlignmentRecord[] = [];
      const ids: string[] = [];
      try {
        for (const sides of pairs) {
          const id = newId();
          const own = join(folder, id);
          ids.push(id);
          await parts.storage.reserve(request.accountId, id, sides.source.bytes + sides.target.bytes);
          await mkdir(own, { mode: 0o700 });
          records.push(await readPair(parts, request, { id, own, sides }));
        }
        const answer = answerOf(records, unmatched);
        const { idempotency } = request;
        // Kept by each later version of the record, as is the rest.
        if (idempotency)
          records[0] = { ...records[0]!, idempotency: { ...idempotency, answer: { ...answer } } };
        for (const record of records) await writeRecord(join(folder, record.id), record);
        await syncFolder(folder);
        return { records, answer };
      } catch (error) {
        for (const id of ids) {
          await rm(join(folder, id), { recursive: true, force: true });
          parts.storage.release(id);
        }
        throw error;
      }
    },
  };
}

function matchFiles({ sources, targets, from, to }: NewAlignments): { pairs: Sides[]; unmatched: string[] } {
  const names = [sources, targets].map((files) => files.map(({ fileName = '' }) => fileName));
  const { pairs, unmatched } = matchNames(names[0]!, names[1]!, { from, to });
  if (pairs.length === 0)
    throw fieldProblem(
      'target',
      'invalid',
      'No file has a partner: apart from their languages their names differ. Name them alike, such as contract_EN.docx and contract_ES.docx.',
      { reason: 'no_partner' },
    );
  return {
    pairs: pairs.map(([source, target]) => ({ source: sources[source]!, target: targets[target]! })),
    unmatched: [...unmatched],
  };
}

async function readPair(
  parts: AlignmentsParts,
  { accountId, clientId, from, to, level, signal }: NewAlignments,
  { id, own, sides }: { id: string; own: string; sides: Sides },
): Promise<AlignmentRecord> {
  const languages = { source: [from, to], target: [to, from] } as const;
  for (const side of ['source', 'target'] as const) {
    signal?.throwIfAborted();
    refuseBilingual(side, sides[side].fileName);
    const path = join(own, `${side}.upload`);
    await rename(sides[side].path, path);
    await extract(parts, { id, accountId, own, side, file: sides[side], languages: languages[side] });
    // Only its texts are aligned.
    await rm(path);
  }
  const texts = await parts.work.split({
    id,
    account: accountId,
    level,
    sides: (['source', 'target'] as const).map((side) => ({
      segmentsPath: join(own, `${side}.segments.ndjson`),
      textsPath: join(own, `${side}.ndjson`),
      language: languages[side][0],
    })),
  });
  let bytes = 0;
  for (const [n, side] of (['source', 'target'] as const).entries()) {
    await rm(join(own, `${side}.segments.ndjson`));
    checkCount(side, texts[n]!.texts);
    bytes += (await stat(join(own, `${side}.ndjson`))).size;
  }
  await parts.storage.reserve(accountId, id, GROWTH * bytes);
  const { isSwapped, warnings } = await checkLanguages(parts.detect, { accountId, from, to, texts, signal });
  const at = new Date().toISOString();
  if (isSwapped) await swap(own);
  const [source, target] = isSwapped ? [sides.target, sides.source] : [sides.source, sides.target];
  const [sourceTexts, targetTexts] = isSwapped ? texts.toReversed() : texts;
  await syncFile(join(own, 'source.ndjson'));
  await syncFile(join(own, 'target.ndjson'));
  return {
    id,
    account_id: accountId,
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...{ from, to, level },
    source: fileOf(source, 'source'),
    target: fileOf(target, 'target'),
    source_texts: sourceTexts!.texts,
    target_texts: targetTexts!.texts,
    warnings,
    created_at: at,
    updated_at: at,
    status: 'running',
  };
}

function fileOf({ fileName, mediaType }: AlignmentFile, name: string): AlignmentRecord['source'] {
  return { name: fileName ?? name, ...(mediaType === undefined ? {} : { media_type: mediaType }) };
}

async function extract(
  { translation }: AlignmentsParts,
  {
    id,
    accountId,
    own,
    side,
    file,
    languages: [from, to],
  }: {
    id: string;
    accountId: string;
    own: string;
    side: 'source' | 'target';
    file: AlignmentFile;
    languages: readonly [string, string];
  },
): Promise<void> {
  const task = {
    jobId: id,
    account: accountId,
    sourcePath: join(own, `${side}.upload`),
    fileName: file.fileName,
    mediaType: file.mediaType,
    ...{ from, to },
    segmentsPath: join(own, `${side}.segments.ndjson`),
    maxSegments: LIMITS.alignedTexts,
  };
  try {
    const result = await translation.extract(task);
    if ('refused' in result) throw ProblemError.fromWire(result.refused);
    if (BILINGUAL.includes(result.fileType)) throw bilingual(side);
    if (result.countedSegments > LIMITS.alignedTexts) throw tooMany(side, result.countedSegments);
  } catch (error) {
    // Filters name the part `file`, which this request has two of.
    if (!(error instanceof ProblemError)) throw error;
    const errors = error.errors.map((one) => ({ ...one, field: one.field === 'file' ? side : one.field }));
    throw ProblemError.fromWire({ ...error.toWire(), errors });
  }
}

/** Formats that hold texts together with their translations. */
const BILINGUAL: readonly FileType[] = ['xliff', 'po'];
const BILINGUAL_NAMES = ['tmx', ...BILINGUAL.flatMap((type) => formatFacts(type).extensions)];

/** By its name first: a filter would name the language that such a file has beside the other. */
function refuseBilingual(side: 'source' | 'target', fileName = ''): void {
  if (BILINGUAL_NAMES.includes(extname(fileName).slice(1).toLowerCase())) throw bilingual(side);
}

function bilingual(side: 'source' | 'target'): ProblemError {
  return fieldProblem(
    side,
    'unsupported_file_type',
    'This file holds texts together with their translations already, so there is nothing to align. Import a TMX file into the memory; open other bilingual files as documents and confirm their translations.',
    { reason: 'bilingual_file' },
  );
}

function checkCount(side: 'source' | 'target', count: number): void {
  if (count > LIMITS.alignedTexts) throw tooMany(side, count);
  if (count > 0) return;
  throw fieldProblem(
    side,
    'empty_file',
    `The ${side} file has no text that could be aligned. Send another file.`,
    {
      reason: 'no_text',
    },
  );
}

function tooMany(side: string, count: number): ProblemError {
  const limit = LIMITS.alignedTexts;
  return fieldProblem(
    side,
    'too_many_segments',
    `The ${side} file has ${count.toLocaleString('en')} texts; an alignment may have ${limit.toLocaleString('en')}. Split both files at the same place and align the parts.`,
    { details: { count, limit } },
  );
}

interface Checked {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly texts: SplitTexts;
  readonly signal?: AbortSignal | undefined;
}

/** Files that each are in the other's language are exchanged; any other doubt is only said. */
async function checkLanguages(detect: Detect, { accountId, from, to, texts, signal }: Checked) {
  const found = await Promise.all(
    texts.map(async ({ sample }) => {
      if (sample.length < MIN_SAMPLE) return undefined;
      const [best] = await detect(sample, accountId, signal);
      return best && best.confidence >= SURE ? languageOf(best.code) : undefined;
    }),
  );
  const [own, other] = [languageOf(from), languageOf(to)];
  const isSwapped = own !== other && found[0] === other && found[1] === own;
  const warnings: Warning[] = [];
  if (isSwapped)
    warnings.push({
      code: 'languages_swapped',
      message: `The source was in ${languageName(to, 'en')} and the target in ${languageName(from, 'en')}, so they were exchanged.`,
      details: { from, to },
    });
  for (const [n, expected] of [own, other].entries()) {
    const is = found[n];
    if (isSwapped || is === undefined || is === expected) continue;
    const [side, tag] = n === 0 ? ['source', from] : ['target', to];
    warnings.push({
      code: 'language_differs',
      message: `The ${side} seems to be in ${languageName(is, 'en')}, not in ${languageName(tag, 'en')}. Check the pairs, or align it again with its own language.`,
      details: { name: side, found: is, expected: tag },
    });
  }
  return { isSwapped, warnings };
}

function languageOf(tag: string): string {
  return new Intl.Locale(tag).language;
}

async function swap(own: string): Promise<void> {
  const [source, target] = [join(own, 'source.ndjson'), join(own, 'target.ndjson')];
  await rename(source, `${source}.other`);
  await rename(target, source);
  await rename(`${source}.other`, target);
}

function answerOf(records: readonly AlignmentRecord[], unmatched: readonly string[]): CreatedAlignments {
  return {
    alignments: records.map(({ id, source, target }) => ({
      id,
      source_name: source.name,
      target_name: target.name,
    })),
    unmatched,
  };
}
