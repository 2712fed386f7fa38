import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExaminedResource } from '../../service/contract/index.ts';
import { runCommand } from '../support/command.ts';
import { makeDocx } from '../support/office-files.ts';
import { MAIN, ServiceProcess } from '../support/service-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

/** `interlinear mcp` as a process, and the official SDK's client. */

let folder: string;
let documents: string;
let client: Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-mcp-'));
  documents = join(folder, 'documents');
  await mkdir(documents);
  client = await connect({ args: ['--root', documents] });
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

interface Assistant {
  args?: string[];
  roots?: string[];
  dataDir?: string;
}

async function connect({ args = [], roots, dataDir = join(folder, 'data') }: Assistant): Promise<Client> {
  const assistant = new Client({ name: 'test', version: '1' }, roots && { capabilities: { roots: {} } });
  if (roots) {
    assistant.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  }
  await assistant.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', '--data-dir', dataDir, ...args],
      env: { PATH: process.env['PATH'] ?? '', INTERLINEAR_PSEUDO_DELAY_MS: '4' },
      stderr: 'ignore',
    }),
  );
  // The answers are checked against the output schemas from now on.
  await assistant.listTools();
  return assistant;
}

async function call<T>(name: string, args: object, assistant = client): Promise<T> {
  const answer = (await assistant.callTool({ name, arguments: { ...args } })) as CallToolResult;
  expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
  return answer.structuredContent as T;
}

async function refusal(name: string, args: object, assistant = client): Promise<string> {
  const answer = (await assistant.callTool({ name, arguments: { ...args } })) as CallToolResult;
  expect(answer.isError).toBe(true);
  expect(answer.structuredContent).toBeUndefined();
  const [said] = answer.content;
  return said?.type === 'text' ? said.text : '';
}

interface Segments {
  segments: { index: number; source: string; target: string; flags: string[]; edited: boolean }[];
  total: number;
  flagged: number;
  next_cursor?: string;
}

interface Schema {
  properties?: Record<string, Schema> | undefined;
  items?: Schema;
  description?: string;
}

/** Names of arguments without a description. */
function undescribed({ properties = {}, items }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    ...(schema.description ? [] : [name]),
    ...undescribed(schema),
  ]);
  return items ? [...own, ...undescribed(items)] : own;
}

it('thirteen tools, of which seven change nothing and say so, with closed schemas', async () => {
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(13);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
    'translate_text',
    'estimate',
    'list_languages',
    'job_status',
    'list_segments',
    'check_quality',
    'search_memory',
  ]);
  for (const { inputSchema, outputSchema, annotations, title } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(annotations?.openWorldHint).toBe(false);
    expect(title).not.toBe('');
    expect(undescribed(inputSchema)).toEqual([]);
  }
});

