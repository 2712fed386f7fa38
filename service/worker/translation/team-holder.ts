import type { TeamSettings } from '../../engines/configuration.ts';
import type { Log } from '../../log.ts';
import type { TeamLink } from '../../team/link.ts';
import { VERSION } from '../../version.ts';

/** The link to the team, once there is one. */
export interface TeamHolder {
  join(settings: TeamSettings): Promise<void>;
  /** The link, once it is made; undefined where there is no team. */
  joined(): Promise<TeamLink | undefined>;
  now(): TeamLink | undefined;
  close(): Promise<void>;
}

/** Loads the code that speaks to Redis only where there is a team. */
export function createTeamHolder(log: Log): TeamHolder {
  let joining: Promise<TeamLink> | undefined;
  let link: TeamLink | undefined;
  return {
    async join(settings) {
      joining ??= import('../../team/link.ts').then(({ createLink }) => createLink(settings, VERSION, log));
      link = await joining;
    },
    joined: async () => joining,
    now: () => link,
    close: async () => (await joining)?.close(),
  };
}
