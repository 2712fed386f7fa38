/** The declarations of electron.d.ts: the members and events of its interfaces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DECLARATIONS = join(import.meta.dirname, '..', '..', '..', 'node_modules', 'electron', 'electron.d.ts');

interface Declared {
  members: Set<string>;
  events: Set<string>;
  parent: string | undefined;
}

let all: Map<string, Declared> | undefined;

/**
 * Members and events of an interface or class, inherited ones included. Throws where Electron has none of
 * that name.
 */
export function declared(name: string): { members: ReadonlySet<string>; events: ReadonlySet<string> } {
  all ??= readAll();
  const members = new Set<string>();
  const events = new Set<string>();
  for (let next: string | undefined = name; next !== undefined;) {
    const found = all.get(next);
    if (!found && next === name) throw new Error(`electron.d.ts declares no ${name}.`);
    found?.members.forEach((member) => members.add(member));
    found?.events.forEach((event) => events.add(event));
    next = found?.parent;
  }
  return { members, events };
}

const OPENS = /^ {2}(?:interface|class) (\w+)(?:<[^{]*>)?(?: extends ([\w.]+))?.* \{$/;
const MEMBER = /^ {4}(?:static |readonly )*(\w+)\??[(:<]/;
const EVENT = /^ {4}on\(event: '([\w-]+)'/;

/**
 * By its form, which a generator writes: two spaces before an interface of the namespace, four before its
 * members.
 */
function readAll(): Map<string, Declared> {
  const found = new Map<string, Declared>();
  let open: Declared | undefined;
  for (const line of readFileSync(DECLARATIONS, 'utf8').split('\n')) {
    const [, name, parent] = OPENS.exec(line) ?? [];
    if (name !== undefined) {
      open = { members: new Set(), events: new Set(), parent };
      // The namespace comes first; what follows repeats its names for `electron/main` and its like.
      if (!found.has(name)) found.set(name, open);
    } else if (line === '  }') open = undefined;
    const member = MEMBER.exec(line)?.[1];
    if (member !== undefined) open?.members.add(member);
    const event = EVENT.exec(line)?.[1];
    if (event !== undefined) open?.events.add(event);
  }
  return found;
}