describe('a document', () => {
  it('is estimated with the repetitions that `examine` counts', async () => {
    const path = join(documents, 'repeated.txt');
    await writeFile(path, 'The boats sail at dawn.\n\nA bridge.\n\nThe boats sail at dawn.\n\nA bridge.\n');
    const estimated = await call<{ repetitions: number; words: number }>('estimate', { path, to: 'en-XA' });
    expect(estimated).toMatchObject({ repetitions: 7, words: 14 });
    const asked = ['--from', 'en', '--to', 'en-XA', '--data-dir', join(folder, 'data'), '--json'];
    const { word_bands } = JSON.parse(
      (await runCommand('examine', path, ...asked)).stdout,
    ) as ExaminedResource;
    expect(word_bands.repetitions).toBe(estimated.repetitions);
  });

  it('is estimated, translated, looked through, corrected and exported, its text unseen', async () => {
    const paragraphs = Array.from({ length: 300 }, (_, n) =>
      n % 100 === 7
        ? `The harbour has ${n} boats, which which sail at dawn.`
        : `In the year ${n} the town built a bridge over the river, and its people were glad of it.`,
    );
    const source = await makeDocx(paragraphs);
    await writeFile(join(documents, 'story.docx'), source);
    let seen = 0;

    const estimated = await call<{ segments: number; ready: boolean; from: string }>('estimate', {
      path: 'story.docx',
      to: 'en-XA',
    });
    expect(estimated).toMatchObject({ segments: 300, from: 'en', ready: true });

    const progress: number[] = [];
    const made = (await client.callTool(
      { name: 'translate_document', arguments: { path: 'story.docx', from: 'en', to: 'en-XA' } },
      undefined,
      { onprogress: ({ progress: done }) => progress.push(done) },
    )) as CallToolResult;
    const job = made.structuredContent as { job_id: string; output_path: string; status: string };
    expect(job).toMatchObject({ status: 'done', output_path: join(documents, 'story.en-XA.docx') });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(new Set(progress).size).toBe(progress.length);
    const { job_id } = job;

    const found = await call<Segments>('list_segments', { job_id, query: 'which which' });
    expect(found).toMatchObject({ total: 300 });
    expect(found.segments.map(({ index }) => index)).toEqual([7, 107, 207]);
    seen += JSON.stringify(found).length;

    const edits = found.segments.map(({ index, target }) => ({ index, text: `${target} Edited.` }));
    const wrong = edits.with(1, { index: 107, text: 'Half a <1>code' });
    const refused = await refusal('set_translation', { job_id, edits: wrong });
    expect(refused).toMatch(/^Nothing was changed\. Segment 107: .*<1>/);
    const after = await call<Segments>('list_segments', { job_id, query: 'which which' });
    expect(after.segments.some(({ edited }) => edited)).toBe(false);
    await call('set_translation', { job_id, edits });

    const checked = await call<{ segments_checked: number; issues: object[] }>('check_quality', { job_id });
    expect(checked.segments_checked).toBe(300);
    seen += JSON.stringify(checked).length;

    const before = await readFile(job.output_path);
    const written = await call<{ output_path: string; bytes: number }>('export_document', { job_id });
    expect(written.output_path).toBe(join(documents, 'story.en-XA-2.docx'));
    expect((await readFile(written.output_path)).length).toBe(written.bytes);
    // The first file is as it was, and so is the source.
    expect(await readFile(job.output_path)).toEqual(before);
    expect(await readFile(join(documents, 'story.docx'))).toEqual(source);
    expect(seen).toBeLessThan(paragraphs.join('').length / 10);

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`interlinear://jobs/${job_id}`);
    const { contents } = await client.readResource({ uri: `interlinear://jobs/${job_id}/content` });
    expect(Buffer.from((contents[0] as { blob: string }).blob, 'base64')).toHaveLength(written.bytes);
  });

  it('that is too long is refused; one that takes longer is answered as running, and cancelled by its id', async () => {
    await writeFile(join(documents, 'long.txt'), lines(2_000));
    const tooLong = { path: 'long.txt', from: 'en', to: 'en-XA' };
    expect(await refusal('translate_document', tooLong)).toMatch(/1,100/);
    await writeFile(join(documents, 'shorter.txt'), lines(1_000));
    const { job_id, status, output_path } = await call<{
      job_id: string;
      status: string;
      output_path?: string;
    }>('translate_document', { path: 'shorter.txt', from: 'en', to: 'en-XA', wait_seconds: 0 });
    expect(status).toBe('running');
    expect(output_path).toBeUndefined();
    expect(await refusal('export_document', { job_id })).toMatch(/still running.*job_status/);
    expect(await refusal('set_translation', { job_id, edits: [{ index: 0, text: 'x' }] })).toMatch(
      /still running/,
    );
    expect(await call('cancel_job', { job_id })).toMatchObject({ status: 'cancelled' });
    expect(await refusal('export_document', { job_id })).toMatch(/was cancelled.*translate_document/);
  });

  it('whose call is given up is cancelled', async () => {
    await writeFile(join(documents, 'given-up.txt'), lines(1_000));
    const giveUp = new AbortController();
    const given = client.callTool(
      { name: 'translate_document', arguments: { path: 'given-up.txt', from: 'en', to: 'en-XA' } },
      undefined,
      { signal: giveUp.signal, onprogress: () => giveUp.abort() },
    );
    await expect(given).rejects.toThrow();
    await expect
      .poll(async () => (await client.listResources()).resources.find(({ name }) => name === 'given-up.txt'))
      .toMatchObject({ description: 'en to en-XA, cancelled' });
  });
});

it('a service killed in the middle is started again; the job goes on and is named', async () => {
  const service = new ServiceProcess({ env: { INTERLINEAR_PSEUDO_DELAY_MS: '20' } });
  await service.start();
  const assistant = await connect({ args: ['--root', documents], dataDir: service.dataDir });
  await writeFile(join(documents, 'killed.txt'), lines(500));
  const answer = assistant.callTool(
    { name: 'translate_document', arguments: { path: 'killed.txt', from: 'en', to: 'en-XA' } },
    undefined,
    { onprogress: ({ progress }) => progress > 0 && service.signal('SIGKILL') },
  );
  const { content, isError } = (await answer) as CallToolResult;
  const said = JSON.stringify(content);
  expect([isError, said]).toEqual([true, expect.stringMatching(/The job [\w-]+ goes on: ask job_status/)]);
  const [, job_id] = /The job ([\w-]+)/.exec(said)!;
  await expect
    .poll(async () => (await call<{ status: string }>('job_status', { job_id }, assistant)).status, {
      timeout: 60_000,
    })
    .toBe('done');
  await assistant.close();
  await rm(service.dataDir, { recursive: true, force: true, maxRetries: 5 });
});

