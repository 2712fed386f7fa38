import { CliError, EXIT } from '../client/cli-error.ts';

/** Other users of a machine can read the command lines of its processes. */
export function refuseSecrets({ teamKey, redisUrl }: { teamKey?: string; redisUrl?: string }): void {
  const [what, variable] =
    teamKey !== undefined
      ? ['The team key', 'INTERLINEAR_TEAM_KEY']
      : redisUrl !== undefined
        ? ['The address of Redis', 'INTERLINEAR_REDIS_URL']
        : [undefined, undefined];
  if (what === undefined) return;
  throw new CliError(
    `${what} may not be on the command line, where others on this machine can read it. Set ${variable}, or ${variable}_FILE to a file that holds it.`,
    EXIT.usage,
  );
}
