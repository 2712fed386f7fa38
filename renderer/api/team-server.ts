import type { ServerOutcome, ServerRequest } from '../../service/contract/index.ts';
import { desktop } from './bridge.ts';

/** Connects the app to a team's server, which it examines first. Only in the app. */
export async function connectServer(request: ServerRequest): Promise<ServerOutcome> {
  return (await desktop()?.connectServer(request)) ?? { outcome: 'cancelled' };
}

/** Returns the app to this machine's service. Resolves with a sentence if that fails. */
export async function leaveServer(): Promise<string | undefined> {
  return desktop()?.leaveServer();
}
