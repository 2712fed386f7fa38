import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type Koa from 'koa';
import { fieldProblem } from '../../contract/index.ts';
import type { NewJob } from '../../jobs/jobs-port.ts';

const MAX_CHARACTERS = 255;

/**
 * The request's Idempotency-Key, if any, with the hash of `payload`: the request's content as plain values.
 * Only hashes are passed on, so that a key is neither stored nor logged. Throws `invalid_request` for an
 * invalid key.
 */
export function readIdempotency(
  ctx: Koa.Context,
  payload: () => unknown,
  route: 'create' | 'retry' = 'create',
): Pick<NewJob, 'idempotency'> {
  const key = ctx.req.headers['idempotency-key'];
  if (key === undefined) return {};
  const checked = checkKey(String(key));
  // Keys are bound to a route. For requests that create a job, the kind of job already distinguishes them.
  const scoped = route === 'create' ? checked : [route, checked];
  return { idempotency: { key: hashOf(scoped), payload: hashOf(payload()) } };
}

function checkKey(key: string): string {
  // Node reads header bytes as Latin-1: beyond ASCII, one byte could mean two characters.
  if (!/^[\x20-\x7e]+$/.test(key)) {
    throw fieldProblem(
      'Idempotency-Key',
      'invalid',
      'The Idempotency-Key is empty or has characters outside ASCII. Send a new UUID with each new request.',
    );
  }
  if (key.length > MAX_CHARACTERS) {
    throw fieldProblem(
      'Idempotency-Key',
      'too_long',
      `The Idempotency-Key is longer than ${MAX_CHARACTERS} characters. Send a UUID.`,
    );
  }
  return key;
}

function hashOf(value: unknown): string {
  const hash = createHash('sha256');
  addValue(hash, value);
  return hash.digest('hex');
}

/**
 * Adds each value with its type and length, members sorted by name: equal requests have one form, however
 * their JSON was written, and different ones never share it.
 */
export function addValue(hash: Hash, value: unknown): void {
  if (Array.isArray(value)) {
    hash.update(`[${value.length}:`);
    for (const item of value) addValue(hash, item);
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    hash.update(`{${members.length}:`);
    for (const member of members.sort(([a], [b]) => (a < b ? -1 : 1))) addValue(hash, member);
  } else {
    const text = String(value);
    hash.update(`${typeof value}${text.length}:`).update(text);
  }
}
