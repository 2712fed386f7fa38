import type { ClientDefaults, ClientEvent, MemoryUse, RemovedClient } from '../contract/index.ts';
import type { OwnedBy } from '../lib/owner.ts';

/** Whose work it is, and what that work may use. */
export interface Client {
  /** A UUID, or `general`. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** In the order in which they are read; at most one learns. */
  readonly memories: readonly MemoryUse[];
  readonly glossaryIds: readonly string[];
  /** `offline`: those of `kind: local`. */
  readonly engines: 'any' | 'offline' | readonly string[];
  readonly defaults: ClientDefaults;
  /** null: as the settings say. */
  readonly retentionDays: number | null;
  readonly createdAt: string;
}

/** A memory that a client's work uses, and where its units are. */
export interface ClientMemory extends MemoryUse {
  readonly holder: string;
}

export type ClientChange = Partial<
  Pick<Client, 'name' | 'memories' | 'glossaryIds' | 'engines' | 'retentionDays'>
> & {
  /** null removes a member; those that are left out stay. */
  readonly defaults?:
    { readonly [Name in keyof ClientDefaults]?: ClientDefaults[Name] | null | undefined } | undefined;
};

export type NewClient = ClientChange & Pick<Client, 'name'>;

export interface ClientTotals {
  readonly jobs: number;
  readonly units: number;
}

/**
 * The clients of all accounts, as http, jobs and service.ts use them. Refusals are ProblemErrors. Owners are those of
 * lib/owner.ts.
 */
export interface Clients extends ClientRules {
  /** General first, then in the order in which they were made. For a key that is bound to one, that one. */
  list(by: OwnedBy): Client[];
  /** Throws `not_found`. */
  get(by: OwnedBy, id: string): Client;
  /** With the numbers of jobs and units. */
  totals(clients: readonly Client[]): Promise<ClientTotals[]>;
  /**
   * The owner of what a request makes or lists: the client it names, else the key's, else General. Throws
   * `invalid_request` (field `client_id`) for one that does not exist, `forbidden` for another than the key's.
   */
  ownerFor(by: OwnedBy, clientId: string | undefined): string;
  /** The owner of a glossary or a memory with this id, if there is one; for a bound key always its own. */
  ownerOfId(by: OwnedBy, id: string): string;
  /** As `ownerOfId`, for a unit or a correction. */
  ownerOfNumber(by: OwnedBy, id: number): string;
  create(by: OwnedBy, client: NewClient): Promise<Client>;
  change(by: OwnedBy, id: string, change: ClientChange): Promise<Client>;
  /** What was removed. Throws `invalid_request` unless `name` is the client's. */
  remove(by: OwnedBy, id: string, name: string): Promise<RemovedClient>;
  /** Makes an empty memory, which the client reads after those that it has. Returns its id. */
  addMemory(owner: string, name: string): Promise<string>;
  /** A new memory or glossary that a client's work uses. General uses only what is named, or chosen for it. */
  use(owner: string, added: { memory?: string; glossary?: string }): Promise<void>;
  /** It exists no more. */
  disuse(owner: string, id: string): Promise<void>;
  events(by: OwnedBy, id: string): Promise<ClientEvent[]>;
}

/** What the work of clients may use, as jobs ask for it. */
export interface ClientRules {
  /** Undefined for one that does not exist any more. */
  of(owner: string): Client | undefined;
  /** Throws `forbidden` (reason `engine_not_allowed`) unless the owner's client allows the engine. */
  checkEngine(owner: string, engine: string): void;
  /** The memories that the owner's work uses, in their order. */
  memoriesOf(owner: string): ClientMemory[];
  /** The holder of the memory that learns, if one does. */
  learnerOf(owner: string): string | undefined;
  /** Whether any client says how long its jobs are kept. */
  limitRetention(): boolean;
  /** Adds a line to the client's log. Never rejects. */
  note(owner: string, event: Omit<ClientEvent, 'at'>): void;
}
