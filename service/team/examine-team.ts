import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { TeamSettings } from '../engines/configuration.ts';
import { clockOffset } from './clock.ts';
import { connect, examineServer, troubleOf } from './connection.ts';
import { namesOf, PROTOCOL, readHost } from './protocol.ts';
import { createSeal } from './seal.ts';
import type { Seal } from './seal.ts';

/**
 * With a larger difference, in milliseconds, times in logs and metrics of the machines cannot be compared.
 */
const MAX_CLOCK_MS = 10_000;

/** A team as seen without joining it. */
export interface TeamExamination {
  name: string;
  /** Why the queue cannot be used; undefined if it can. */
  trouble?: string;
  /** How far the clock of Redis is ahead of this machine's. */
  clock_ms?: number;
  host: 'none' | 'this' | 'another' | 'unknown';
  host_version?: string;
  workers: number;
  /** Further problems besides `trouble`, a sentence each. */
  problems: string[];
}

/** Examines the team's queue without changing it. `isHost`: a service runs here. */
export async function examineTeam(
  settings: TeamSettings,
  { isHost, limitMs = 5_000 }: { isHost: boolean; limitMs?: number },
): Promise<TeamExamination> {
  const found: TeamExamination = { name: settings.name, host: 'unknown', workers: 0, problems: [] };
  let told: string | undefined;
  const redis = connect(settings, (trouble) => (told ??= trouble));
  try {
    const end = performance.now() + limitMs;
    while (redis.status !== 'ready' && told === undefined && performance.now() < end) await sleep(20);
    if (told !== undefined || redis.status !== 'ready') {
      found.trouble = told ?? `The team's Redis at ${new URL(settings.url).host} does not answer. Start it.`;
      return found;
    }
    const { fatal, warning } = await examineServer(redis);
    if (warning !== undefined) found.problems.push(warning);
    if (fatal !== undefined) {
      found.trouble = fatal;
      return found;
    }
    await look(redis, createSeal(settings.key), settings, { isHost, found });
  } catch (error) {
    found.trouble = troubleOf(error as Error, settings);
  } finally {
    redis.disconnect();
  }
  return found;
}

async function look(
  redis: Redis,
  seal: Seal,
  settings: TeamSettings,
  { isHost, found }: { isHost: boolean; found: TeamExamination },
): Promise<void> {
  const names = namesOf(settings.name);
  // This writes, so a missing right or a lack of memory shows.
  found.clock_ms = Math.round(await clockOffset(redis, names.clock));
  const seconds = Math.round(Math.abs(found.clock_ms) / 1_000);
  if (seconds * 1_000 >= MAX_CLOCK_MS) {
    found.problems.push(
      `The clock of this machine is ${seconds} seconds off that of the team's Redis. Set both by NTP.`,
    );
  }
  found.workers = await redis.zcard(names.workers);
  const bytes = await redis.getBuffer(names.host);
  if (!bytes) {
    found.host = 'none';
    found.problems.push(
      isHost
        ? `The service that runs here does not serve the team "${settings.name}". Start it with the same INTERLINEAR_REDIS_URL and INTERLINEAR_TEAM.`
        : `No host serves the team "${settings.name}". Start "interlinear serve" on one machine.`,
    );
    return;
  }
  const record = readHost(seal, bytes);
  if (!record) {
    found.problems.push(
      `The host of the team "${settings.name}" has another team key. Give this machine the host's INTERLINEAR_TEAM_KEY.`,
    );
    return;
  }
  found.host = record.id === settings.hostId ? 'this' : 'another';
  found.host_version = record.version;
  if (isHost && found.host === 'another') {
    found.problems.push(
      `Another host serves the team "${settings.name}". Stop it, or give this one another team with INTERLINEAR_TEAM.`,
    );
  }
  if (record.protocol !== PROTOCOL) {
    found.problems.push(
      `This machine speaks protocol ${PROTOCOL} of the team, the host (version ${record.version}) speaks ${record.protocol}. Bring both to the same version.`,
    );
  }
}
