import { readFile } from 'node:fs/promises';
import { ConfigError } from '../config.ts';
import { errorCode } from '../lib/error-code.ts';
import { isLoopback } from '../lib/loopback.ts';
import { CliError, EXIT, ServiceGoneError } from '../client/cli-error.ts';
import { createClient } from '../client/client.ts';
import type { Client } from '../client/client.ts';

const MIN_KEY_LENGTH = 32;

/** Runs `work` with a server on the network. Its key comes from the environment: command lines are public. */
export async function withServer<T>(
  address: string,
  caFile: string | undefined,
  work: (client: Client) => Promise<T>,
  option = '--server',
): Promise<T> {
  const baseUrl = readAddress(address, option);
  const key = process.env['INTERLINEAR_SERVER_KEY'] ?? '';
  if (key.length < MIN_KEY_LENGTH) {
    throw new ConfigError(
      'INTERLINEAR_SERVER_KEY holds no key. Set it to the key that the administrator of the server has made for you.',
    );
  }
  const ca = caFile === undefined ? undefined : await readAuthority(caFile);
  const client = createClient(baseUrl, { key, ca, asError: (cause) => whyNoAnswer(baseUrl, cause, option) });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

function readAddress(address: string, option: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  if (!url || !(url.protocol === 'https:' || isPlain) || url.username !== '' || url.pathname !== '/') {
    throw new ConfigError(
      `${option} is "${address}". Write scheme, name and port only, such as https://team.example:4717; http:// is for this machine only.`,
    );
  }
  return url.origin;
}

async function readAuthority(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError(`The file of --ca cannot be read: ${(error as Error).message}.`, EXIT.usage);
  }
}

/** Explains the system's error code, and the remedy. */
function whyNoAnswer(baseUrl: string, cause: unknown, option: string): CliError {
  const { host, hostname } = new URL(baseUrl);
  switch (errorCode(cause)) {
    case 'CERT_HAS_EXPIRED':
      return untrusted(`The certificate of ${host} has expired. Its administrator has to renew it.`);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return untrusted(
        `The certificate of ${host} is for another name. Use the name it was made for, or a certificate for ${hostname}.`,
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return untrusted(
        `This machine does not trust the authority of the certificate of ${host}. Name its file with --ca.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CliError(`No machine is called ${hostname}. Check the address of ${option}.`, EXIT.usage);
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return new ServiceGoneError(
        cause,
        `Nothing answers at ${host}. Check the address of ${option}, and that the server runs.`,
      );
    case undefined:
    default:
      return new ServiceGoneError(cause, `${host} stopped answering. Run the command again.`);
  }
}

function untrusted(message: string): CliError {
  return new CliError(message, EXIT.usage);
}
