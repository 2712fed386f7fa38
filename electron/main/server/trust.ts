import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { z } from 'zod';

/** Maximum characters of an authority's file; a bundle of all public ones has 250,000. */
export const MAX_AUTHORITY = 500_000;

/** How to verify a team server's certificate. */
export const trustSchema = z.discriminatedUnion('by', [
  /** The authorities that this system trusts. */
  z.strictObject({ by: z.literal('system') }),
  /** The team's own authority, in PEM form. */
  z.strictObject({ by: z.literal('authority'), pem: z.string().max(MAX_AUTHORITY) }),
  /** This certificate alone, by the SHA-256 that the user compared. */
  z.strictObject({ by: z.literal('pin'), fingerprint: z.string().max(100) }),
]);
export type Trust = z.infer<typeof trustSchema>;

/** Why a certificate is rejected. Dates are in the certificate's form. */
export type Distrust =
  | { reason: 'expired' | 'early'; moment: string }
  | { reason: 'other-name'; names: string }
  | { reason: 'unknown' | 'changed'; fingerprint: string };

/** The connection works, but the server is not trusted. */
export class DistrustError extends Error {
  readonly distrust: Distrust;
  constructor(distrust: Distrust) {
    super(`The certificate is not trusted: ${distrust.reason}.`);
    this.name = 'DistrustError';
    this.distrust = distrust;
  }
}

/** Whether the text contains readable certificates in PEM form. */
export function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * TLS options for `judge`: the handshake accepts any certificate, which is judged before anything is sent.
 * OpenSSL alone would not say why a self-signed certificate fails against an authority.
 */
export function handshakeOptions(trust: Trust): tls.ConnectionOptions {
  const authorities = trust.by === 'authority' ? [trust.pem] : systemAuthorities();
  return {
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    ...(authorities ? { ca: authorities } : {}),
  };
}

/** Node trusts its own list; Chromium, and so the user, the system's. Node supports this from 22.15 on. */
function systemAuthorities(): string[] | undefined {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default' | 'system') => string[] };
  return getCACertificates && [...getCACertificates('default'), ...getCACertificates('system')];
}

/** Judges a `handshakeOptions` connection: the certificate's SHA-256 if trusted, else the fault. */
export function judge(socket: TLSSocket, host: string, trust: Trust): string | Distrust {
  // Read once: a second call may return nothing.
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return { reason: 'unknown', fingerprint: '' };
  const { fingerprint256: fingerprint, validFrom, validTo } = certificate;
  const now = Date.now();
  if (Date.parse(validTo) < now) return { reason: 'expired', moment: validTo };
  if (Date.parse(validFrom) > now) return { reason: 'early', moment: validFrom };
  if (!isFor(certificate, host)) return { reason: 'other-name', names: namesOf(certificate) };
  if (trust.by === 'pin') {
    return fingerprint === trust.fingerprint ? fingerprint : { reason: 'changed', fingerprint };
  }
  return socket.authorized ? fingerprint : { reason: 'unknown', fingerprint };
}

function isFor(certificate: X509Certificate, host: string): boolean {
  return (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined;
}

/** Such as `team.example, 10.0.0.4`. */
function namesOf({ subjectAltName, subject }: X509Certificate): string {
  const names = subjectAltName?.split(', ').map((name) => name.replace(/^[^:]+:/, ''));
  return (names ?? [/^CN=(.+)$/m.exec(subject)?.[1] ?? '']).join(', ').slice(0, 200);
}
