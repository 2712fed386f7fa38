import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/** Paths of PEM files. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Makes the error for a bad file: the message names the file, the cause and the remedy. */
type AsError = (message: string) => Error;

interface Log {
  info(values: object, message: string): void;
  warn(values: object, message: string): void;
}

/** The contents of the files. */
export interface TlsContext {
  readonly cert: string;
  readonly key: string;
}

/** A new certificate is in force at most this long after it was written. */
const LOOK_MS = 5_000;
const SOON_MS = 14 * 86_400_000;

/** Reads certificate and key. Rejects with an error of `asError`. */
export async function readTlsFiles(
  { cert, key }: TlsFiles,
  asError: AsError,
  now = Date.now(),
): Promise<TlsContext> {
  const [certText, keyText] = await Promise.all([
    read(cert, 'certificate', '--tls-cert', asError),
    read(key, 'key', '--tls-key', asError),
  ]);
  const certificate = parsed(
    () => new X509Certificate(certText),
    () => asError(`${cert} holds no certificate in PEM form. Check --tls-cert.`),
  );
  const privateKey = parsed(
    () => createPrivateKey(keyText),
    () => asError(`${key} holds no key in PEM form, or it has a passphrase. Check --tls-key.`),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw asError(`The key in ${key} does not belong to the certificate in ${cert}. Name the two that do.`);
  }
  if (Date.parse(certificate.validTo) < now) {
    throw asError(`The certificate in ${cert} expired on ${certificate.validTo}. Renew it, and start again.`);
  }
  if (Date.parse(certificate.validFrom) > now) {
    throw asError(
      `The certificate in ${cert} is valid from ${certificate.validFrom} on only. Check the clock of this machine.`,
    );
  }
  return { cert: certText, key: keyText };
}

/**
 * Calls back with the files' new content when either has changed and both are valid; invalid files are
 * logged, and the certificate in use stays. Returns a function that stops watching.
 */
export function watchTlsFiles(
  files: TlsFiles,
  log: Log,
  onChange: (context: TlsContext) => void,
): () => void {
  let seen: string | undefined;
  const look = async (): Promise<void> => {
    const marks = await Promise.all(
      [files.cert, files.key].map(async (path) => {
        const { mtimeMs, size, ino } = await stat(path);
        return `${mtimeMs} ${size} ${ino}`;
      }),
    );
    const mark = marks.join(' ');
    const isFirst = seen === undefined;
    if (mark === seen) return;
    seen = mark;
    if (isFirst) return;
    const context = await readTlsFiles(files, (message) => new Error(message));
    onChange(context);
    log.info({ cert: files.cert }, 'The new certificate is in force.');
    warnOfEnd(context, files, log);
  };
  const tryLook = (): void => {
    look().catch((err: unknown) =>
      log.warn({ err: String(err) }, 'The certificate in use stays: the new one cannot be used.'),
    );
  };
  tryLook();
  const timer = setInterval(tryLook, LOOK_MS).unref();
  return () => clearInterval(timer);
}

export function warnOfEnd({ cert }: TlsContext, files: TlsFiles, log: Log): void {
  const { validTo } = new X509Certificate(cert);
  if (Date.parse(validTo) - Date.now() > SOON_MS) return;
  log.warn(
    { cert: files.cert, valid_to: validTo },
    'The certificate expires soon. Write a new one in its place.',
  );
}

async function read(path: string, what: string, option: string, asError: AsError): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw asError(`The ${what} cannot be read: ${why}. Check ${option}.`);
  }
}

function parsed<T>(parse: () => T, error: () => Error): T {
  try {
    return parse();
  } catch {
    throw error();
  }
}
