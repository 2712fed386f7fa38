import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withoutAddresses } from '../../service/client/cli-error.ts';
import { runCli } from '../../service/cli/run.ts';
import { runCommand } from '../support/command.ts';
import type { Ended } from '../support/command.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

/** Output of commands is for a terminal: it names no request of the HTTP API. */
const ADDRESS = /\/v1\b|\?simple=|openapi/i;
const NO_ID = '00000000-0000-4000-8000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '300', INTERLINEAR_DOCX_QUOTA: '5' });
});
afterAll(() => service.close());

const run = (...args: string[]) => runCommand(...args, '--data-dir', service.dataDir);
const said = ({ stdout, stderr }: Ended) => `${stdout}\n${stderr}`;

/**
 * The help of the program, of each command, and of each command's own. In this process: there are two dozen.
 */
async function helps(...command: string[]): Promise<Map<string, string>> {
  const text = await helpOf(command);
  const [, listed = ''] = text.split('\nCommands:\n');
  const names = Array.from(listed.matchAll(/^ {2}([a-z-]+)/gm), ([, name]) => name!);
  const found = new Map([[command.join(' '), text]]);
  for (const name of names.filter((one) => one !== 'help'))
    for (const [line, its] of await helps(...command, name)) found.set(line, its);
  return found;
}

async function helpOf(command: readonly string[]): Promise<string> {
  const written: string[] = [];
  const once = vi.spyOn(process.stdout, 'once').mockReturnThis();
  const write = vi.spyOn(process.stdout, 'write');
  write.mockImplementation((text, done?: unknown) => {
    written.push(String(text));
    if (typeof done === 'function') (done as () => void)();
    return true;
  });
  try {
    expect(await runCli(['node', 'interlinear', ...command, '--help'])).toBe(0);
  } finally {
    write.mockRestore();
    once.mockRestore();
  }
  return written.join('');
}

describe('no address of the API is named', () => {
  it('by the help of any command', async () => {
    const found = await helps();
    expect([...found.keys()]).toEqual(expect.arrayContaining(['', 'export', 'doctor', 'glossaries import']));
    expect([...found].filter(([, text]) => ADDRESS.test(text))).toEqual([]);
    expect(found.get('export')).toContain('translate --json');
  });

  it.each([
    ['engines', 'It is turned off. Turn it on under Engines in the window.'],
    ['engines --json', 'Turn it on under Engines in the window.'],
    ['doctor', 'Turn it on under Engines in the window.'],
    ['doctor --json', 'Turn it on under Engines in the window.'],
    ['languages', 'en-XA'],
    ['languages --json', 'en-XA'],
    ['models list', 'bergamot-'],
    ['settings get', 'theme'],
    ['keys list', 'last used'],
    ['glossaries list', 'dictionaries'],
  ])('by %s', async (line, part) => {
    const output = said(await run(...line.split(' ')));
    expect(output).toContain(part);
    expect(output).not.toMatch(ADDRESS);
  });

  it('where something is refused', async () => {
    const file = join(service.dataDir, 'refused.txt');
    await writeFile(file, 'One.');
    const out = join(service.dataDir, 'out');
    const lines: string[][] = [
      ['translate', file, '--from', 'en', '--to', 'elvish'],
      ['translate', file, '--from', 'zu', '--to', 'is'],
      ['translate', file, '--from', 'en', '--to', 'es', '--engine', 'deepl'],
      ['translate', file, '--from', 'en', '--to', 'es', '--engine', 'babelfish'],
      ['export', 'no-such-job', '-o', out],
      ['export', NO_ID, '-o', out],
      ['models', 'install', 'bergamot-no-such'],
      ['models', 'install', 'zu', 'is'],
      ['models', 'remove', '?'],
      ['models', 'list', '--from', 'elvish'],
      ['glossaries', 'export', NO_ID],
      ['glossaries', 'remove', 'no-such-glossary'],
      ['glossaries', 'import', file, '--from', 'en', '--to', 'es', '--into', NO_ID],
      ['keys', 'create', 'x', '--account', 'nobody'],
      ['keys', 'revoke', NO_ID],
      ['settings', 'set', 'theme', 'loud'],
      ['settings', 'set', 'language', '?'],
      ['settings', 'set', 'engine_order', '["a","a"]'],
      ['settings', 'set', 'docx_quota', '1'],
    ];
    for (const line of lines) {
      const ended = await run(...line);
      expect([line, ended.status === 0, ended.stderr]).toEqual([line, false, expect.stringMatching(/\S/)]);
      expect([line, said(ended)]).toEqual([line, expect.not.stringMatching(ADDRESS)]);
    }
  });

  it('by translate where a job fails whose error names one', async () => {
    const file = join(service.dataDir, 'failing.txt');
    await writeFile(file, 'One.\nTwo.\nThree.\n');
    const ended = run('translate', file, '--from', 'en', '--to', 'en-XA');
    const { id } = await service.jobOf('failing.txt');
    // The result cannot take the place of a folder.
    await mkdir(join(service.dataDir, 'jobs', id, 'result.txt', 'in-the-way'), { recursive: true });
    const { status, stderr } = await ended;
    const { error } = await service.job(id);
    expect([error?.code, error?.message]).toEqual(['layout_unavailable', expect.stringMatching(ADDRESS)]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('could not be put into the layout')]);
    expect(stderr).not.toMatch(ADDRESS);
  });
});

describe('a sentence of the service', () => {
  it('is left out where it names a request, and kept where it repeats what the user wrote', () => {
    expect(withoutAddresses('It is off. PATCH /v1/engines/{id} turns it on.')).toBe('It is off.');
    expect(withoutAddresses('It is 7. The OpenAPI document at /v1/openapi.json says more.')).toBe('It is 7.');
    expect(withoutAddresses('No layout. Ask with ?simple=1 for it.', 'Do this.')).toBe('No layout. Do this.');
    const answer = 'It answered 404: Invalid URL (POST /v1/chat/completions).';
    expect(withoutAddresses(answer)).toBe(answer);
    const quoted = '"ftp://models.example/v1?a=b" cannot be used. Write another address.';
    expect(withoutAddresses(quoted)).toBe(quoted);
  });
});
