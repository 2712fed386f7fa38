import type { IncomingMessage } from 'node:http';
import type { Accounts, Principal, Scope } from '../../accounts/accounts-port.ts';
import { ProblemError } from '../../contract/index.ts';

/** Where a protocol's requests carry a key, for refusals. */
export interface KeyPlace {
  readonly keyHint: string;
  readonly challenge?: string;
}

/**
 * The account and rights of a key. Throws `unauthorized` without a valid key, `forbidden` without the scope.
 */
export function authenticate(
  key: string | undefined,
  accounts: Pick<Accounts, 'authenticate'>,
  { scope, keyHint, challenge }: KeyPlace & { readonly scope: Scope },
): Principal {
  const principal = key === undefined ? undefined : accounts.authenticate(key);
  if (!principal) {
    throw new ProblemError(
      'unauthorized',
      key === undefined
        ? `The request carries no API key. Send it as: ${keyHint}.`
        : 'The API key is not known here, or was revoked. Create one with: interlinear keys create.',
      challenge === undefined ? {} : { headers: { 'WWW-Authenticate': challenge } },
    );
  }
  if (scope === 'admin' && principal.clientId !== undefined) {
    throw new ProblemError(
      'forbidden',
      'This key is bound to a client, and changes nothing beyond its work. Use a key without one.',
      { reason: 'other_client' },
    );
  }
  if (!hasScope(principal, scope)) {
    throw new ProblemError(
      'forbidden',
      `This needs a key with the scope "${scope}"; the one sent has "${principal.scopes.join('", "')}".`,
      { reason: 'scope_missing', details: { scope } },
    );
  }
  return principal;
}

function hasScope(principal: Principal, scope: Scope): boolean {
  const { scopes } = principal;
  if (scopes.includes(scope) || scopes.includes('admin')) return true;
  return scope !== 'admin' && scopes.includes('translate');
}

/** Recognises requests with a session's key, sent by the owner's window, browser and command line. */
export function ownerRequests(accounts: Pick<Accounts, 'authenticate'>): (req: IncomingMessage) => boolean {
  return ({ headers }) => {
    const key = bearerToken(headers.authorization ?? '');
    return key !== undefined && accounts.authenticate(key)?.isSession === true;
  };
}

/** The token of RFC 6750 §2.1; the scheme's name is case-insensitive (RFC 9110 §11.1). */
export function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1];
}