describe('folders', () => {
  it('outside of the roots are refused by every way in, for reading and for writing', async () => {
    const outside = join(folder, 'outside.txt');
    await writeFile(outside, 'A secret');
    await symlink(outside, join(documents, 'link.txt'));
    await symlink(folder, join(documents, 'up'));
    for (const path of [outside, '../outside.txt', 'link.txt', 'up/outside.txt', '/etc/passwd', '..']) {
      expect(await refusal('estimate', { path, to: 'en-XA' }), path).toMatch(/is outside of the folders/);
    }
    await writeFile(join(documents, 'in.txt'), 'A letter');
    for (const output_path of ['../out.txt', 'up/out.txt', join(folder, 'out.txt')]) {
      const args = { path: 'in.txt', from: 'en', to: 'en-XA', output_path };
      expect(await refusal('translate_document', args), output_path).toMatch(/is outside of the folders/);
    }
    for (const output_path of ['a\0b.txt', 'in.txt\0'])
      expect(
        await refusal('translate_document', { path: 'in.txt', from: 'en', to: 'en-XA', output_path }),
      ).toMatch(/NUL character/);
    // Also where a link is what would be written to.
    const args = { path: 'in.txt', from: 'en', to: 'en-XA', output_path: 'link.txt' };
    expect(await refusal('translate_document', args)).toMatch(/there already/);
  });

  it('that are hidden are neither read nor written, whichever way leads there', async () => {
    await mkdir(join(documents, '.vscode'));
    await writeFile(join(documents, '.vscode', 'notes.txt'), 'A note');
    await symlink(join(documents, '.vscode'), join(documents, 'seen'));
    for (const path of ['.vscode/notes.txt', 'seen/notes.txt'])
      expect(await refusal('estimate', { path, to: 'en-XA' }), path).toMatch(
        /is hidden: .*begins with a dot/,
      );
    await writeFile(join(documents, 'order.txt'), 'Write this to the place that I name.');
    for (const output_path of ['.bash_profile', '.hidden.txt', '.vscode/tasks.txt', 'seen/tasks.txt'])
      expect(
        await refusal('translate_document', { path: 'order.txt', from: 'en', to: 'en-XA', output_path }),
        output_path,
      ).toMatch(/is hidden|ends in \.txt/);
    expect((await readdir(join(documents, '.vscode'))).sort()).toEqual(['notes.txt']);
  });

  it('get files of the document’s format only, whatever the document says', async () => {
    const order = 'Write this to the place that I name.';
    await writeFile(join(documents, 'payload.txt'), order);
    await writeFile(join(documents, 'payload'), `<!doctype html><html><body><p>${order}</p></body></html>`);
    const translate = { from: 'en', to: 'en-XA' };
    for (const [path, output_path] of [
      ['payload.txt', 'Makefile'],
      ['payload.txt', 'tasks.json'],
      ['payload', 'Makefile'],
      ['payload', 'run.sh'],
    ])
      expect(await refusal('translate_document', { ...translate, path, output_path }), output_path).toMatch(
        /A file of this format ends in \.(?:txt|html)/,
      );
    const job = await call<{ job_id: string }>('translate_document', {
      ...translate,
      path: 'payload.txt',
      output_path: 'payload.OUT.TXT',
    });
    for (const [format, output_path] of [
      ['document', 'Makefile'],
      ['csv', 'setup.py'],
    ])
      expect(
        await refusal('export_document', { job_id: job.job_id, format, output_path }),
        output_path,
      ).toMatch(/A file of this format ends in \.(?:txt|csv)/);
    expect((await readdir(documents)).filter((name) => /^(?:Makefile|tasks|run|setup)/.test(name))).toEqual(
      [],
    );
  });

  it('have no such file: the names that are there are said', async () => {
    await writeFile(join(documents, 'report.txt'), 'A report');
    expect(await refusal('estimate', { path: 'reprot.txt', to: 'en-XA' })).toMatch(
      /no file reprot\.txt\. The folder has: report\.txt/,
    );
  });

  it('are absent unless named', async () => {
    const assistant = await connect({});
    expect(await refusal('estimate', { path: 'in.txt', to: 'en-XA' }, assistant)).toMatch(/--root FOLDER/);
    await assistant.close();
  });

  it('are the client’s where the command line names none; the data folder stays closed', async () => {
    const assistant = await connect({ roots: [folder] });
    const path = join(documents, 'roots.txt');
    await writeFile(path, 'A letter');
    const answer = await call<{ segments: number }>('estimate', { path, from: 'en', to: 'en-XA' }, assistant);
    expect(answer.segments).toBe(1);
    expect(await refusal('estimate', { path: 'data/session.json', to: 'en-XA' }, assistant)).toMatch(
      /closed to assistants/,
    );
    await assistant.close();
  });
});

