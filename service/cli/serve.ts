import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import type { Service } from '../service.ts';
import { spawnNodeWorker } from '../worker/host/spawn-node.ts';
import { findRunning } from './find-service.ts';
import { logFaults } from './log-faults.ts';
import { print } from './print.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { onFirstSignal } from './signals.ts';

interface ServeOptions {
  port?: string;
  host?: string;
  tlsCert?: string;
  tlsKey?: string;
  plainHttp?: true;
  dataDir?: string;
  json?: true;
  openToken?: true;
  allowedHost?: string[];
  allowedOrigin?: string[];
  teamKey?: string;
  redisUrl?: string;
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('Runs the service without the window, until it is told to stop.')
    .option('--port <number>', 'the port; the next free one where it is taken, 0 for any')
    .option('--data-dir <folder>', 'where jobs, keys and accounts are kept')
    .option('--json', 'print the address as one JSON line')
    .option(
      '--open-token',
      'print, as JSON, also an address that signs a browser in, once; where a service runs on the data folder, one of that service',
    )
    .option(
      '--host <address>',
      'also serve the network at this address, which needs a certificate; clients use --server',
    )
    .option('--tls-cert <file>', 'the certificate for --host, with those that lead to its authority (PEM)')
    .option('--tls-key <file>', "the certificate's key (PEM)")
    .option('--plain-http', 'bind --host alone and without TLS: in a container, or behind a proxy')
    .option('--allowed-host <names...>', 'accept requests that name this host')
    .option('--allowed-origin <origins...>', 'accept requests of pages of this origin')
    .addOption(new Option('--team-key <key>').hideHelp())
    .addOption(new Option('--redis-url <address>').hideHelp())
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  // Registered before the start, which a signal may interrupt.
  const stopped = new Promise<void>((resolve) => onFirstSignal(() => resolve()));
  refuseSecrets(options);
  const config = readConfig(process.env, {
    port: options.port,
    host: options.host,
    tlsCert: options.tlsCert,
    tlsKey: options.tlsKey,
    plainHttp: options.plainHttp,
    dataDir: options.dataDir,
    allowedHosts: options.allowedHost,
    allowedOrigins: options.allowedOrigin,
  });
  // A service already runs: only let the browser in.
  const running = options.openToken ? await signInAddress(config.dataDir) : undefined;
  if (running !== undefined) {
    await print(JSON.stringify(running));
    return;
  }
  const { createService } = await import('../service.ts');
  const service = await createService(config, { spawnWorker: spawnNodeWorker });
  const stopLogging = logFaults(service.log);
  try {
    await print(announcement(service, options));
    await stopped;
  } finally {
    await service.close();
    stopLogging();
  }
}

/** An address that signs a browser in to the service on the data folder; undefined if none runs. */
async function signInAddress(dataDir: string): Promise<object | undefined> {
  const running = await findRunning(dataDir);
  if (!running) return undefined;
  const { client, temporary } = running;
  try {
    // It is about to end with its command.
    if (temporary) return undefined;
    const { open_url } = await client.json<{ open_url: string }>('/v1/session/sign-in', { method: 'POST' });
    return { base_url: client.baseUrl, data_dir: dataDir, open_url, already_runs: true };
  } finally {
    client.close();
  }
}

function announcement(service: Service, { json, openToken }: ServeOptions): string {
  const { baseUrl, networkUrl, dataDir, accounts } = service;
  if (!json && !openToken) {
    const network = networkUrl === undefined ? '' : `, and for the network at ${networkUrl}`;
    return `Interlinear listens at ${baseUrl}${network} (data in ${dataDir}). Ctrl-C stops it.`;
  }
  return JSON.stringify({
    base_url: baseUrl,
    ...(networkUrl === undefined ? {} : { network_url: networkUrl }),
    data_dir: dataDir,
    // In the fragment, which no server receives and no log records.
    ...(openToken ? { open_url: `${baseUrl}/#token=${accounts.issueToken().token}` } : {}),
  });
}
