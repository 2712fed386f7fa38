import type { Redis } from 'ioredis';
import type { TeamSettings } from '../engines/configuration.ts';
import { HOST_ALIVE_MS, namesOf, PROTOCOL, readHost } from './protocol.ts';
import type { HostRecord } from './protocol.ts';
import type { Seal } from './seal.ts';

/** A host that has renewed its claim within this is alive: it does so each tick. */
const SILENCE_MS = 3_500;

/** A host's claim to its team, which has one host at a time. */
export interface Claim {
  /** Takes the team for this host, or renews the claim, or finds out who has it. */
  hold(): Promise<void>;
  isHeld(): boolean;
  /** The reason this host may not serve: another does. */
  refusal(): string | undefined;
  /** Whether the other host has renewed its claim since it was found: one that was killed has it for some seconds. */
  hasLivingRival(): boolean;
  leave(): Promise<void>;
}

/** `life`: of this run of the host. `onTaken`: called before the claim holds; not when it is renewed. */
export function createClaim(parts: {
  redis: Redis;
  seal: Seal;
  settings: TeamSettings;
  version: string;
  life: string;
  onTaken: () => Promise<void>;
}): Claim {
  const { redis, seal, settings, version, life, onTaken } = parts;
  const names = namesOf(settings.name);
  const record: HostRecord = { protocol: PROTOCOL, version, id: settings.hostId ?? life, life };
  let state: 'none' | 'held' | 'refused' = 'none';
  let refusal: string | undefined;
  /** When another host was found first, performance.now(), and whether it has renewed its claim since. */
  let rivalSince: number | undefined;
  let isRivalAlive = false;

  const refuse = async (holder: HostRecord | undefined): Promise<void> => {
    refusal = holder
      ? `Another host serves the team "${settings.name}" already. Stop it, or give this one another team with INTERLINEAR_TEAM.`
      : `A host with another team key serves the team "${settings.name}" already. Give this one the same INTERLINEAR_TEAM_KEY after stopping that, or another team with INTERLINEAR_TEAM.`;
    state = 'refused';
    rivalSince ??= performance.now();
    isRivalAlive =
      performance.now() - rivalSince > SILENCE_MS &&
      (await redis.pttl(names.host)) > HOST_ALIVE_MS - SILENCE_MS;
  };

  return {
    async hold() {
      const ours = seal.close('host', record);
      const alive = ['PX', HOST_ALIVE_MS] as const;
      const found = await redis.getBuffer(names.host);
      if (!found) {
        if ((await redis.set(names.host, ours, ...alive, 'NX')) !== 'OK') return;
      } else {
        const holder = readHost(seal, found);
        // The same data folder, which only one process has at a time: whatever is found belongs to the previous run.
        const isBefore = state === 'none' && holder?.id === record.id;
        if (holder?.life !== life && !isBefore) return refuse(holder);
        await redis.set(names.host, ours, ...alive);
      }
      if (state !== 'held') await onTaken();
      state = 'held';
      refusal = undefined;
    },
    isHeld: () => state === 'held',
    refusal: () => refusal,
    hasLivingRival: () => state === 'refused' && isRivalAlive,
    async leave() {
      if (state !== 'held') return;
      // Another host may have taken the team while this one was cut off.
      const found = await redis.getBuffer(names.host);
      if (found && readHost(seal, found)?.life === life) await redis.del(names.host);
    },
  };
}