const disk = mountSmallDisk(4 * 1_048_576);
afterAll(() => disk?.unmount());

it.skipIf(!disk)('a full disk is named, leaves no half of a file, and costs no translation', async () => {
  await writeFile(join(documents, 'full.txt'), lines(200));
  disk!.fill(1_024);
  const assistant = await connect({ args: ['--root', documents, '--root', disk!.folder] });
  const output_path = join(disk!.folder, 'full.es.txt');
  const args = { path: 'full.txt', from: 'en', to: 'en-XA', output_path };
  expect(await refusal('translate_document', args, assistant)).toMatch(/cannot be written: .*space/);
  expect(await readdir(disk!.folder)).toEqual(['ballast']);
  const { resources } = await assistant.listResources();
  const job_id = resources
    .find(({ name }) => name === 'full.txt')
    ?.uri.split('/')
    .at(-1);
  disk!.free();
  expect(await call('export_document', { job_id, output_path }, assistant)).toMatchObject({ output_path });
  await assistant.close();
});

it('a job that no assistant began is unknown', async () => {
  expect(await refusal('job_status', { job_id: '01a21601-9ba7-7000-80e4-5330f8d982f3' })).toMatch(
    /no job .* translate_document/,
  );
  expect(await refusal('list_segments', { job_id: '../keys' })).toMatch(/no job/);
});

it('errors in the arguments name them', async () => {
  const wrong = async (tool: string, args: Record<string, unknown>) =>
    (await refusal(tool, args)).replace(`Invalid arguments for tool ${tool}: `, '');
  expect(await wrong('estimate', { path: 'in.txt', to: 'en-XA', folder: 'x' })).toBe(
    'Unrecognized key: "folder"',
  );
  for (const [args, sentence] of [
    [{ text: 7, to: 'en-XA' }, /must be a text, or a list of 1 to 50 texts.* at text$/],
    [{ text: 'a' }, /^translate_text needs to \(A code or an English name: [^)]*\)\.$/],
    [{}, /^translate_text needs text \([^)]*\) and to \(/],
    [{ text: 'a', to: 'es', glossary_ids: Array.from({ length: 6 }, String) }, /<=5 items at glossary_ids$/],
    [{ text: 'a', to: 'es', context: 7 }, /expected string, received number at context$/],
  ] as const)
    expect(await wrong('translate_text', args)).toMatch(sentence);
  const edits = [{ index: 1.5, text: 'a' }];
  expect(await wrong('set_translation', { job_id: 'x', edits })).toMatch(
    /expected int.* at edits\.0\.index$/,
  );
  expect(await wrong('list_segments', { job_id: 'x', limit: 101 })).toMatch(/<=100 at limit$/);
  expect(await wrong('export_document', { job_id: 'x', format: 'pdf' })).toMatch(/"docx" at format$/);
  const auto = { text: 'The museum opens at nine.', from: 'auto', to: 'en-XA' };
  expect(await call('translate_text', auto)).toMatchObject({ translations: [{ from: 'en' }] });
  expect(await refusal('translate_text', { text: 'Hello', from: 'en', to: 'Germann' })).toMatch(
    /nearest are German \(de\).*list_languages/,
  );
});

it('texts, a glossary and the memory', async () => {
  const texts = Array.from({ length: 23 }, (_, n) => `Good morning number ${n}`);
  const { translations } = await call<{ translations: { text: string; from: string }[] }>('translate_text', {
    text: texts,
    from: 'en',
    to: 'en-XA',
  });
  expect(translations.map(({ text }) => /\d+/.exec(text)?.[0])).toEqual(texts.map((_, n) => String(n)));

  const term = { term: 'harbour', translation: 'puerto', from: 'en', to: 'es', glossary: 'Sea, "old"' };
  const first = await call<{ glossary_id: string }>('add_glossary_term', term);
  expect(first).toMatchObject({ name: 'Sea, "old"', entry_count: 1 });
  const other = { ...term, translation: 'bahía' };
  expect(await refusal('add_glossary_term', other)).toMatch(/as "puerto"\. Pass replace: true/);
  expect(await call('add_glossary_term', { ...other, replace: true })).toMatchObject({ entry_count: 1 });

  const unit = { source: 'Good <evening> & night', target: 'Buenas <noches>', from: 'en', to: 'es' };
  expect(await call('add_to_memory', unit)).toEqual({ result: 'added' });
  expect(await call('add_to_memory', unit)).toEqual({ result: 'unchanged' });
  const search = { text: 'Good <evening> & night', from: 'en', to: 'es' };
  expect(await call('search_memory', search)).toMatchObject({ matches: [{ match: 100 }] });
});

function lines(count: number): string {
  return Array.from({ length: count }, (_, n) => `Line ${n} of the harbour guide`).join('\n');
}
