/**
 * A thread of the neural engine: one module with the most recently used models. Started by path (threads.ts).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { isLost, markDamaged } from '../../models/installed.ts';
import type { InstalledModel } from '../../models/installed.ts';
import type { FileRole } from '../../models/manifest.ts';
import type { ThreadFailure, TranslateReply, TranslateRequest } from './protocol.ts';
import { loadRuntime } from './runtime.ts';
import type { BergamotRuntime, LoadedModel } from './runtime.ts';

/** A pivot alternates between two; each takes 60 to 120 MB. */
const MAX_MODELS = 2;

class Failure extends Error {
  readonly kind: ThreadFailure['kind'];
  constructor(kind: ThreadFailure['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

let runtime: Promise<BergamotRuntime> | undefined;
/** By identity, least recently used first. */
const loaded = new Map<string, LoadedModel>();

const port = parentPort!;
/** One at a time: the module is single-threaded, and loading a model must not admit a second request. */
let last: Promise<void> = Promise.resolve();
port.on('message', (request: TranslateRequest) => {
  last = last.then(async () => port.postMessage(await reply(request)));
});

async function reply(request: TranslateRequest): Promise<TranslateReply> {
  try {
    const model = await modelFor(request.model);
    return { id: request.id, answers: translate(model, request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id: request.id, failure: { kind: error instanceof Failure ? error.kind : 'broken', message } };
  }
}

function translate(model: LoadedModel, { texts, html }: TranslateRequest): string[] {
  try {
    return model.translate(texts, html);
  } catch (error) {
    throw new Failure('aborted', error instanceof Error ? error.message : String(error));
  }
}

async function modelFor(model: InstalledModel): Promise<LoadedModel> {
  const key = identityOf(model);
  const known = loaded.get(key);
  if (known) {
    loaded.delete(key);
    loaded.set(key, known);
    return known;
  }
  const files = new Map<FileRole, Uint8Array>();
  for (const { role, name, sha256 } of model.files) {
    const bytes = await readFile(join(model.folder, name)).catch((error: unknown) => ({ error }));
    const isUnread = 'error' in bytes;
    if (isUnread || createHash('sha256').update(bytes).digest('hex') !== sha256) {
      if (!isUnread || isLost(bytes.error)) await markDamaged(model).catch(() => undefined);
      throw new Failure('damaged', `The file ${name} of the model ${model.id} is missing or damaged.`);
    }
    files.set(role, bytes);
  }
  runtime ??= loadRuntime();
  const module = await runtime;
  for (const [oldest, old] of loaded) {
    if (loaded.size < MAX_MODELS) break;
    loaded.delete(oldest);
    old.free();
  }
  const vocabularies = [files.get('vocab'), files.get('srcvocab'), files.get('trgvocab')];
  const ready = module.loadModel({
    model: files.get('model')!,
    shortlist: files.get('lex'),
    vocabularies: vocabularies.filter((bytes) => bytes !== undefined),
  });
  loaded.set(key, ready);
  return ready;
}

/** Changes when a model is reinstalled. */
function identityOf(model: InstalledModel): string {
  return `${model.folder} ${model.files.map(({ sha256 }) => sha256).join(' ')}`;
}
