import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRules } from '../../clients/clients-port.ts';
import { LANGUAGETOOL, ProblemError } from '../../contract/index.ts';
import type { GrammarFinding } from '../../contract/index.ts';
import { ownerOf } from '../../lib/owner.ts';
import type { Log } from '../../log.ts';
import type { JobRecord } from '../../records/job-record.ts';
import { grammarKey, grammarOf } from '../../records/grammar.ts';
import type { KnownGrammar, UncheckedText } from '../../records/grammar.ts';
import type { Store } from '../../store/store-port.ts';
import type { SegmentsTask } from '../../worker/document-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import type { JobEvents } from '../job-events.ts';

/** The checker as the user has set it up now. */
export interface CheckerInUse {
  /** Its address; undefined while it is off. */
  url(): string | undefined;
  /** Findings that are never shown: of a rule, or of a rule where it marks a text. */
  ignored(): readonly { readonly rule: string; readonly text?: string | undefined }[];
}

export interface GrammarParts {
  readonly store: Pick<Store, 'files' | 'jobs'>;
  readonly translation: Pick<TranslationPort, 'checkTexts' | 'segments'>;
  readonly clients: Pick<ClientRules, 'checkEngine' | 'note'>;
  readonly checker: CheckerInUse;
  readonly events: JobEvents;
  readonly closing: AbortSignal;
  readonly log: Log | undefined;
}

/**
 * What a checker found in confirmed and edited segments, by job, in memory. All asking is behind the answers to clients:
 * no edit waits for it, and a checker that fails only leaves segments without findings.
 */
export interface Grammar {
  /** What is known of a job's segments, of `indexes` alone where given; undefined where nothing may be asked. */
  known(record: JobRecord, indexes?: readonly number[]): SegmentsTask['grammar'];
  /** Asks about these segments. */
  ask(record: JobRecord, texts: readonly UncheckedText[]): void;
  /** Asks about those of these segments that a person has changed or confirmed. */
  edited(record: JobRecord, indexes: readonly number[]): void;
  /** Asks about all segments, and waits some seconds. `pending`: segments without an answer then. */
  whole(record: JobRecord): Promise<{ known: SegmentsTask['grammar']; pending: number }>;
  forget(jobId: string): void;
}

/** Jobs whose findings are kept: more than anyone has open. */
const MAX_JOBS = 20;
/** Texts of one question to the checker, which sends them in smaller requests. */
const MAX_TEXTS = 100;
const PAGE = 500;
/** After a failure nothing is asked for this long. */
const PAUSE_MS = 15_000;
/** Several edits in a row are asked about together. */
const GATHER_MS = 100;
/** The checks before delivery wait this long for the checker. */
const WAIT_MS = 4_000;

interface CheckedJob {
  /** By index. */
  readonly known: Map<number, { readonly key: string; readonly findings: readonly GrammarFinding[] }>;
  /** Texts to ask about, and those of the question on its way. */
  readonly waiting: Map<number, string>;
  readonly edited: Set<number>;
  asking: ReadonlyMap<number, string>;
  running: Promise<void> | undefined;
}

const NOTHING: ReadonlyMap<number, string> = new Map();

