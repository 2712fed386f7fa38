import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import type { ExaminedResource } from '../contract/index.ts';
import type { Client } from '../client/client.ts';
import { findClient } from './clients.ts';
import { formatOptionsOf, withFormatOptions } from './format-options.ts';
import type { FormatOptionFlags } from './format-options.ts';
import { print } from './print.ts';
import { checkSource } from './source-file.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface ExamineOptions extends FormatOptionFlags, ServiceChoice {
  from?: string;
  to?: string;
  client?: string;
  json?: true;
}

export function examineCommand(): Command {
  const command = new Command('examine')
    .description('Says what is in a document before it is translated. Nothing is stored.')
    .argument('<file>', 'the document')
    .option('--from <language>', 'its language: a code or a name')
    .option('--to <language>', 'the language to translate to; with both the translation memory is asked')
    .option('--client <client>', 'whose memory is asked: the name or id of a client');
  return withFormatOptions(command).option('--json', 'print the answer as JSON').action(examine);
}

async function examine(file: string, options: ExamineOptions): Promise<void> {
  await checkSource(file);
  const fields = { from: options.from, to: options.to, format_options: formatOptionsOf(options) };
  const work = async (client: Client): Promise<ExaminedResource> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
    if (options.client !== undefined) form.append('client_id', (await findClient(client, options.client)).id);
    form.append('file', await openAsBlob(file), basename(file));
    return client.json('/v1/documents/examine', { method: 'POST', body: form });
  };
  const examined = await withService(options, work, new AbortController().signal);
  await print(options.json ? JSON.stringify(examined) : inWords(examined));
}

/** In the order of a quote. */
const BANDS = [
  ['new', 'new words'],
  ['match_50', '50–74 %'],
  ['match_75', '75–84 %'],
  ['match_85', '85–94 %'],
  ['match_95', '95–99 %'],
  ['match_100', '100 %'],
  ['repetitions', 'repetitions'],
  ['copied', 'copied'],
] as const;

function inWords(examined: ExaminedResource): string {
  const {
    languages,
    memory_words: memory,
    word_bands: bands,
    columns = [],
    left_out,
    warnings,
    options,
  } = examined;
  const line = (name: string, value: string | number) => `${name.padEnd(16)}${value}`;
  return [
    line('format', examined.file_type),
    line('segments', examined.segment_count),
    line('characters', examined.source_chars),
    line('words', examined.source_words),
    line('repeated words', examined.repeated_words),
    ...(memory ? [line('in the memory', `${memory.exact} words, ${memory.fuzzy} more similar`)] : []),
    ...BANDS.map(([name, words]) => line(words, bands[name])),
    ...(languages.length > 0
      ? [
          line(
            'language',
            languages.map(({ code, confidence }) => `${code} ${Math.round(confidence * 100)} %`).join(', '),
          ),
        ]
      : []),
    ...columns.map(({ letter, name, segments, sample }) =>
      line(
        `column ${letter}`,
        `${segments} cells${name === undefined ? '' : `, ${name}`}: ${sample.join(' | ')}`,
      ),
    ),
    ...(examined.read_by ? [line('pages', `${examined.pages}, read by their ${examined.read_by}`)] : []),
    ...left_out.map(({ what, count }) => line('left out', `${count} ${what}`)),
    ...Object.entries(options).map(([name, value]) => line('option', `${name}=${JSON.stringify(value)}`)),
    ...warnings.map(({ message }) => line('warning', message)),
  ].join('\n');
}
