import { randomUUID } from 'node:crypto';
import { fieldProblem, LIMITS, ProblemError } from '../contract/index.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import {
  accountOf,
  clientOf,
  GENERAL,
  holderOf,
  markIn,
  markInNumber,
  markOf,
  newIdOf,
  ownerOf,
  ownMemoryId,
} from '../lib/owner.ts';
import type { OwnedBy } from '../lib/owner.ts';
import type { Log } from '../log.ts';
import type { Glossaries, Memory } from '../memory/memory-port.ts';
import type { ClientRecord } from '../records/client-record.ts';
import type { ClientFiles, JobStore } from '../store/store-port.ts';
import { createClientLog } from './client-log.ts';
import type { Client, ClientChange, Clients, ClientTotals, NewClient } from './clients-port.ts';
import { forgetClient } from './forget.ts';
import type { ForgetParts } from './forget.ts';

export interface ClientsParts extends ForgetParts {
  readonly files: ClientFiles;
  readonly jobs: Pick<JobStore, 'all'>;
  readonly memory: Pick<Memory, 'count' | 'createMemory' | 'memory' | 'release'>;
  readonly glossaries: Pick<Glossaries, 'info'>;
  readonly engines: () => Promise<readonly { readonly id: string }[]>;
  /** Whether an engine sends texts to other machines. */
  readonly isRemote: (engine: string) => boolean;
  /** When an account was made. */
  readonly since: (accountId: string) => string | undefined;
  /** Called when a client was changed. */
  readonly onChange?: () => void;
  readonly log?: Log;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

export interface OpenClients extends Clients {
  /** Owners that have a file of language data to themselves. */
  owners(): string[];
  /** Resolves when the logs are written. */
  close(): Promise<void>;
}

/** Clients over their folders, which `files` has read. */
export function createClients(parts: ClientsParts): OpenClients {
  const { files, memory, clock = Date.now } = parts;
  const known = new Map(files.found.map((record) => [ownerOfRecord(record), fromRecord(record)]));
  const exclusively = createSemaphore(1);
  const log = createClientLog(parts, clock);
  const now = (): string => new Date(clock()).toISOString();
  const general = (accountId: string): Client => generalOf(accountId, parts.since(accountId) ?? now());

  const of = (owner: string): Client | undefined =>
    known.get(owner) ?? (clientOf(owner) === GENERAL ? general(accountOf(owner)) : undefined);
  const made = (accountId: string): Client[] =>
    [...known.values()].filter((client) => client.accountId === accountId && client.id !== GENERAL);
  const get = (by: OwnedBy, id: string): Client => {
    const isOther = by.clientId !== undefined && by.clientId !== id;
    const client = isOther ? undefined : of(ownerOf({ accountId: by.accountId, clientId: id }));
    if (!client)
      throw new ProblemError('not_found', 'There is no such client. GET /v1/clients lists those there are.');
    return client;
  };
  const list = (by: OwnedBy): Client[] =>
    by.clientId === undefined
      ? [of(by.accountId)!, ...made(by.accountId).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))]
      : [of(ownerOf(by))].filter((client) => client !== undefined);
  /** The client whose ids have this mark, else General. */
  const ownerOfMark = (by: OwnedBy, mark: string | undefined): string => {
    if (by.clientId !== undefined) return ownerOf(by);
    const client = mark === undefined ? undefined : made(by.accountId).find(({ id }) => markOf(id) === mark);
    return ownerOf({ accountId: by.accountId, clientId: client?.id });
  };
  const store = async (client: Client): Promise<Client> => {
    await files.write(toRecord(client));
    known.set(ownerOf({ accountId: client.accountId, clientId: client.id }), client);
    return client;
  };
  const checkName = (by: OwnedBy, name: string, id?: string): void => {
    const isTaken = list({ accountId: by.accountId }).some(
      (other) => other.id !== id && folded(other.name) === folded(name),
    );
    if (isTaken)
      throw new ProblemError('conflict', `There is a client "${name}" already. Choose another name.`, {
        reason: 'client_name_taken',
        details: { name },
      });
  };
  /** Throws `invalid_request` for ids that are not the owner's. */
  const checkIds = async (
    owner: string,
    { memories = [], glossaryIds = [], engines }: ClientChange,
  ): Promise<void> => {
    for (const [i, { id }] of memories.entries())
      await orField(`memories[${i}].id`, 'memory', () => memory.memory(owner, id));
    for (const [i, id] of glossaryIds.entries())
      await orField(`glossary_ids[${i}]`, 'glossary', () => parts.glossaries.info(owner, id));
    if (typeof engines !== 'object') return;
    const all = new Set((await parts.engines()).map(({ id }) => id));
    const unknown = engines.find((id) => !all.has(id));
    if (unknown !== undefined)
      throw fieldProblem(
        'engines',
        'unknown_engine',
        `There is no engine "${unknown.slice(0, 60)}". GET /v1/engines lists those there are.`,
      );
  };

  const clients: OpenClients = {
    of,
    get,
    list,
    owners: () => [...known.keys()].filter((owner) => clientOf(owner) !== GENERAL),
    ownerFor(by, clientId) {
      if (clientId === undefined) return ownerOf(by);
      if (by.clientId !== undefined && by.clientId !== clientId)
        throw new ProblemError(
          'forbidden',
          'This key is bound to another client. Leave client_id out, or use a key of that client.',
          { reason: 'other_client' },
        );
      const owner = ownerOf({ accountId: by.accountId, clientId });
      if (!of(owner))
        throw fieldProblem(
          'client_id',
          'invalid',
          'There is no such client. GET /v1/clients lists those there are.',
          { reason: 'unknown_client' },
        );
      return owner;
    },
    ownerOfId: (by, id) => ownerOfMark(by, markIn(id)),
    ownerOfNumber: (by, id) => ownerOfMark(by, markInNumber(id)),
    totals: (asked) => totalsOf(parts, asked),
    create: (by, input) =>
      exclusively(async () => {
        checkName(by, input.name);
        const others = made(by.accountId);
        if (others.length >= LIMITS.clients) throw tooMany();
        const client = changed(emptyClient(by.accountId, newId([...known.values()]), now()), input);
        const owner = ownerOf({ accountId: by.accountId, clientId: client.id });
        if ((input.memories ?? []).length + (input.glossaryIds ?? []).length > 0) refuseIds(input);
        await checkIds(owner, { engines: client.engines });
        const own = newIdOf(owner);
        const whole: Client = input.memories ? client : { ...client, memories: [{ id: own, use: 'learn' }] };
        await files.create(toRecord(whole), async () => {
          if (!input.memories) await memory.createMemory(owner, { id: own, name: client.name });
          // A folder with an open file may not be renamed everywhere.
          await memory.release(owner);
        });
        known.set(owner, whole);
        return whole;
      }),
    change: (by, id, change) =>
      exclusively(async () => {
        const client = get(by, id);
        if (change.name !== undefined) checkName(by, change.name, id);
        await checkIds(ownerOf({ accountId: by.accountId, clientId: id }), change);
        const stored = await store(changed(client, change));
        parts.onChange?.();
        return stored;
      }),
    remove: (by, id, name) =>
      exclusively(async () => {
        const client = get(by, id);
        if (id === GENERAL)
          throw new ProblemError('conflict', 'General stays: it owns what belongs to no other client.', {
            reason: 'general_stays',
          });
        if (name !== client.name)
          throw fieldProblem(
            'name',
            'invalid',
            'This is not the name of the client. Send its name, so that no other one is forgotten by accident.',
          );
        const owner = ownerOf({ accountId: by.accountId, clientId: id });
        return forgetClient(parts, client, (isKnown) => {
          if (isKnown) known.set(owner, client);
          else known.delete(owner);
        });
      }),
    addMemory: (owner, name) =>
      exclusively(async () => {
        const client = of(owner)!;
        if (client.memories.length >= LIMITS.clientMemories) throw tooManyMemories();
        const id = newIdOf(owner);
        await memory.createMemory(owner, { id, name });
        await store(withMemory(client, id));
        return id;
      }),
    use: (owner, { memory: added, glossary }) =>
      exclusively(async () => {
        const client = of(owner);
        if (!client || client.id === GENERAL) return;
        if (added !== undefined && client.memories.length < LIMITS.clientMemories)
          await store(withMemory(client, added));
        if (glossary !== undefined && client.glossaryIds.length < LIMITS.clientGlossaries)
          await store({ ...client, glossaryIds: [...client.glossaryIds, glossary] });
      }),
    disuse: (owner, id) =>
      exclusively(async () => {
        const client = of(owner);
        if (!client || !(client.memories.some((one) => one.id === id) || client.glossaryIds.includes(id)))
          return;
        await store({
          ...client,
          memories: client.memories.filter((one) => one.id !== id),
          glossaryIds: client.glossaryIds.filter((one) => one !== id),
        });
      }),
    checkEngine(owner, engine) {
      const client = of(owner);
      if (client && isAllowed(client, engine, parts.isRemote)) return;
      throw new ProblemError('forbidden', notAllowed(client, engine), {
        reason: 'engine_not_allowed',
        details: { engine, client: client?.name ?? '' },
      });
    },
    memoriesOf: (owner) =>
      (of(owner)?.memories ?? []).map((one) => ({ ...one, holder: holderOf(owner, one.id) })),
    learnerOf: (owner) => clients.memoriesOf(owner).find(({ use }) => use === 'learn')?.holder,
    limitRetention: () => [...known.values()].some(({ retentionDays }) => retentionDays !== null),
    events: (by, id) => log.events(get(by, id)),
    note(owner, event) {
      const client = of(owner);
      if (client) log.note(client, event);
    },
    close: () => log.written(),
  };
  return clients;
}

