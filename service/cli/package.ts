import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Package } from '../contract/index.ts';
import { CliError, withoutAddresses } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { checkOutput, writeOutput } from '../client/output-file.ts';
import { findClient } from './clients.ts';
import { print } from './print.ts';
import { exitCodeOf, onFirstSignal } from './signals.ts';
import { checkSource } from './source-file.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface PackageOptions extends ServiceChoice {
  to?: string;
  engine?: string;
  client?: string;
  out?: string;
  drafts?: true;
  force?: true;
  json?: true;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const POLL_MS = 500;
const RETURNS = { sdlppx: 'sdlrpx', mqxlz: 'mqxlz', mqout: 'mqback' };

export function packageCommand(): Command {
  return new Command('package')
    .description('Translates a package of Trados Studio or memoQ, or writes the one to send back.')
    .argument(
      '<file or id>',
      'an .sdlppx, .mqxlz or .mqout; or the id of a package that is here, to write its return',
    )
    .option('--to <language>', 'the target language, if the package has several')
    .option('--engine <id>', 'one engine instead of the first that is ready')
    .option('--client <client>', 'whose work it is: the name or id of a client')
    .option('--drafts', 'write the return with answers that nobody has read, as drafts')
    .option('--out <file>', 'where to write the return (beside the package, as name.sdlrpx)')
    .option('--force', 'replace an existing file')
    .option('--json', 'print the path and the package as JSON')
    .action(packageFile);
}

async function packageFile(file: string, options: PackageOptions): Promise<void> {
  const interrupted = onInterrupt();
  const isKnown = ID.test(file);
  if (!isKnown) await checkSource(file);
  const isWritten = isKnown || options.drafts === true || options.out !== undefined;
  const output = isWritten ? (options.out ?? (isKnown ? undefined : besideOf(file))) : undefined;
  if (output !== undefined) await checkOutput(output, file, options.force ?? false);
  const key = randomUUID();
  const work = async (client: Client): Promise<{ found: Package; path?: string }> => {
    const id = isKnown ? file : (await send(client, file, options, { key, interrupted })).id;
    const found = await ended(client, id, interrupted);
    if (!isWritten) return { found };
    const path = output ?? besideOf(found.file_name ?? `${found.name}.mqxlz`);
    if (output === undefined) await checkOutput(path, '', options.force ?? false);
    const query = options.drafts ? '?drafts=1' : '';
    await writeOutput(await client.fetch(`/v1/packages/${id}/return${query}`), path, options.force ?? false);
    return { found, path };
  };
  const { found, path } = await withService(options, work, interrupted);
  for (const { message } of found.warnings) console.error(withoutAddresses(message));
  if (options.json)
    await print(JSON.stringify({ ...(path === undefined ? {} : { output: path }), package: found }));
  else await print([...summary(found), ...(path === undefined ? [] : [path])].join('\n'));
}

async function send(
  client: Client,
  file: string,
  { to, engine, client: whose }: PackageOptions,
  { key, interrupted }: { key: string; interrupted: AbortSignal },
): Promise<{ id: string }> {
  const form = new FormData();
  if (to !== undefined) form.append('to', to);
  if (engine !== undefined) form.append('engine', engine);
  if (whose !== undefined) form.append('client_id', (await findClient(client, whose)).id);
  form.append('file', await openAsBlob(file), basename(file));
  const headers = { 'Idempotency-Key': key };
  return client.json('/v1/packages', { method: 'POST', body: form, headers, signal: interrupted });
}

async function ended(client: Client, id: string, signal: AbortSignal): Promise<Package> {
  for (;;) {
    const found = await client.json<Package>(`/v1/packages/${id}`, { signal });
    if (found.status !== 'running') return found;
    await sleep(POLL_MS, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

function summary({ id, name, from, to, files, words, open, left_out }: Package): string[] {
  const bands = Object.entries(words).map(([band, count]) => `${band} ${count}`);
  return [
    `${id}  ${name}  ${from} → ${to}`,
    `words: ${bands.join(', ')}`,
    ...files.map(
      (file) => `${file.name}: ${file.segments} segments, ${file.confirmed} confirmed, ${file.status}`,
    ),
    ...left_out.map(({ name: left, what }) => `left out: ${left} (${what})`),
    ...(open > 0 ? [`open: ${open} segments are not confirmed yet`] : []),
  ];
}

function besideOf(file: string): string {
  const [, base = basename(file), extension = ''] = /^(.*)\.([^.]*)$/.exec(basename(file)) ?? [];
  const known = Object.entries(RETURNS).find(([ending]) => ending === extension.toLowerCase())?.[1] ?? 'zip';
  return join(
    dirname(file),
    known === extension.toLowerCase() ? `${base}.return.${known}` : `${base}.${known}`,
  );
}

/** Aborts at the first signal, with the command's exit as the reason. */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  onFirstSignal((signal) => controller.abort(new CliError('Cancelled.', exitCodeOf(signal))));
  return controller.signal;
}
