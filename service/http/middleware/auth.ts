import type Koa from 'koa';
import type { Accounts, Principal, Scope } from '../../accounts/port.ts';
import { ProblemError } from '../../contract/index.ts';

/** Who the request's key speaks for. Throws `unauthorized` without a good key, `forbidden` without the scope. */
export function authenticate(ctx: Koa.Context, accounts: Accounts, scope: Scope): Principal {
  const key = bearerToken(ctx.get('Authorization'));
  const principal = key === undefined ? undefined : accounts.authenticate(key);
  if (!principal) {
    throw new ProblemError(
      'unauthorized',
      key === undefined
        ? 'The request carries no API key. Send it as: Authorization: Bearer <API_KEY>.'
        : 'The API key is not known here, or was revoked. Create one with: interlinear keys create.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
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
  return principal.scopes.includes(scope) || principal.scopes.includes('admin');
}

/** The token of RFC 6750 §2.1; the scheme's name has no case (RFC 9110 §11.1). */
function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1];
}
