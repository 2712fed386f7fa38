import { X509Certificate } from 'node:crypto';
import { createServerClient } from './server-client.ts';
import type { ServerClient } from './server-client.ts';
import { DistrustError } from './trust.ts';
import type { Distrust, Trust } from './trust.ts';

/** Why a team server cannot be used. `host`: with its port, unless that is 443. */
export type ServerTrouble = { host: string } & (
  | Distrust
  | { reason: 'not-found' | 'silent' | 'no-tls' | 'stopped' | 'foreign' | 'key' }
  /** It rejects requests for this name. */
  | { reason: 'name'; name: string }
  | { reason: 'version'; theirs: string; ours: string }
  | { reason: 'failing'; status: number }
);

const DEFAULT_PORT = 4717;
const ANSWER_MS = 15_000;
/** Above any answer that is read here. */
const MAX_ANSWER = 100_000;

/**
 * The origin of a server as users write it: with or without scheme and port. Undefined if the text is not an
 * address.
 */
export function readServerAddress(written: string): string | undefined {
  const text = written.trim();
  const hasScheme = /^[a-z]+:\/\//i.test(text);
  const address = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return undefined;
  // A parsed URL omits 443, the scheme's default port.
  if (!hasScheme && url.port === '' && !text.replace(/\/$/, '').endsWith(':443'))
    url.port = `${DEFAULT_PORT}`;
  return url.origin;
}

/**
 * Checks a server for the window: a trusted certificate, a compatible version of Interlinear, a valid key.
 */
export async function checkServer(
  origin: string,
  { key, trust, version }: { key: string; trust: Trust; version: string },
): Promise<ServerTrouble | undefined> {
  const { host, hostname } = new URL(origin);
  const client = createServerClient(origin, trust);
  try {
    const health = await ask(client, '/v1/health');
    if (isRefusedName(health)) return { host, reason: 'name', name: hostname };
    const theirs = versionIn(health.body);
    if (theirs === undefined) return { host, reason: 'foreign' };
    if (!isFitting(theirs, version)) return { host, reason: 'version', theirs, ours: version };
    const { status } = await ask(client, '/v1/usage', key);
    if (status === 401) return { host, reason: 'key' };
    return status === 200 ? undefined : { host, reason: 'failing', status };
  } catch (error) {
    return troubleOf(host, error);
  } finally {
    client.close();
  }
}

/** The only reason for which health is refused (service/http/middleware/host.ts). */
function isRefusedName({ status, body }: { status: number; body: unknown }): boolean {
  return status === 403 && (body as { code?: unknown } | undefined)?.code === 'forbidden';
}

async function ask(
  client: ServerClient,
  path: string,
  key?: string,
): Promise<{ status: number; body: unknown }> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await client.fetch(path, { signal, ...(key === undefined ? {} : { key }) });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER) break;
  }
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: response.status, body: undefined };
  }
}

function versionIn(body: unknown): string | undefined {
  const { data } = (body ?? {}) as { data?: { version?: unknown } };
  return typeof data?.version === 'string' ? data.version.slice(0, 40) : undefined;
}

/** The server's page uses this shell's bridge. Before 1.0 a minor version may change it. */
function isFitting(theirs: string, ours: string): boolean {
  const [major, minor] = ours.split('.');
  const [theirMajor, theirMinor] = theirs.split('.');
  return major === theirMajor && (major !== '0' || minor === theirMinor);
}

/** The problem with the connection to a server, by the system's error code. */
export function troubleOf(host: string, error: unknown): ServerTrouble {
  if (error instanceof DistrustError) return { host, ...error.distrust };
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return { host, reason: 'not-found' };
  if (
    /^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code) ||
    name === 'TimeoutError'
  ) {
    return { host, reason: 'silent' };
  }
  if (/^(EPROTO|ERR_SSL)/.test(code)) return { host, reason: 'no-tls' };
  return { host, reason: 'stopped' };
}

/**
 * For Chromium, which asks about each certificate that it gets: accepts those that the shell's check has
 * accepted. A certificate renewed meanwhile is checked again.
 */
export function createCertificateJudge(client: Pick<ServerClient, 'fingerprint'>) {
  const trusted = new Set<string>();
  return async (pem: string): Promise<boolean> => {
    const shown = new X509Certificate(pem).fingerprint256;
    if (!trusted.has(shown)) trusted.add(await client.fingerprint());
    return trusted.has(shown);
  };
}
