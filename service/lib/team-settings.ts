import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isSafeAddress } from './safe-address.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** See engines/configuration.ts, whose TeamSettings this is. */
interface TeamSettings {
  readonly url: string;
  readonly key: string;
  readonly name: string;
  readonly ca?: string;
  readonly hostId?: string;
}

const MIN_KEY_LENGTH = 32;

/**
 * How to reach the team's Redis, from the environment; undefined if it names none. Secrets never appear in a
 * message. `fail` makes the error from a sentence.
 */
export function readTeam(
  env: Environment,
  dataDir: string,
  fail: (message: string) => Error,
): TeamSettings | undefined {
  const url = secret(env, 'INTERLINEAR_REDIS_URL', fail);
  if (url === undefined) return undefined;
  checkAddress(url, fail);
  const key = secret(env, 'INTERLINEAR_TEAM_KEY', fail);
  if (key === undefined) {
    throw fail(
      'INTERLINEAR_REDIS_URL is set, INTERLINEAR_TEAM_KEY is not. Make a key with "interlinear team-key", and give the same one to host and workers.',
    );
  }
  if (key.length < MIN_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    throw fail(
      `INTERLINEAR_TEAM_KEY needs at least ${MIN_KEY_LENGTH} visible ASCII characters. Make one with "interlinear team-key".`,
    );
  }
  const name = notEmpty(env['INTERLINEAR_TEAM']) ?? 'default';
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) {
    throw fail(`INTERLINEAR_TEAM is "${name}". Use small letters, digits and hyphens, 40 at most.`);
  }
  const caFile = env['INTERLINEAR_REDIS_CA'];
  const hostId = createHash('sha256').update(`${hostname()}\n${dataDir}`).digest('hex').slice(0, 16);
  return {
    url,
    key,
    name,
    hostId,
    ...(caFile ? { ca: readText('INTERLINEAR_REDIS_CA', caFile, fail) } : {}),
  };
}

/** A secret, in the variable or in the file that `<variable>_FILE` names. */
function secret(env: Environment, name: string, fail: (message: string) => Error): string | undefined {
  const file = env[`${name}_FILE`];
  return (
    notEmpty(env[name] ?? '') ?? notEmpty(file ? readText(`${name}_FILE`, file, fail).trim() : undefined)
  );
}

/** An empty variable counts as unset. */
function notEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

function readText(variable: string, path: string, fail: (message: string) => Error): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw fail(
      `${variable} names ${path}, which cannot be read (${code}). Correct the path or its permissions.`,
    );
  }
}

function checkAddress(url: string, fail: (message: string) => Error): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw fail('INTERLINEAR_REDIS_URL is no address of a Redis. Write rediss://user:password@host:6379.');
  }
  if (!/^\/?\d*$/.test(parsed.pathname)) {
    throw fail('INTERLINEAR_REDIS_URL may have a number after the host, of the database, and nothing else.');
  }
  // A name without a dot is in the local network: a container beside this one.
  const isOwn = /^[a-z0-9-]+$/i.test(parsed.hostname) || isSafeAddress(`http://${parsed.hostname}/`);
  if (parsed.protocol === 'redis:' && !isOwn) {
    throw fail(
      `INTERLINEAR_REDIS_URL leads to ${parsed.hostname} without TLS. Use rediss://, or an address of this machine or a private network.`,
    );
  }
}