async function totalsOf(
  { jobs, memory }: Pick<ClientsParts, 'jobs' | 'memory'>,
  asked: readonly Client[],
): Promise<ClientTotals[]> {
  const counts = new Map<string, number>();
  for await (const { account_id: accountId, client_id: clientId } of jobs.all()) {
    const owner = ownerOf({ accountId, clientId });
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const totals: ClientTotals[] = [];
  for (const { accountId, id: clientId } of asked) {
    const owner = ownerOf({ accountId, clientId });
    totals.push({ jobs: counts.get(owner) ?? 0, units: (await memory.count(owner)).units });
  }
  return totals;
}

function isAllowed({ engines }: Client, engine: string, isRemote: (engine: string) => boolean): boolean {
  if (engines === 'any') return true;
  return engines === 'offline' ? !isRemote(engine) : engines.includes(engine);
}

function notAllowed(client: Client | undefined, engine: string): string {
  if (!client) return 'The client of this work has been removed: no engine translates it.';
  const { engines } = client;
  const allowed = typeof engines === 'string' ? 'only engines of this machine' : `only ${engines.join(', ')}`;
  return `The client "${client.name}" allows ${allowed}, and this would go to ${engine}. Name an engine that is allowed, or change the client.`;
}

/** The client that owns what there was before clients, until something of it is changed. */
function generalOf(accountId: string, createdAt: string): Client {
  const memories = [{ id: ownMemoryId(accountId), use: 'learn' as const }];
  return { ...emptyClient(accountId, GENERAL, createdAt), name: 'General', memories };
}

function emptyClient(accountId: string, id: string, createdAt: string): Client {
  return {
    ...{ id, accountId, name: '', memories: [], glossaryIds: [], engines: 'any', defaults: {} },
    ...{ retentionDays: null, createdAt },
  };
}

/** The start of the id marks the client's other ids (lib/owner.ts): no two have the same, and none has zeros. */
function newId(others: readonly Client[]): string {
  const marks = new Set(others.map(({ id }) => markOf(id)));
  for (;;) {
    const id = randomUUID();
    const mark = markOf(id)!;
    if (!marks.has(mark) && Number.parseInt(mark, 16) > 0) return id;
  }
}

function changed(client: Client, { defaults = {}, ...change }: ClientChange | NewClient): Client {
  const given = Object.fromEntries(
    Object.entries<unknown>(change).filter(([, value]) => value !== undefined),
  );
  const merged = Object.entries({ ...client.defaults, ...defaults }).filter(
    ([name, value]) => value !== null && value !== undefined && !(isText(name) && value === ''),
  );
  return { ...client, ...given, defaults: Object.fromEntries(merged) };
}

function isText(name: string): boolean {
  return name === 'tone' || name === 'context';
}

function withMemory(client: Client, id: string): Client {
  return { ...client, memories: [...client.memories, { id, use: 'read' }] };
}

function folded(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** Work, or the refusal of a field that names something which does not exist. */
async function orField(field: string, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
    throw fieldProblem(field, 'invalid', `The client has no such ${what}.`);
  }
}

/** A client that is being made has nothing yet. */
function refuseIds({ memories = [] }: NewClient): never {
  throw memories.length > 0
    ? fieldProblem('memories[0].id', 'invalid', 'The client has no such memory.')
    : fieldProblem('glossary_ids[0]', 'invalid', 'The client has no such glossary.');
}

function tooMany(): ProblemError {
  return new ProblemError(
    'conflict',
    `There are ${LIMITS.clients} clients, which is all there may be. Remove one first.`,
  );
}

function tooManyMemories(): ProblemError {
  return new ProblemError(
    'conflict',
    `The client has ${LIMITS.clientMemories} memories, which is all that its work may use. Remove one first.`,
  );
}

function ownerOfRecord({ account_id: accountId, id: clientId }: ClientRecord): string {
  return ownerOf({ accountId, clientId });
}

function fromRecord(record: ClientRecord): Client {
  return {
    ...{ id: record.id, accountId: record.account_id, name: record.name, memories: record.memories },
    ...{ glossaryIds: record.glossary_ids, engines: record.engines, defaults: record.defaults },
    ...{ retentionDays: record.retention_days, createdAt: record.created_at },
  };
}

function toRecord(client: Client): ClientRecord {
  const engines = typeof client.engines === 'string' ? client.engines : [...client.engines];
  return {
    ...{ version: 1, id: client.id, account_id: client.accountId, name: client.name, engines },
    ...{
      memories: [...client.memories],
      glossary_ids: [...client.glossaryIds],
      retention_days: client.retentionDays,
    },
    ...{ defaults: client.defaults as ClientRecord['defaults'], created_at: client.createdAt },
  };
}
