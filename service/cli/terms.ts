import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import type { DocumentTerms } from '../contract/index.ts';
import type { Client } from '../client/client.ts';
import { findClient } from './clients.ts';
import { formatOptionsOf, withFormatOptions } from './format-options.ts';
import type { FormatOptionFlags } from './format-options.ts';
import { print } from './print.ts';
import { checkSource } from './source-file.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface TermsOptions extends FormatOptionFlags, ServiceChoice {
  from: string;
  to: string;
  engine?: string;
  context?: string;
  client?: string;
}

export function termsCommand(): Command {
  const command = new Command('terms')
    .description(
      'Lets a language model list the names and terms of a document, as JSON: correct them, and give them to translate --terms.',
    )
    .argument('<file>', 'the document')
    .requiredOption('--from <language>', 'its language: a code or a name')
    .requiredOption('--to <language>', 'the language to translate to')
    .option('--engine <id>', 'one engine instead of the first that is ready')
    .option('--context <text>', 'hints about domain and terminology')
    .option('--client <client>', 'whose work it is: the name or id of a client');
  return withFormatOptions(command).action(listTerms);
}

async function listTerms(file: string, options: TermsOptions): Promise<void> {
  await checkSource(file);
  const { from, to, engine, context } = options;
  const fields = { from, to, engine, context, format_options: formatOptionsOf(options) };
  const work = async (client: Client): Promise<DocumentTerms> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
    if (options.client !== undefined) form.append('client_id', (await findClient(client, options.client)).id);
    form.append('file', await openAsBlob(file), basename(file));
    return client.json('/v1/documents/terms', { method: 'POST', body: form });
  };
  const { terms, chars, read_chars: read } = await withService(options, work, new AbortController().signal);
  if (read < chars) console.error(`${read} of ${chars} characters were read.`);
  const entries = terms.map(({ term, translation }) => JSON.stringify({ term, translation }));
  await print(`[${entries.map((entry) => `\n  ${entry}`).join(',')}\n]`);
}
