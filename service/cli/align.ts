import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import Papa from 'papaparse';
import type { AlignedPair, AlignedPairsPage, AlignmentView, LearnedPairs } from '../contract/index.ts';
import { guarded } from '../bilingual/csv.ts';
import { TMX_END, tmxStart, tmxUnit } from '../bilingual/write-tmx.ts';
import { CliError, EXIT, withoutAddresses } from '../client/cli-error.ts';
import { jsonBody } from '../client/client.ts';
import type { Client } from '../client/client.ts';
import { checkOutput, writeOutput } from '../client/output-file.ts';
import { VERSION } from '../version.ts';
import { findClient } from './clients.ts';
import { print } from './print.ts';
import { exitCodeOf, onFirstSignal } from './signals.ts';
import { checkSource } from './source-file.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface AlignOptions extends ServiceChoice {
  from: string;
  to: string;
  level: string;
  client?: string;
  out?: string;
  learn?: true;
  force?: true;
  json?: true;
}

const PATH = '/v1/alignments';
const POLL_MS = 500;

export function alignCommand(): Command {
  return new Command('align')
    .description('Pairs the sentences of a document with those of its translation, for the memory or a file.')
    .argument('<source>', 'the document')
    .argument('<target>', 'its translation, in any format')
    .requiredOption('--from <language>', 'the language of the document: a code or a name')
    .requiredOption('--to <language>', 'the language of the translation')
    .option('--level <level>', 'sentence, or segment: paragraphs and lines stay whole', 'sentence')
    .option('--client <client>', 'whose work it is: the name or id of a client')
    .option(
      '--out <file>',
      'a .tmx of the accepted pairs or a .csv of all; `tmx` or `csv` alone is a file beside the source',
    )
    .option('--learn', 'put the accepted pairs into the memory')
    .option('--force', 'replace an existing file')
    .option('--json', 'print the alignment as JSON')
    .action(align);
}

async function align(source: string, target: string, options: AlignOptions): Promise<void> {
  const output = outputOf(source, options.out);
  for (const file of [source, target]) await checkSource(file);
  if (output) await checkOutput(output.path, source, options.force ?? false);
  const interrupted = interruption();
  const key = randomUUID();
  const work = async (client: Client) => {
    const id = await upload(client, { source, target, options, key, interrupted });
    const done = await ended(client, id, interrupted);
    if (output) {
      const pairs = await pairsOf(client, id);
      const text = output.format === 'tmx' ? tmxOf(pairs, done) : csvOf(pairs);
      await writeOutput(Readable.from([text]), output.path, options.force ?? false);
    }
    const learn = { method: 'POST', ...jsonBody({}) };
    const learned = options.learn ? await client.json<LearnedPairs>(`${PATH}/${id}/learn`, learn) : undefined;
    return { done, learned };
  };
  const { done, learned } = await withService(options, work, interrupted);
  for (const { message } of done.warnings ?? []) console.error(withoutAddresses(message));
  if (options.json) {
    await print(
      JSON.stringify({
        alignment: done,
        ...(output && { output: output.path }),
        ...(learned && { learned }),
      }),
    );
    return;
  }
  const lines = [
    `${done.accepted} of ${done.pairs} pairs are accepted, ${done.open} are open, in alignment ${done.id}.`,
    ...(learned ? [`The memory learned ${learned.added}; it knew ${learned.skipped}.`] : []),
    ...(output ? [output.path] : []),
  ];
  await print(lines.join('\n'));
}

function interruption(): AbortSignal {
  const controller = new AbortController();
  onFirstSignal((signal) => controller.abort(new CliError('Cancelled.', exitCodeOf(signal))));
  return controller.signal;
}

function outputOf(
  source: string,
  out: string | undefined,
): { path: string; format: 'tmx' | 'csv' } | undefined {
  if (out === undefined) return undefined;
  const format = extname(out).slice(1).toLowerCase() || out.toLowerCase();
  if (format !== 'tmx' && format !== 'csv')
    throw new CliError(`--out takes a file that ends in .tmx or .csv, not ${out}.`, EXIT.usage);
  if (extname(out) !== '') return { path: out, format };
  return { path: join(dirname(source), `${basename(source, extname(source))}.${format}`), format };
}

interface Request {
  readonly source: string;
  readonly target: string;
  readonly options: AlignOptions;
  readonly key: string;
  readonly interrupted: AbortSignal;
}

async function upload(
  client: Client,
  { source, target, options, key, interrupted }: Request,
): Promise<string> {
  const { from, to, level } = options;
  const whose = options.client === undefined ? undefined : await findClient(client, options.client);
  const form = new FormData();
  for (const [name, value] of Object.entries({ from, to, level, client_id: whose?.id }))
    if (value !== undefined) form.append(name, value);
  form.append('source', await openAsBlob(source), basename(source));
  form.append('target', await openAsBlob(target), basename(target));
  const headers = { 'Idempotency-Key': key };
  const created = await client.json<{ id: string }>(PATH, {
    method: 'POST',
    headers,
    body: form,
    signal: interrupted,
  });
  return created.id;
}

async function ended(client: Client, id: string, interrupted: AbortSignal): Promise<AlignmentView> {
  try {
    for (;;) {
      const alignment = await client.json<AlignmentView>(`${PATH}/${id}`, { signal: interrupted });
      if (alignment.status === 'done') return alignment;
      if (alignment.status !== 'running')
        throw new CliError(
          alignment.error?.message ?? 'The alignment was cancelled by another program.',
          EXIT.failed,
        );
      await sleep(POLL_MS, undefined, { signal: interrupted });
    }
  } catch (error) {
    if (!interrupted.aborted) throw error;
    await client.json(`${PATH}/${id}/cancel`, { method: 'POST' });
    throw interrupted.reason;
  }
}

async function pairsOf(client: Client, id: string): Promise<AlignedPair[]> {
  const pairs: AlignedPair[] = [];
  for (let cursor: string | undefined = '0'; cursor !== undefined;) {
    const page: AlignedPairsPage = await client.json(`${PATH}/${id}/pairs?limit=500&cursor=${cursor}`);
    pairs.push(...page.pairs);
    cursor = page.next_cursor;
  }
  return pairs;
}

function tmxOf(pairs: readonly AlignedPair[], { from, to }: AlignmentView): string {
  const accepted = pairs.filter(({ state }) => state === 'accepted');
  const units = accepted.map(({ source, target }) =>
    tmxUnit({ from, to, source: source.join(' '), target: target.join(' '), coded: false }),
  );
  return tmxStart({ from: from, version: VERSION }) + units.join('') + TMX_END;
}

/** UTF-8 with a byte order mark, for spreadsheets. */
function csvOf(pairs: readonly AlignedPair[]): string {
  const rows = pairs.map(({ source, target, confidence, state }) => [
    source.join(' '),
    target.join(' '),
    state,
    String(confidence),
  ]);
  const table = [['source', 'target', 'state', 'confidence'], ...rows].map((row) => row.map(guarded));
  return `\uFEFF${Papa.unparse(table, { newline: '\r\n' })}\r\n`;
}
