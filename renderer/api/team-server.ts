import type { ServerOutcome, ServerRequest } from '../../service/contract/index.ts';
import { desktop } from './bridge.ts';

/** Has the app work with a team's server, which it examines first. Only in the app. */
export async function connectServer(request: ServerRequest): Promise<ServerOutcome> {
  return (await desktop()?.connectServer(request)) ?? { outcome: 'cancelled' };
}

/** Has the app work with the service of this machine. Resolves with a sentence where that fails. */
export async function leaveServer(): Promise<string | undefined> {
  return desktop()?.leaveServer();
}
