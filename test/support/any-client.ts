import type { ClientRules, Clients } from '../../service/clients/clients-port.ts';
import { ownerOf } from '../../service/lib/owner.ts';

/** What the work of General may use, for tests that know no other client. */
export const ANY_CLIENT: ClientRules = {
  of: (owner) => ({
    ...{ id: 'general', accountId: owner, name: 'General', memories: [], glossaryIds: [], engines: 'any' },
    ...{ defaults: {}, retentionDays: null, createdAt: '2026-01-01T00:00:00.000Z' },
  }),
  checkEngine: () => undefined,
  memoriesOf: (owner) => [{ id: 'own', use: 'learn', holder: owner }],
  learnerOf: (owner) => owner,
  limitRetention: () => false,
  note: () => undefined,
};

const none = (): never => {
  throw new Error('There are no clients here.');
};

/** As ANY_CLIENT, for http. */
export const NO_OTHER_CLIENTS: Clients = {
  ...ANY_CLIENT,
  list: (by) => [ANY_CLIENT.of(ownerOf(by))!],
  get: (by) => ANY_CLIENT.of(ownerOf(by))!,
  totals: (clients) => Promise.resolve(clients.map(() => ({ jobs: 0, units: 0 }))),
  ownerFor: ownerOf,
  ownerOfId: ownerOf,
  ownerOfNumber: ownerOf,
  create: none,
  change: none,
  remove: none,
  addMemory: none,
  use: () => Promise.resolve(),
  disuse: () => Promise.resolve(),
  events: () => Promise.resolve([]),
};
