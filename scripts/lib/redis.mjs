// @ts-check
import { spawnSync } from 'node:child_process';
import { aptInstall } from './steps.mjs';

/** The first is free software in all its versions; Debian 12 has only the second, in a free version. */
const SERVERS = ['valkey-server', 'redis-server'];

/** The program of a Valkey or Redis on this machine; undefined if there is none. */
export function redisProgram() {
  return SERVERS.find((program) => spawnSync(program, ['--version']).status === 0);
}

/** Installs one for the tests of team mode if possible without asking. Returns whether there is one. */
export function ensureRedis() {
  if (redisProgram() !== undefined) return true;
  return SERVERS.some((name) => aptInstall([name], 'the queue of a team')) && redisProgram() !== undefined;
}
