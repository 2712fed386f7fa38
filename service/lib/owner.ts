/**
 * Whose data something is: an *owner* is an account's client. General is named by the account's id alone, as all that
 * existed before there were clients; another client as `ACCOUNT:CLIENT`. A *holder* is a memory's place among its owner's
 * units: the owner itself, or `OWNER/MEMORY`. Account ids contain neither sign.
 */
import { createHash, randomUUID } from 'node:crypto';

/** The client that owns what belongs to no other. */
export const GENERAL = 'general';

/** An account, and the client that a key is bound to or a request is for; absent: General. */
export interface OwnedBy {
  readonly accountId: string;
  readonly clientId?: string | undefined;
}

export function ownerOf({ accountId, clientId = GENERAL }: OwnedBy): string {
  return clientId === GENERAL ? accountId : `${accountId}:${clientId}`;
}

/** The account of an owner or a holder. */
export function accountOf(owner: string): string {
  return /^[^:/]*/.exec(owner)![0];
}

/** The client of an owner or a holder. */
export function clientOf(owner: string): string {
  return /^[^:/]*:([^/]*)/.exec(owner)?.[1] ?? GENERAL;
}

/** The owner of a memory's units. */
export function ownerOfHolder(holder: string): string {
  return /^[^/]*/.exec(holder)![0];
}

/** Where the units of a memory are. */
export function holderOf(owner: string, memory: string): string {
  return memory === ownMemoryId(owner) ? owner : `${owner}/${memory}`;
}

/** The memory that General learns in at first, in all languages; always the same for an account. */
export function ownMemoryId(owner: string): string {
  return idFrom(`own memory of ${owner}`);
}

/** An id in the form of a UUID of version 8 (RFC 9562, §5.8), always the same for a text. */
export function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Hexadecimal digits at the start of a client's id that no other client has. */
const MARK_DIGITS = 5;
/** Units, or corrections, that a client may ever have: with the digits above, ids stay exact as numbers. */
const IDS_EACH = 2 ** 33;

/** What distinguishes a client's ids: the start of its own. Undefined for General. */
export function markOf(clientId: string): string | undefined {
  return clientId === GENERAL ? undefined : clientId.slice(0, MARK_DIGITS);
}

/** A new id of a glossary or a memory, which tells its client: RFC 9562, §5.8, with the client's mark in front. */
export function newIdOf(owner: string): string {
  const id = randomUUID();
  const mark = markOf(clientOf(owner));
  return mark === undefined ? id : `${mark}${id.slice(MARK_DIGITS, 14)}8${id.slice(15, 19)}9${id.slice(20)}`;
}

/** The mark in an id of a glossary or a memory; undefined: it is General's. */
export function markIn(id: string): string | undefined {
  return id[14] === '8' && id[19] === '9' ? id.slice(0, MARK_DIGITS) : undefined;
}

/** The number before the first id of a client's units and corrections. */
export function idsAfter(owner: string): number {
  const mark = markOf(clientOf(owner));
  return mark === undefined ? 0 : parseInt(mark, 16) * IDS_EACH;
}

/** The mark in the number of a unit or a correction; undefined: it is General's. */
export function markInNumber(id: number): string | undefined {
  const mark = Math.floor(id / IDS_EACH);
  return mark === 0 ? undefined : mark.toString(16).padStart(MARK_DIGITS, '0');
}
