import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../service/contract/index.ts';
import type { Store } from '../../service/store/store-port.ts';
import { asStorageError } from '../../service/lib/storage-error.ts';
import { WorkerError } from '../../service/worker/translation-port.ts';
import {
  codeOf,
  createBatch,
  createDocument,
  leftovers,
  lines,
  newFolder,
  openHarness,
  removeFolder,
  awaitJob,
} from './support/harness.ts';
import type { Harness } from './support/harness.ts';
import { crash } from './support/translation.ts';

let harness: Harness;
/** Names of store methods that find the disk full. */
let full: Set<string>;

function onFullDisk(store: Store): Store {
  const failing = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name, receiver) {
        const value: unknown = Reflect.get(object, name, receiver);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (full.has(String(name))) return Promise.reject(diskFull());
          const result: unknown = Reflect.apply(value, object, args);
          return name === 'draft' && result instanceof Promise
            ? result.then((draft: object) => failing(draft))
            : result;
        };
      },
    });
  return { ...store, files: failing(store.files) };
}

beforeEach(async () => {
  full = new Set();
  harness = await openHarness(await newFolder(), { wrapStore: onFullDisk });
});
afterEach(async () => {
  await harness.close();
  await removeFolder(harness.folder);
});

describe('a crash of the engine process', () => {
  it('puts the chunk back, and the job goes on', async () => {
    let crashes = 2;
    harness.translation.behaviour.beforeChunk = () => {
      if (crashes-- > 0) throw crash();
    };
    const { id } = await createDocument(harness, lines(20));
    expect((await awaitJob(harness, id)).status).toBe('done');
    const content = await harness.jobs.content('local', id, { simple: false });
    expect('file' in content && (await readFile(content.file.path, 'utf8')).split('\n')).toHaveLength(20);
  });

  it('again and again without progress fails the job with the reason, and charges nothing', async () => {
    harness.translation.behaviour.beforeChunk = () => {
      throw crash();
    };
    const waking = setInterval(() => harness.translation.restart(), 20);
    const { id } = await createDocument(harness, lines(3));
    const job = await awaitJob(harness, id);
    clearInterval(waking);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'engine_failed' } });
    expect(job.error?.message).toContain('SIGKILL');
    expect(harness.accounts.usage('local')).toMatchObject({ total_chars: 0, credit_reserved: 0 });
    expect(await codeOf(harness.jobs.content('local', id, { simple: false }))).toBe('job_failed');
  });

  it('by one job does not fail another that runs beside it', async () => {
    const poison = await poisoned();
    const innocent = await createDocument(harness, lines(300, 'innocent'));
    const waking = setInterval(() => harness.translation.restart(), 10);
    expect((await awaitJob(harness, innocent.id)).status).toBe('done');
    expect((await awaitJob(harness, poison)).status).toBe('failed');
    clearInterval(waking);
  });

  /** A job that takes all chunks under way down with it. */
  async function poisoned(): Promise<string> {
    const dying = new Set<() => void>();
    let poison = '';
    harness.translation.behaviour.beforeChunk = async ({ jobId }) => {
      if (jobId === poison) {
        for (const die of dying) die();
        throw crash();
      }
      await new Promise<void>((resolve, reject) => {
        const die = (): void => reject(crash());
        dying.add(die);
        setTimeout(() => {
          dying.delete(die);
          resolve();
        }, 3);
      });
    };
    poison = 'not yet known';
    const { id } = await createDocument(harness, lines(40, 'poison'));
    poison = id;
    return id;
  }
});

describe('an engine that fails', () => {
  it('for good fails the job at once', async () => {
    harness.translation.behaviour.beforeChunk = () => {
      throw new WorkerError('engine_failed', 'The engine answered with two lines instead of one', false);
    };
    const { id } = await createBatch(harness, ['One']);
    const job = await awaitJob(harness, id);
    expect(job.error).toEqual({
      code: 'engine_failed',
      message: 'The engine answered with two lines instead of one.',
      details: { said: 'The engine answered with two lines instead of one.' },
    });
    expect(harness.translation.chunks).toHaveLength(1);
  });

  it('because it is no longer ready fails the job as unavailable, with what to do', async () => {
    harness.translation.behaviour.beforeChunk = () => {
      throw new ProblemError('engine_unavailable', 'The model en-es is not installed. Install it.');
    };
    const { id } = await createBatch(harness, ['One']);
    expect((await awaitJob(harness, id)).error).toEqual({
      code: 'engine_unavailable',
      message: 'The model en-es is not installed. Install it.',
    });
  });
});