export function createGrammar(parts: GrammarParts): Grammar {
  const { clients, checker, closing, log, store } = parts;
  const jobs = new Map<string, CheckedJob>();
  let askedUrl: string | undefined;
  let pausedUntil = 0;

  const isAllowed = (record: JobRecord): boolean => {
    const url = checker.url();
    if (url !== askedUrl) {
      jobs.clear();
      [askedUrl, pausedUntil] = [url, 0];
    }
    if (url === undefined) return false;
    try {
      clients.checkEngine(ownerIn(record), LANGUAGETOOL);
      return true;
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
  };
  const jobOf = ({ id }: JobRecord): CheckedJob => {
    const job = jobs.get(id) ?? newJob();
    jobs.delete(id);
    jobs.set(id, job);
    const oldest = [...jobs].find(([, { running }]) => running === undefined);
    if (jobs.size > MAX_JOBS && oldest) jobs.delete(oldest[0]);
    return job;
  };
  const run = async (record: JobRecord, job: CheckedJob): Promise<void> => {
    // A removed job, and one of another server, asks nothing more.
    while (job.waiting.size > 0 && !closing.aborted && isAllowed(record) && jobs.get(record.id) === job) {
      const some = [...job.waiting].slice(0, MAX_TEXTS);
      for (const [index] of some) job.waiting.delete(index);
      job.asking = new Map(some);
      const changed = await askAbout(parts, record, job, some);
      job.asking = NOTHING;
      await tell(parts, record, changed);
    }
  };
  const ask = (record: JobRecord, texts: readonly UncheckedText[]): void => {
    if (texts.length === 0 || !isAllowed(record) || performance.now() < pausedUntil) return;
    const job = jobOf(record);
    for (const { index, text } of texts) if (job.asking.get(index) !== text) job.waiting.set(index, text);
    job.running ??= run(record, job)
      .catch((err: unknown) => {
        job.waiting.clear();
        pausedUntil = performance.now() + PAUSE_MS;
        if (!closing.aborted)
          log?.debug({ job_id: record.id, err }, 'the checker of grammar does not answer');
      })
      .finally(() => {
        [job.running, job.asking] = [undefined, NOTHING];
      });
  };
  const known = (record: JobRecord, indexes?: readonly number[]): SegmentsTask['grammar'] => {
    if (!isAllowed(record)) return undefined;
    const found = jobs.get(record.id)?.known ?? newJob().known;
    const isShown = shownBy(checker.ignored());
    const byIndex: KnownGrammar['byIndex'] = new Map(
      [...(indexes ?? found.keys())].flatMap((index) => {
        const one = found.get(index);
        return one ? [[index, { ...one, findings: one.findings.filter(isShown) }] as const] : [];
      }),
    );
    return { byIndex, checksPath: store.files.paths(record).checks };
  };
  const lookAt = async (record: JobRecord, asked: { start: number; indexes?: number[] }) => {
    const { segments, journal, edits } = store.files.paths(record);
    const page = await parts.translation.segments({
      ...{ account: record.account_id, kind: record.kind, limit: PAGE, ...asked },
      ...{ segmentsPath: segments, journalPath: journal, editsPath: edits },
      grammar: known(record, asked.indexes),
    });
    const unchecked = page.unchecked ?? [];
    ask(record, unchecked);
    return { next: page.next, unchecked };
  };

  return {
    known,
    ask,
    edited(record, indexes) {
      if (!isAllowed(record)) return;
      const { edited } = jobOf(record);
      const isPlanned = edited.size > 0;
      for (const index of indexes) edited.add(index);
      if (isPlanned) return;
      void sleep(GATHER_MS, undefined, { signal: closing, ref: false })
        .then(async () => {
          const all = [...edited];
          edited.clear();
          await lookAt(record, { start: 0, indexes: all });
        })
        // The job may be gone by now; a later read asks again.
        .catch(() => undefined);
    },
    async whole(record) {
      if (!isAllowed(record)) return { known: undefined, pending: 0 };
      const job = jobOf(record);
      const asked: UncheckedText[] = [];
      for (let start: number | undefined = 0; start !== undefined;) {
        const { next, unchecked } = await lookAt(record, { start });
        asked.push(...unchecked);
        start = next;
      }
      const isOver = AbortSignal.any([closing, AbortSignal.timeout(WAIT_MS)]);
      await Promise.race([job.running, once(isOver)]);
      const found = known(record);
      // Also those of a server that does not answer.
      const pending = asked.filter((one) => !found || grammarOf(found, one) === undefined).length;
      return { known: found, pending };
    },
    forget: (jobId) => void jobs.delete(jobId),
  };
}

function newJob(): CheckedJob {
  return { known: new Map(), waiting: new Map(), edited: new Set(), asking: NOTHING, running: undefined };
}

function ownerIn({ account_id: accountId, client_id: clientId }: JobRecord): string {
  return ownerOf({ accountId, clientId });
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Asks about segments, and resolves with those whose findings are others now. Equal texts are asked about once. */
async function askAbout(
  { translation, clients, checker }: GrammarParts,
  record: JobRecord,
  { known }: CheckedJob,
  asked: readonly (readonly [index: number, text: string])[],
): Promise<number[]> {
  const texts = [...new Set(asked.map(([, text]) => text))];
  const url = checker.url();
  if (url !== undefined)
    clients.note(ownerIn(record), {
      ...{ event: 'text_sent', job_id: record.id, engine: LANGUAGETOOL },
      ...{ hosts: [new URL(url).hostname], segments: asked.length },
    });
  const { findings } = await translation.checkTexts({
    ...{ language: record.to, texts, isCoded: record.kind === 'document' },
  });
  const byText = new Map(texts.map((text, n) => [text, findings?.[n] ?? []]));
  return asked.flatMap(([index, text]) => {
    const found = byText.get(text)!;
    const before = known.get(index)?.findings ?? [];
    known.set(index, { key: grammarKey(text), findings: found });
    return found.length > 0 || before.length > 0 ? [index] : [];
  });
}

async function tell({ store, events }: GrammarParts, { id }: JobRecord, changed: number[]): Promise<void> {
  const entry = changed.length > 0 ? await store.jobs.get(id) : undefined;
  if (entry) events.emit('checked', { ...entry, checked: changed });
}

function shownBy(ignored: ReturnType<CheckerInUse['ignored']>): (finding: GrammarFinding) => boolean {
  const rules = new Set(ignored.flatMap(({ rule, text }) => (text === undefined ? [rule] : [])));
  const words = new Set(ignored.map(({ rule, text }) => JSON.stringify([rule, text])));
  return ({ rule, found }) => !rules.has(rule) && !words.has(JSON.stringify([rule, found]));
}
