/** What runs in the JSON thread: each message is a text and its shape, each answer what came of it. */
import { parentPort } from 'node:worker_threads';
import { readPruned } from './prune-json.ts';
import type { JsonShape } from './prune-json.ts';

parentPort!.on('message', ({ bytes, shape }: { bytes: Uint8Array; shape: JsonShape }) => {
  parentPort!.postMessage(readPruned(bytes, shape));
});
