import type { ClientRules } from '../../clients/clients-port.ts';
import { ProblemError } from '../../contract/index.ts';
import type { WordBands } from '../../contract/index.ts';
import { ownerOf } from '../../lib/owner.ts';
import type { MemoryPair } from '../../memory/memory-port.ts';
import type { Store } from '../../store/store-port.ts';
import type { CountedText, ExaminedDocument } from '../../worker/document-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import { stoppable, tooManySegments } from './admission.ts';
import { readBy, withGlossary } from '../language-data.ts';
import type { JobLanguageData } from '../language-data.ts';
import type { Examined, ExamineRequest, Jobs } from '../jobs-port.ts';

export interface ExaminingParts {
  readonly store: Pick<Store, 'files'>;
  readonly translation: TranslationPort;
  readonly languageData: JobLanguageData | undefined;
  readonly clients: ClientRules;
  readonly maxSegments: () => number;
  readonly newId: () => string;
}

/** Examines an upload, with the same refusals as a job, and removes it. */
export function createExamining(parts: ExaminingParts): Jobs['examine'] {
  return async (request) => {
    try {
      await checkFields(parts, request);
      const examined = await examineUpload(parts, request);
      const { texts, copiedWords, ...shown } = examined;
      return { ...shown, ...(await countWords(parts, request, { texts, copiedWords })) };
    } finally {
      // If it cannot be removed now, the next start removes it.
      await parts.store.files.removeUpload(request.upload.path).catch(() => undefined);
    }
  };
}

/**
 * Checks direction and named glossary. Not that an engine is ready: it may become so before the job is
 * created.
 */
async function checkFields(
  { translation, languageData, clients }: ExaminingParts,
  { accountId, clientId, from, to, engine, options }: ExamineRequest,
): Promise<void> {
  if (from === undefined || to === undefined) return;
  await translation
    .route({ from, to, ...(engine === undefined ? {} : { engine }) })
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError && error.code === 'engine_unavailable')) throw error;
    });
  const whose = { accountId, ...(clientId === undefined ? {} : { clientId }) };
  await withGlossary(languageData, clients, { ...whose, from, to, options });
}

/** What is in an upload. Throws the refusals of a job. */
export async function examineUpload(
  parts: Pick<ExaminingParts, 'translation' | 'clients' | 'newId' | 'maxSegments'>,
  { accountId, clientId, upload, from, to, options, page, signal }: ExamineRequest,
): Promise<ExaminedDocument> {
  const formatDefaults = parts.clients.of(ownerOf({ accountId, clientId }))?.defaults.format_options;
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
    ...(formatDefaults ? { formatDefaults } : {}),
    ...(page === undefined ? {} : { page }),
    maxSegments,
  };
  const examined = await stoppable(parts, jobId, signal, () => parts.translation.examine(task));
  if ('refused' in examined) throw ProblemError.fromWire(examined.refused);
  if (examined.countedSegments > maxSegments) throw tooManySegments(examined.countedSegments, maxSegments);
  return examined;
}

/** Milliseconds for finding similar units. The rest of a long text is extrapolated. */
const FUZZY_MS = 5_000;
/** Minimum match of each band, highest first. */
const BANDS = [
  ['match_95', 95],
  ['match_85', 85],
  ['match_75', 75],
  ['match_50', 50],
] as const satisfies readonly (readonly [keyof WordBands, number])[];
const MIN_MATCH = 50;

type Counted = Pick<ExaminedDocument, 'texts' | 'copiedWords'>;

async function countWords(
  { languageData, clients }: ExaminingParts,
  request: ExamineRequest,
  { texts, copiedWords }: Counted,
): Promise<Pick<Examined, 'wordBands' | 'memoryWords' | 'texts'>> {
  const { from, to, options, signal } = request;
  const repetitions = sumOf(texts, ({ repeated }) => repeated);
  const none = { match_50: 0, match_75: 0, match_85: 0, match_95: 0, match_100: 0, copied: copiedWords };
  const total = sumOf(texts, ({ words }) => words);
  const isMemoryRead = options.memory !== 'off' && languageData?.isMemoryOn() === true;
  if (from === undefined || to === undefined || !isMemoryRead)
    return {
      wordBands: { ...none, new: total, repetitions },
      texts: texts.map(({ hash, words }) => ({ hash, words, band: 'new' as const })),
    };
  const { memory, minMatch } = languageData;
  const owner = ownerOf(request);
  const read = readBy(clients, owner);
  const direction = { from, to };
  const known = await memory.lookUp(
    owner,
    direction,
    texts.map(({ text }) => text),
    read,
  );
  const exact = sumOf(texts, ({ words, repeated }, index) => (known[index] === null ? 0 : words + repeated));
  const others = texts.filter((_, index) => known[index] === null);
  const pairs: MemoryPair[] = [];
  for (const { holder } of clients.memoriesOf(owner)) pairs.push(...(await memory.pairs(holder)));
  const hasUnits = pairs.some((pair) => pair.from === from && pair.to === to);
  const until = performance.now() + FUZZY_MS;
  const matched: { text: CountedText; match: number }[] = [];
  for (const text of hasUnits ? others : []) {
    if (performance.now() > until) break;
    signal?.throwIfAborted();
    const [best] = await memory.search(owner, direction, {
      ...{ ids: read.ids, text: text.text, limit: 1, min: MIN_MATCH },
    });
    matched.push({ text, match: best?.match ?? 0 });
  }
  const isPart = hasUnits && matched.length < others.length;
  const looked = sumOf(matched, ({ text }) => text.words);
  const share = isPart && looked > 0 ? sumOf(others, ({ words }) => words) / looked : 1;
  const from100 = { ...none, match_100: exact };
  const banded: Examined['texts'][number][] = [];
  for (const { text, match } of matched) {
    const band = BANDS.find(([, least]) => match >= least)?.[0];
    if (band !== undefined) from100[band] += text.words * share;
    banded.push({ hash: text.hash, words: text.words, band: band ?? 'new' });
  }
  for (const { hash, words } of others.slice(matched.length)) banded.push({ hash, words, band: 'new' });
  for (const [band] of BANDS) from100[band] = Math.round(from100[band]);
  const other = sumOf(others, ({ repeated }) => repeated);
  const rest = sumOf(others, ({ words }) => words) - sumOf(BANDS, ([band]) => from100[band]);
  const fuzzy = sumOf(matched, ({ text, match }) => (match >= minMatch() ? text.words + text.repeated : 0));
  return {
    wordBands: {
      ...from100,
      new: Math.max(0, rest),
      repetitions: other,
      ...(isPart ? { estimated: true as const } : {}),
    },
    memoryWords: { exact, fuzzy: Math.round(fuzzy * share) },
    texts: banded,
  };
}

function sumOf<Item>(items: readonly Item[], wordsOf: (item: Item, index: number) => number): number {
  return items.reduce((sum, item, index) => sum + wordsOf(item, index), 0);
}
