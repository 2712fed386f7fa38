import { ProblemError } from '../../contract/index.ts';
import type { Store } from '../../store/store-port.ts';
import type { ExaminedDocument, TranslationPort } from '../../worker/translation-port.ts';
import { stoppable, tooManySegments } from './admission.ts';
import { withGlossary } from '../language-data.ts';
import type { JobLanguageData } from '../language-data.ts';
import type { ExamineRequest, Jobs } from '../jobs-port.ts';

export interface ExaminingParts {
  readonly store: Pick<Store, 'files'>;
  readonly translation: TranslationPort;
  readonly languageData: JobLanguageData | undefined;
  readonly maxSegments: () => number;
  readonly newId: () => string;
}

/** Says what is in an upload, and refuses what a job would be refused for. The upload is removed in any case, unless it is to be kept. */
export function createExamining(parts: ExaminingParts): Jobs['examine'] {
  return async (request) => {
    try {
      await checkFields(parts, request);
      const examined = await examine(parts, request);
      const { texts = [], ...shown } = examined;
      const memoryWords = await memoryWordsOf(parts, request, texts);
      return { ...shown, ...(memoryWords ? { memoryWords } : {}) };
    } finally {
      // What cannot be removed now is at the next start.
      if (!request.keepsUpload)
        await parts.store.files.removeUpload(request.upload.path).catch(() => undefined);
    }
  };
}

/** The direction and the named glossary. An engine that is not ready may be by the time the job is created. */
async function checkFields(
  { translation, languageData }: ExaminingParts,
  { accountId, from, to, engine, options }: ExamineRequest,
): Promise<void> {
  if (from === undefined || to === undefined) return;
  await translation
    .route({ from, to, ...(engine === undefined ? {} : { engine }) })
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError && error.code === 'engine_unavailable')) throw error;
    });
  await withGlossary(languageData, { accountId, from, to, options });
}

async function examine(
  parts: ExaminingParts,
  { accountId, upload, from, to, options, signal }: ExamineRequest,
): Promise<ExaminedDocument> {
  const jobId = parts.newId();
  const maxSegments = parts.maxSegments();
  const task = {
    jobId,
    account: accountId,
    sourcePath: upload.path,
    fileName: upload.fileName,
    mediaType: upload.mediaType,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(options.format ? { formatOptions: options.format } : {}),
    maxSegments,
    wantsTexts: from !== undefined && to !== undefined && options.memory !== 'off',
  };
  const examined = await stoppable(parts, jobId, signal, () => parts.translation.examine(task));
  if ('refused' in examined) throw ProblemError.fromWire(examined.refused);
  if (examined.segmentCount > maxSegments) throw tooManySegments(examined.segmentCount, maxSegments);
  return examined;
}

/** How long similar units are looked for, in milliseconds. Of a book's other words as large a share is taken to have some. */
const FUZZY_MS = 5_000;

async function memoryWordsOf(
  { languageData }: ExaminingParts,
  { accountId, from, to, signal }: ExamineRequest,
  texts: readonly { text: string; words: number }[],
): Promise<{ exact: number; fuzzy: number } | undefined> {
  if (from === undefined || to === undefined || !languageData?.isMemoryOn()) return undefined;
  const { memory, minMatch } = languageData;
  const direction = { from, to };
  const known = await memory.lookUp(
    accountId,
    direction,
    texts.map(({ text }) => text),
  );
  const exact = sumOfWords(texts.filter((_, index) => known[index] !== null));
  const others = texts.filter((_, index) => known[index] === null);
  const pairs = await memory.pairs(accountId);
  if (!pairs.some((pair) => pair.from === from && pair.to === to)) return { exact, fuzzy: 0 };
  const until = performance.now() + FUZZY_MS;
  let looked = 0;
  let fuzzy = 0;
  for (const { text, words } of others) {
    if (performance.now() > until) break;
    signal?.throwIfAborted();
    looked += words;
    const matches = await memory.search(accountId, direction, { text, limit: 1, min: minMatch() });
    if (matches.length > 0) fuzzy += words;
  }
  return { exact, fuzzy: looked === 0 ? 0 : Math.round((fuzzy * sumOfWords(others)) / looked) };
}

function sumOfWords(texts: readonly { words: number }[]): number {
  return texts.reduce((sum, { words }) => sum + words, 0);
}
