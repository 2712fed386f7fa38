import { isOwnOrigin } from './origin.ts';

/** The part of an IPC event that says who sent it. */
export interface Sender {
  senderFrame: { url: string; parent: unknown } | null;
}

/**
 * Only the top frame of one of the service's own pages may speak to the shell; a frame that has gone may not.
 */
export function isTrustedSender(pageOrigin: string, { senderFrame }: Sender): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnOrigin(pageOrigin, senderFrame.url);
}
