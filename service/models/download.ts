import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../lib/backoff.ts';
import { ModelError } from './model-error.ts';
import type { ManifestFile } from './manifest.ts';

export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Called with the bytes that stand on the disk, from the start and as they come. */
  readonly onProgress: (bytes: number) => void;
  /** Milliseconds without a byte after which a try has failed. */
  readonly stallMs: number;
  /** Milliseconds before the second try; doubled for each further one. */
  readonly retryMs: number;
}

const TRIES = 4;
const LONGEST_RETRY_MS = 30_000;
const MOST_REDIRECTS = 5;
const USER_AGENT = 'interlinear';

/**
 * Brings a file to `path`, going on where an earlier download stopped (RFC 9110 §14.2), and checks length and SHA-256. What has come so
 * far stays when it rejects with `network`; a file that is not the one asked for is removed and rejects with `hash_mismatch`.
 */
export async function download(
  url: string,
  path: string,
  file: ManifestFile,
  options: DownloadOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    options.signal.throwIfAborted();
    try {
      await attemptDownload(url, path, file, options);
      return;
    } catch (error) {
      options.signal.throwIfAborted();
      const passing = error instanceof ModelError && error.code === 'network';
      if (!passing || attempt === TRIES) throw error;
      const waitMs = backoffMs(attempt, { firstMs: options.retryMs, longestMs: LONGEST_RETRY_MS });
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
  let have = await sizeOf(path);
  if (have > file.bytes) {
    await rm(path, { force: true });
    have = 0;
  }
  let hash = createHash('sha256');
  if (have > 0) await hashFile(path, hash, options.signal);
  options.onProgress(have);
  if (have < file.bytes) ({ have, hash } = await receive(url, path, file, { have, hash }, options));
  if (have < file.bytes) {
    throw new ModelError(
      'network',
      `${hostOf(url)} ended the download early. Install the model again to go on.`,
      { details: { host: hostOf(url) } },
    );
  }
  if (hash.digest('hex') === file.sha256) return;
  await rm(path, { force: true });
  throw new ModelError(
    'hash_mismatch',
    `What ${hostOf(url)} sent for ${file.path} is not the file that the list of models names, and was removed. Try again; if it happens again, the address or mirror is wrong.`,
    { details: { host: hostOf(url) } },
  );
}

/** What stands on the disk, and the hash of it so far. */
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
  let timer = setTimeout(() => stalled.abort(), stallMs);
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), stallMs);
  };
  const ends = AbortSignal.any([signal, stalled.signal]);
  try {
    const response = await request(url, begun.have, ends);
    again();
    if (!response.body)
      throw new ModelError('network', `${hostOf(url)} sent nothing.`, { details: { host: hostOf(url) } });
    // A server that knows no ranges sends the whole file again.
    const goesOn = response.status === 206 && rangeStart(response) === begun.have;
    const hash = goesOn ? begun.hash : createHash('sha256');
    let have = goesOn ? begun.have : 0;
    const target = await open(path, goesOn ? 'a' : 'w', 0o600);
    try {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        again();
        have += chunk.byteLength;
        // More than the list says is another file: nothing of it is worth the disk.
        if (have > file.bytes) break;
        hash.update(chunk);
        await target.write(chunk);
        onProgress(have);
      }
      await target.sync();
    } finally {
      await target.close();
    }
    if (have > file.bytes) {
      await rm(path, { force: true });
      throw new ModelError(
        'hash_mismatch',
        `What ${hostOf(url)} sends for ${file.path} is longer than the list of models says, and was removed. The address or mirror is wrong.`,
        { details: { host: hostOf(url) } },
      );
    }
    return { have, hash };
  } catch (error) {
    throw asNetworkError(error, url, stalled.signal.aborted ? stallMs : undefined);
  } finally {
    clearTimeout(timer);
  }
}

/** Follows redirects within the origin only: who names another one has another right to see who asks, and may not be `https:`. */
async function request(url: string, start: number, signal: AbortSignal): Promise<Response> {
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(address, {
      signal,
      redirect: 'manual',
      // Range counts bytes of the file itself, not of a packed form of it.
      headers: {
        'Accept-Encoding': 'identity',
        'User-Agent': USER_AGENT,
        ...(start > 0 ? { Range: `bytes=${start}-` } : {}),
      },
    });
    if (response.status === 200 || response.status === 206) return response;
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null && redirects < MOST_REDIRECTS) {
      const next = new URL(location, address);
      if (next.origin !== new URL(url).origin) {
        throw new ModelError(
          'network',
          `${hostOf(url)} sends the download on to ${next.host}. Downloads go to one place only: set that one as the models' address.`,
          { reason: 'redirected', details: { host: hostOf(url), to: next.host } },
        );
      }
      address = next.href;
      continue;
    }
    if ([403, 404, 410].includes(response.status)) {
      throw new ModelError(
        'not_found',
        `${hostOf(url)} does not have ${new URL(url).pathname} (status ${response.status}). Check the models' address in Settings.`,
        { details: { host: hostOf(url) } },
      );
    }
    throw new ModelError(
      'network',
      `${hostOf(url)} answered with status ${response.status}. Try again later.`,
      { details: { host: hostOf(url) } },
    );
  }
}

function rangeStart(response: Response): number | undefined {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return start === undefined ? undefined : Number(start);
}

function asNetworkError(error: unknown, url: string, stalledMs: number | undefined): unknown {
  if (stalledMs !== undefined) {
    const seconds = Math.max(1, Math.round(stalledMs / 1000));
    return new ModelError(
      'network',
      `${hostOf(url)} has sent nothing for ${seconds} seconds. Try again later.`,
      { cause: error, details: { host: hostOf(url) } },
    );
  }
  if (error instanceof ModelError || !(error instanceof TypeError)) return error;
  // fetch says "fetch failed", and a body that breaks off "terminated"; the reason is the cause.
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return new ModelError(
    'network',
    `${hostOf(url)} cannot be reached: ${cause}. Check the network, or carry the files over and import them.`,
    { cause: error, details: { host: hostOf(url) } },
  );
}

function hostOf(url: string): string {
  return new URL(url).host;
}

async function hashFile(path: string, hash: Hash, signal: AbortSignal): Promise<void> {
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Uint8Array);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
