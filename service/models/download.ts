import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFile } from '../lib/atomic-file.ts';
import { backoffMs } from '../lib/backoff.ts';
import { proxyVariables } from '../lib/network-environment.ts';
import { hashFile } from './hash-file.ts';
import { maxPackedBytes } from './manifest.ts';
import type { ManifestFile } from './manifest.ts';
import { ModelError } from './model-error.ts';
import { isWholeFile } from './unpack.ts';

export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Called with the bytes on disk, at first and as they arrive, and the file's size if known. */
  readonly onProgress: (bytes: number, total?: number) => void;
  /** Milliseconds without a byte after which an attempt fails. */
  readonly stallMs: number;
  /** Milliseconds before the second attempt; doubled for each further one. */
  readonly retryMs: number;
}

/** Consecutive fruitless attempts: a bad line that brings something each time is not given up. */
const TRIES = 4;
const WORTH_A_TRY_BYTES = 65_536;
const MAX_RETRY_MS = 30_000;
const MAX_REDIRECTS = 5;
const USER_AGENT = 'interlinear';
/** Statuses of refusals that may pass (RFC 9110 §15.5.9, RFC 8470, RFC 6585). */
const PASSING_REFUSALS = [408, 425, 429];

/** The server's answer is final: repeating the request is useless. */
class FinalError extends ModelError {}

/**
 * Downloads a file to `path`, continuing an earlier download (RFC 9110 §14.2), and verifies it: length and
 * SHA-256 or, if the manifest has neither, gzip's checksum and the hash of the unpacked file. If it rejects
 * with `network` the part stays; a wrong file is removed and rejects with `hash_mismatch`.
 */
export async function download(
  url: string,
  path: string,
  file: ManifestFile,
  options: DownloadOptions,
): Promise<void> {
  let most = await sizeOf(path);
  let hasBegunAnew = false;
  for (let failures = 0; ;) {
    options.signal.throwIfAborted();
    const before = await sizeOf(path);
    try {
      await attemptDownload(url, path, file, options);
      return;
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      const after = await sizeOf(path);
      // The part of an earlier download may be at fault: a network's sign-in page, another mirror's file.
      if (error.code === 'hash_mismatch' && before > 0 && after === 0 && !hasBegunAnew) {
        hasBegunAnew = true;
        most = 0;
        continue;
      }
      // Compared with the maximum so far: a server without ranges restarts each time, and may never get
      // further.
      failures = after - most >= WORTH_A_TRY_BYTES ? 1 : failures + 1;
      most = Math.max(most, after);
      if (error.code !== 'network' || error instanceof FinalError || failures === TRIES) throw error;
      const waitMs = backoffMs(failures, { firstMs: options.retryMs, maxMs: MAX_RETRY_MS });
      await pause(waitMs, undefined, { signal: options.signal });
    }
  }
}

async function attemptDownload(
  url: string,
  path: string,
  file: ManifestFile,
  options: DownloadOptions,
): Promise<void> {
  const { packed } = file;
  let have = await sizeOf(path);
  if (have > maxPackedBytes(file)) {
    await removeFile(path);
    have = 0;
  }
  let hash = createHash('sha256');
  if (have > 0 && packed) await hashFile(path, hash, options.signal);
  options.onProgress(have);
  if (have > 0 && !packed && (await isWholeFile(path, file, options.signal))) return;
  if (!packed || have < packed.bytes)
    ({ have, hash } = await receive(url, path, file, { have, hash }, options));
  if (packed && have < packed.bytes) {
    throw new ModelError(
      'network',
      `${hostOf(url)} ended the download early. Install the model again to go on.`,
      { details: { host: hostOf(url) } },
    );
  }
  const isRight = packed
    ? have === packed.bytes && hash.digest('hex') === packed.sha256
    : await isWholeFile(path, file, options.signal);
  if (isRight) return;
  await removeFile(path);
  throw new ModelError(
    'hash_mismatch',
    `What ${hostOf(url)} sent for ${file.path} is not the file that the list of models names, and was removed. Try again; if it happens again, the address or mirror is wrong.`,
    { details: { host: hostOf(url) } },
  );
}

/** The part on disk, and its hash so far. */
interface Received {
  have: number;
  hash: Hash;
}

