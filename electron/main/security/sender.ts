import { isOwnOrigin } from './origin.ts';

/** The part of an IPC event that says who sent it. */
export interface Sender {
  senderFrame: { url: string; parent: unknown } | null;
}

/** Only the top frame of the service's own pages may speak to the shell; a gone frame may not. */
export function isTrustedSender(pageOrigin: string, { senderFrame }: Sender): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnOrigin(pageOrigin, senderFrame.url);
}
