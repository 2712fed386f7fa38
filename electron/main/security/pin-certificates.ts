import { session } from 'electron';

const ACCEPT = 0;
const REFUSE = -2;
const AS_CHROMIUM_FINDS = -3;

/**
 * Attack: somebody on the network presents another certificate for the team server and reads key and texts.
 * For that host the shell's check replaces Chromium's: it knows the certificate that the user confirmed, or
 * the team's authority.
 * https://www.electronjs.org/docs/latest/api/session#sessetcertificateverifyprocproc
 */
export function pinCertificates(origin: string, isTrusted: (pem: string) => Promise<boolean>): void {
  const host = bare(new URL(origin).hostname);
  session.defaultSession.setCertificateVerifyProc(({ hostname, certificate }, decide) => {
    if (bare(hostname) !== host) {
      decide(AS_CHROMIUM_FINDS);
      return;
    }
    isTrusted(certificate.data).then(
      (isGood) => decide(isGood ? ACCEPT : REFUSE),
      () => decide(REFUSE),
    );
  });
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}