async function receive(
  url: string,
  path: string,
  file: ManifestFile,
  begun: Received,
  { signal, stallMs, onProgress }: DownloadOptions,
): Promise<Received> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallMs);
  const ends = AbortSignal.any([signal, stalled.signal]);
  try {
    const { response, start } = await openAt(url, begun.have, ends);
    const rest = restOf(response);
    if (file.packed) refuseOtherLength(response, file.packed.bytes - start, url, file);
    const hash = start > 0 ? begun.hash : createHash('sha256');
    let have = start;
    const maxBytes = maxPackedBytes(file);
    const target = await open(path, start > 0 ? 'a' : 'w', 0o600);
    try {
      for await (const chunk of bodyOf(response, url)) {
        timer.refresh();
        have += chunk.length;
        // A longer file is a different one, and not worth the disk.
        if (have > maxBytes) break;
        hash.update(chunk);
        await target.appendFile(chunk);
        onProgress(have, rest === undefined ? undefined : start + rest);
      }
      await target.sync();
    } finally {
      await target.close();
    }
    return { have, hash };
  } catch (error) {
    throw stalled.signal.aborted ? silence(url, stallMs, error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The server's bytes from `start` on; from the beginning if it ignores the range. */
async function openAt(
  url: string,
  start: number,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; start: number }> {
  const response = await request(url, start, signal);
  if (response.statusCode === 200) return { response, start: 0 };
  if (response.statusCode === 206 && rangeStart(response) === start) return { response, start };
  response.destroy();
  return { response: await request(url, 0, signal), start: 0 };
}

/** A network's sign-in page is a 200 too: its length reveals it before it replaces the download. */
function refuseOtherLength(response: IncomingMessage, bytes: number, url: string, file: ManifestFile): void {
  const length = response.headers['content-length'];
  if (length === undefined || Number(length) === bytes) return;
  response.destroy();
  throw new ModelError(
    'hash_mismatch',
    `What ${hostOf(url)} sends for ${file.path} has not the length that the list of models says. The address or mirror is wrong.`,
    { details: { host: hostOf(url) } },
  );
}

/**
 * Follows redirects only within the origin: another origin must not see the client, and may not use `https:`.
 */
async function request(url: string, start: number, signal: AbortSignal): Promise<IncomingMessage> {
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const response = await ask(new URL(address), start, signal);
    const { statusCode: status = 0 } = response;
    if (status === 200 || (start > 0 && [206, 416].includes(status))) return response;
    response.destroy();
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location !== undefined && redirects < MAX_REDIRECTS) {
      const next = URL.canParse(location, address) ? new URL(location, address) : undefined;
      if (next?.origin !== new URL(url).origin) {
        throw new FinalError(
          'network',
          `${hostOf(url)} sends the download on to ${next?.host ?? location.slice(0, 100)}. Downloads go to one place only: set that one as the models' address.`,
          { reason: 'redirected', details: { host: hostOf(url), to: next?.host ?? location.slice(0, 100) } },
        );
      }
      address = next.href;
      continue;
    }
    if ([403, 404, 410].includes(status)) {
      throw new ModelError(
        'not_found',
        `${hostOf(url)} does not have ${new URL(url).pathname} (status ${status}). Check the models' address in Settings.`,
        { details: { host: hostOf(url) } },
      );
    }
    const mayPass = status >= 500 || PASSING_REFUSALS.includes(status);
    throw new (mayPass ? ModelError : FinalError)(
      'network',
      `${hostOf(url)} answered with status ${status}. Try again later.`,
      { details: { host: hostOf(url) } },
    );
  }
}

/** Node's certificates, and the system's if Node can read them (from 22.15 on). */
async function systemCertificates({ protocol }: URL): Promise<{ ca?: string[] }> {
  if (protocol !== 'https:' || process.env['NODE_USE_SYSTEM_CA'] === '0') return {};
  // Node's types are those of its oldest supported version.
  const tls: { rootCertificates: readonly string[]; getCACertificates?: (store: string) => string[] } =
    await import('node:tls');
  const read = tls.getCACertificates;
  return read ? { ca: [...read('default'), ...read('system')] } : {};
}

/** Not fetch(), which unpacks declared encodings: some servers declare `.gz` files as such. */
async function ask(url: URL, start: number, signal: AbortSignal): Promise<IncomingMessage> {
  // Node's TLS takes a while to load, and most runs of the service download nothing.
  const { get, Agent } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const agent = new Agent({ ...(await systemCertificates(url)), ...{ proxyEnv: proxyVariables() } });
  return new Promise((resolve, reject) => {
    const headers = {
      // Range counts bytes of the file itself, not of a compressed form.
      'Accept-Encoding': 'identity',
      'User-Agent': USER_AGENT,
      ...(start > 0 ? { Range: `bytes=${start}-` } : {}),
    };
    get(url, { signal, headers, agent }, resolve).on('error', (error) =>
      reject(unreachable(url.host, error)),
    );
  });
}

async function* bodyOf(response: IncomingMessage, url: string): AsyncGenerator<Buffer> {
  try {
    yield* response as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreachable(hostOf(url), error);
  }
}

function restOf(response: IncomingMessage): number | undefined {
  const length = Number(response.headers['content-length']);
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

function rangeStart(response: IncomingMessage): number | undefined {
  const start = /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1];
  return start === undefined ? undefined : Number(start);
}

function silence(url: string, stallMs: number, cause: unknown): ModelError {
  const seconds = Math.max(1, Math.round(stallMs / 1000));
  return new ModelError(
    'network',
    `${hostOf(url)} has sent nothing for ${seconds} seconds. Try again later.`,
    { cause, details: { host: hostOf(url) } },
  );
}

function unreachable(host: string, error: unknown): ModelError {
  const why = hasNoNetwork(error)
    ? 'there is no network here'
    : error instanceof Error
      ? error.message
      : String(error);
  return new ModelError(
    'network',
    `${host} cannot be reached: ${why}. Check the network, or carry the files over and import them.`,
    { cause: error, details: { host } },
  );
}

/** The system's ways of saying so; no name is found without a network. */
const NO_NETWORK = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN']);

function hasNoNetwork(error: unknown): boolean {
  return error instanceof Error && NO_NETWORK.has(String((error as NodeJS.ErrnoException).code));
}

function hostOf(url: string): string {
  return new URL(url).host;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
