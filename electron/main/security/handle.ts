import { ipcMain } from 'electron';
import type { Channel } from '../../channels.ts';
import { isTrustedSender } from './sender.ts';

/**
 * Attack: any frame of any page in this application may send any message. The one place that registers handlers checks who
 * sent before it hands over what was sent, which stays `unknown` until the handler has looked at it.
 * https://www.electronjs.org/docs/latest/tutorial/security#17-validate-the-sender-of-all-ipc-messages
 */
export function handle(pageOrigin: string, channel: Channel, handler: (argument: unknown) => unknown): void {
  ipcMain.handle(channel, (event, argument: unknown) => {
    if (!isTrustedSender(pageOrigin, event)) throw new Error('This page may not ask the shell for anything.');
    return handler(argument);
  });
}
