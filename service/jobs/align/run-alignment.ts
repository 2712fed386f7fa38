import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnginePair, Warning } from '../../contract/index.ts';
import type { AlignmentRecord } from '../../records/alignment-record.ts';
import { isAborted, jobErrorOf } from '../run/failures.ts';
import { ownerOfRecord } from './live-alignment.ts';
import type { AlignmentsParts, LiveAlignment } from './live-alignment.ts';

/** What a run tells the alignments. */
interface Hooks {
  readonly folder: string;
  readonly changed: (live: LiveAlignment) => void;
  readonly store: (record: AlignmentRecord) => Promise<void>;
  readonly isClosed: () => boolean;
}

/** Texts asked of an engine at once. */
const CHUNK = 100;

/** Runs an alignment to its end, which it stores. Starts anew: what an earlier run left is not used. */
export async function runAlignment(parts: AlignmentsParts, live: LiveAlignment, hooks: Hooks): Promise<void> {
  const isOver = (): boolean => hooks.isClosed() || live.record.status !== 'running';
  try {
    const translationsPath = await translate(parts, live, hooks, isOver);
    if (isOver()) return;
    live.stage = 'aligning';
    delete live.completed;
    hooks.changed(live);
    const { id, account_id: account, from, to } = live.record;
    const file = (name: string): string => join(hooks.folder, name);
    const { isTranslation, ...head } = await parts.work.align({
      ...{ id, account },
      sourcePath: file('source.ndjson'),
      targetPath: file('target.ndjson'),
      pairsPath: file('pairs.ndjson'),
      ...(translationsPath === undefined ? {} : { translationsPath }),
      terms: await parts.terms(ownerOfRecord(live.record), { from, to }),
    });
    if (isOver()) return;
    const warnings = isTranslation ? live.record.warnings : [...live.record.warnings, NOT_A_TRANSLATION];
    await end(live, hooks, { status: 'done', warnings }, () => {
      live.head = head;
    });
  } catch (error) {
    if (isOver() || isAborted(error)) return;
    parts.log?.error({ alignment_id: live.record.id, err: error }, 'an alignment failed');
    await end(live, hooks, { status: 'failed', error: jobErrorOf(error) }).catch(() => undefined);
  } finally {
    await rm(join(hooks.folder, TRANSLATIONS), { force: true }).catch(() => undefined);
  }
}

const TRANSLATIONS = 'translations.ndjson';

const NOT_A_TRANSLATION: Warning = {
  code: 'not_a_translation',
  message:
    'Hardly any text of one file corresponds to the other, so nothing was accepted. Check that they are the right files and languages.',
};

async function end(
  live: LiveAlignment,
  { store, changed }: Hooks,
  ending: Partial<AlignmentRecord>,
  before?: () => void,
): Promise<void> {
  const at = new Date().toISOString();
  const record = { ...live.record, ...ending, updated_at: at, finished_at: at };
  await store(record);
  before?.();
  live.record = record;
  delete live.stage;
  delete live.completed;
  changed(live);
}

/** Our own translation of the source, by an engine of this machine or team; undefined where none has the direction. */
async function translate(
  { work, translation, log }: AlignmentsParts,
  live: LiveAlignment,
  { folder, changed }: Hooks,
  isOver: () => boolean,
): Promise<string | undefined> {
  const { id, account_id: account, from, to, source_texts: count } = live.record;
  const found = await localRoute(translation, from, to);
  if (!found) return undefined;
  const path = join(folder, TRANSLATIONS);
  await rm(path, { force: true });
  live.stage = 'translating';
  for (let start = 0; start < count && !isOver(); start += CHUNK) {
    live.completed = start;
    changed(live);
    const indexes = Array.from({ length: Math.min(CHUNK, count - start) }, (_, n) => start + n);
    const owner = ownerOfRecord(live.record);
    const asked = { ...{ id, account, owner }, textsPath: join(folder, 'source.ndjson'), ...found, indexes };
    try {
      await appendFile(path, await work.translate(asked), { mode: 0o600 });
    } catch (err) {
      if (isOver() || isAborted(err)) throw err;
      // Texts without a translation are aligned by everything else.
      log?.warn({ alignment_id: id, err }, 'texts of an alignment could not be translated');
      if (start === 0) return undefined;
      return path;
    }
  }
  return path;
}

async function localRoute(
  translation: AlignmentsParts['translation'],
  from: string,
  to: string,
): Promise<{ engine: string; pair: EnginePair } | undefined> {
  const engines = await translation.engines();
  const own = engines.filter(
    ({ id, offline, state }) => offline && state === 'ready' && HELPFUL.includes(id),
  );
  for (const { id } of own) {
    try {
      const { engine, pair } = await translation.route({ from, to, engine: id });
      return { engine, pair };
    } catch {
      // It lacks the direction.
    }
  }
  return undefined;
}

/** Quick ones of this machine: a language model would take hours for what the words of both texts say too. */
const HELPFUL: readonly string[] = ['bergamot', 'apertium'];