describe('a result that cannot be built', () => {
  const assemblyFails = (simpleToo: boolean): void => {
    harness.translation.behaviour.beforeAssemble = ({ simple }) => {
      if (!simple || simpleToo) throw new WorkerError('internal_error', 'A part is missing.', false);
    };
  };

  it('with its layout becomes a simple document, with a warning', async () => {
    assemblyFails(false);
    const { id } = await createDocument(harness, 'One', { fileName: 'a.docx' });
    const job = await awaitJob(harness, id);
    expect(job).toMatchObject({ status: 'done', warnings: [{ code: 'layout_unavailable' }] });
    expect(await codeOf(harness.jobs.content('local', id, { simple: false }))).toBe('layout_unavailable');
    const content = await harness.jobs.content('local', id, { simple: true });
    expect('file' in content && (await readFile(content.file.path, 'utf8'))).toBe('simple\nenO');
  });

  it('in any way fails the job', async () => {
    assemblyFails(true);
    const docx = await createDocument(harness, 'One', { fileName: 'a.docx' });
    const txt = await createDocument(harness, 'One');
    for (const [{ id }, remedy] of [
      [docx, 'nor as a simple document'],
      [txt, 'save it again, or as DOCX'],
    ] as const) {
      const { status, error } = await awaitJob(harness, id);
      expect([status, error?.code]).toEqual(['failed', 'layout_unavailable']);
      expect(error?.message).toContain(remedy);
    }
    expect(harness.accounts.usage('local').total_chars).toBe(0);
  });

  it('because what builds it is killed again and again says so, and not that the document is at fault', async () => {
    harness.translation.behaviour.beforeAssemble = () => {
      throw crash();
    };
    const { id } = await createDocument(harness, 'One');
    const job = await awaitJob(harness, id);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'engine_failed' } });
    expect(job.error?.message).toContain('SIGKILL');
  });

  it('because the source is gone says so', async () => {
    harness.translation.behaviour.beforeChunk = async ({ jobId }) => {
      await rm(harness.store.files.paths({ id: jobId, kind: 'document', file_type: 'txt' }).source);
    };
    const { id } = await createDocument(harness, 'One');
    expect(await awaitJob(harness, id)).toMatchObject({
      status: 'failed',
      error: { code: 'source_damaged' },
    });
    expect(await codeOf(harness.jobs.retry('local', id))).toBe('not_found');
  });

  it('because the source is damaged says so, and so does a retry, which leaves nothing', async () => {
    harness.translation.behaviour.beforeChunk = async ({ jobId }) => {
      await writeFile(
        harness.store.files.paths({ id: jobId, kind: 'document', file_type: 'txt' }).source,
        'Two',
      );
    };
    const { id } = await createDocument(harness, 'One');
    const { status, error } = await awaitJob(harness, id);
    expect([status, error?.code]).toEqual(['failed', 'source_damaged']);
    await expect(harness.jobs.retry('local', id)).rejects.toMatchObject({
      code: 'job_failed',
      status: 409,
      message: error?.message,
    });
    expect(await leftovers(harness.folder)).toEqual([id]);
  });
});

describe('simple rebuild and lost results', () => {
  it('builds the simple document once for callers at the same time', async () => {
    const { id } = await createDocument(harness, 'One', { fileName: 'a.docx' });
    await awaitJob(harness, id);
    let builds = 0;
    harness.translation.behaviour.beforeAssemble = () => {
      builds++;
    };
    const ask = (): ReturnType<Harness['jobs']['content']> =>
      harness.jobs.content('local', id, { simple: true });
    const [one, two] = await Promise.all([ask(), ask()]);
    await ask();
    expect(builds).toBe(1);
    expect(one).toEqual(two);
    expect('file' in one && one.file).toMatchObject({ fileName: 'a.es.docx', bytes: 10 });
  });

  it('builds a result again that someone removed', async () => {
    const { id } = await createDocument(harness, 'One');
    await awaitJob(harness, id);
    await rm(harness.store.files.paths({ id, kind: 'document', file_type: 'txt' }).result);
    const content = await harness.jobs.content('local', id, { simple: true });
    expect('file' in content && (await readFile(content.file.path, 'utf8'))).toBe('enO');
  });
});

describe('a full disk', () => {
  it.each(['draft', 'takeSource', 'commit'])(
    'at %s refuses the document and leaves nothing',
    async (step) => {
      full.add(step);
      expect(await codeOf(createDocument(harness, 'One', { fileName: 'a.docx' }))).toBe('storage_full');
      expect(await leftovers(harness.folder)).toEqual([]);
      expect(harness.accounts.usage('local')).toMatchObject({ credit_reserved: 0, docx_quota: { used: 0 } });
    },
  );

  it('while translating fails the job, which can be retried when there is space', async () => {
    harness.translation.behaviour.beforeChunk = () => void full.add('appendJournal');
    const { id } = await createDocument(harness, lines(5));
    expect(await awaitJob(harness, id)).toMatchObject({ status: 'failed', error: { code: 'storage_full' } });
    harness.translation.behaviour.beforeChunk = () => undefined;
    full.clear();
    const again = await harness.jobs.retry('local', id);
    expect((await awaitJob(harness, again.id)).status).toBe('done');
  });

  it('at the end makes the job fail rather than take a done back', async () => {
    harness.translation.behaviour.beforeAssemble = () => void full.add('appendJournal');
    const { id } = await createDocument(harness, 'One');
    expect(await awaitJob(harness, id)).toMatchObject({ status: 'failed', error: { code: 'storage_full' } });
    expect(harness.accounts.usage('local')).toMatchObject({ total_chars: 0, credit_reserved: 0 });
  });
});

function diskFull(): Error {
  return asStorageError(Object.assign(new Error('write'), { code: 'ENOSPC' })) as Error;
}
