import { isOwnOrigin } from './origin.ts';

/** The part of an IPC event that identifies its sender. */
export interface Sender {
  senderFrame: { url: string; parent: unknown } | null;
}

/** Only the top frame of the service's pages may talk to the shell; not a destroyed frame. */
export function isTrustedSender(pageOrigin: string, { senderFrame }: Sender): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnOrigin(pageOrigin, senderFrame.url);
}
