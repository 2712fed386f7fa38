import { EventEmitter } from 'node:events';
import { declared } from './declared.ts';

/**
 * A part of the stand-in as the shell gets it. Each of its own members must be one that Electron declares;
 * one that it lacks throws rather than being undefined, as does an event that Electron does not have.
 * @param name the interface of electron.d.ts that it stands in for
 */
export function strict<T extends object>(name: string, part: T): T {
  const { members, events } = declared(name);
  for (const member of ownMembers(part))
    if (!members.has(member))
      throw new Error(`Electron's ${name} has no "${member}", which the stand-in offers.`);
  return new Proxy(part, {
    get(target, member) {
      if (typeof member === 'string' && !(member in target))
        throw new Error(`The stand-in's ${name} has no "${member}".`);
      const value: unknown = Reflect.get(target, member, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (target instanceof EventEmitter && ['on', 'once', 'off'].includes(String(member))) {
          const event = String(args[0]);
          if (!events.has(event)) throw new Error(`Electron's ${name} has no event "${event}".`);
        }
        return Reflect.apply(value, target, args) as unknown;
      };
    },
    set(target, member, value) {
      if (!(member in target)) throw new Error(`The stand-in's ${name} has no "${String(member)}" to set.`);
      return Reflect.set(target, member, value, target);
    },
  });
}

/** Emits as Electron would; an event that it does not have is a mistake of the stand-in. */
export function emit(name: string, emitter: EventEmitter, event: string, ...args: unknown[]): void {
  if (!declared(name).events.has(event)) throw new Error(`Electron's ${name} has no event "${event}".`);
  emitter.emit(event, ...args);
}

/** Of its class and itself, but not of EventEmitter. Private ones (`#`) are not seen. */
function ownMembers(part: object): string[] {
  const names = Object.keys(part).filter((name) => !name.startsWith('_'));
  for (
    let prototype = Object.getPrototypeOf(part) as object;
    prototype !== Object.prototype && prototype !== EventEmitter.prototype;
    prototype = Object.getPrototypeOf(prototype) as object
  )
    names.push(...Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor'));
  return names;
}

/** An event that can be prevented, as Electron hands to listeners. */
export interface Preventable {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

export function preventable<T extends object>(details?: T): Preventable & T {
  let prevented = false;
  const event = {
    ...(details ?? ({} as T)),
    preventDefault: () => void (prevented = true),
    get defaultPrevented() {
      return prevented;
    },
  };
  return event;
}
