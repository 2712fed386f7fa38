import { Redis } from 'ioredis';
import type { TeamSettings } from '../engines/configuration.ts';

const CONNECT_LIMIT_MS = 5_000;
const RETRY_MS = { first: 100, longest: 2_000 };
const MIN_VERSION = [6, 2] as const;

/** A connection that always reconnects; commands wait meanwhile. `tell`: why it is down, with the remedy. */
export function connect(settings: TeamSettings, tell: (trouble: string) => void): Redis {
  const url = new URL(settings.url);
  const redis = new Redis({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 6379),
    ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    db: Number(url.pathname.slice(1) || 0),
    ...(url.protocol === 'rediss:' ? { tls: settings.ca === undefined ? {} : { ca: settings.ca } } : {}),
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_LIMIT_MS,
    keepAlive: CONNECT_LIMIT_MS,
    retryStrategy: (times) => Math.min(RETRY_MS.first * 2 ** times, RETRY_MS.longest),
  });
  redis.on('error', (error: Error) => tell(troubleOf(error, settings)));
  return redis;
}

/** The problem with a Redis that answers: the reason it cannot be used, or a warning. */
export async function examineServer(redis: Redis): Promise<{ fatal?: string; warning?: string }> {
  const info = await redis.info();
  const version = /^redis_version:(\d+)\.(\d+)/m.exec(info);
  const [major, minor] = [Number(version?.[1]), Number(version?.[2])];
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
    return {
      fatal: `The Redis of the team has version ${major}.${minor}. Use Valkey, or Redis 6.2 or later.`,
    };
  }
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  if (policy === undefined || policy === 'noeviction') return {};
  return {
    warning: `The Redis of the team throws data away when it is full (maxmemory-policy ${policy}). Set maxmemory-policy to noeviction.`,
  };
}

/** An error of Redis or of the connection, for people. It names neither user nor password. */
export function troubleOf(error: Error & { code?: string }, { url }: Pick<TeamSettings, 'url'>): string {
  const at = `The team's Redis at ${new URL(url).host}`;
  const text = `${error.code ?? ''} ${error.message}`;
  if (url.startsWith('rediss:') && text.includes('ECONNRESET')) return `${at} ${NO_TLS}`;
  for (const [pattern, trouble] of TROUBLES) if (pattern.test(text)) return `${at} ${trouble}`;
  return `${at} cannot be used (${error.code ?? error.message.slice(0, 100)}). Look at its log.`;
}

const NO_TLS =
  'does not speak TLS as asked. Check that rediss:// and its port in INTERLINEAR_REDIS_URL go together.';

const TROUBLES: readonly (readonly [RegExp, string])[] = [
  [
    /WRONGPASS|NOAUTH|invalid username-password/i,
    'refuses the user name or password. Correct them in INTERLINEAR_REDIS_URL.',
  ],
  [/NOPERM/, 'does not allow its user what a team needs. Give it the rights that docs/team.md names.'],
  [/^\S* *OOM|maxmemory/, 'is full. Give it more memory, or find out what else fills it.'],
  [/CERT_HAS_EXPIRED/, 'has a certificate that has expired. Renew it.'],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    'has a certificate for another name. Use the name of the certificate in INTERLINEAR_REDIS_URL.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_|CERT_|unable to (get|verify)/,
    'has a certificate of an unknown authority. Name the file of its CA in INTERLINEAR_REDIS_CA.',
  ],
  [/SSL|TLS|EPROTO|before secure/i, NO_TLS],
  [
    /WRONGTYPE/,
    'has something else under the names of the team. Choose another name with INTERLINEAR_TEAM, or delete the keys that begin with "il:".',
  ],
  [/LOADING|MASTERDOWN|READONLY/, 'is not ready to be written to. Wait, or look at its log.'],
  [/ENOTFOUND|EAI_AGAIN/, 'has a name that cannot be found. Correct INTERLINEAR_REDIS_URL.'],
  [
    /ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|ENETUNREACH|Connection is closed/,
    'does not answer. Start it, or correct INTERLINEAR_REDIS_URL.',
  ],
];
