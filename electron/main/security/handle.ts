import { ipcMain } from 'electron';
import type { Channel, Channels } from '../../channels.ts';
import { REQUESTS } from '../requests.ts';
import { isTrustedSender } from './sender.ts';

type Argument<Name extends Channel> = Parameters<Channels[Name]>[0];
type Answer<Name extends Channel> = ReturnType<Channels[Name]>;
/** A handler for every message: a missing one is a compiler error. */
export type Handlers = {
  [Name in Channel]: (argument: Argument<Name>) => Answer<Name> | Promise<Answer<Name>>;
};

/**
 * Attack: any frame of any page in this application may send any message, with any content. Handlers are
 * registered only here, where sender and message are checked before a handler is called.
 * https://www.electronjs.org/docs/latest/tutorial/security#17-validate-the-sender-of-all-ipc-messages
 */
export function handleAll(pageOrigin: string, handlers: Handlers): void {
  for (const name of Object.keys(handlers) as Channel[]) handle(pageOrigin, name, handlers[name]);
}

function handle<Name extends Channel>(pageOrigin: string, name: Name, handler: Handlers[Name]): void {
  ipcMain.handle(name, (event, argument: unknown) => {
    if (!isTrustedSender(pageOrigin, event)) throw new Error('This page may not ask the shell for anything.');
    const read = REQUESTS[name].safeParse(argument);
    if (!read.success) throw new Error(`The shell does not understand what came with ${name}.`);
    return handler(read.data);
  });
}
