import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'docs', 'api');
const TEXT = 'Hello, world.\n\n2026\nGood morning.\n';

let service: TestService;
let folder: string;
let translated: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'api-examples-'));
  await writeFile(join(folder, 'letter.txt'), TEXT);
  const { body } = await service.upload({ name: 'letter.txt', content: TEXT });
  await service.ended(body.data.id);
  const content = await service.send('GET', `/v1/translate/documents/${body.data.id}/content`);
  translated = content.bytes.toString();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs an example as its first lines say, in a separate folder. */
async function run(command: string, args: readonly string[], key = API_KEY): Promise<Run> {
  const env = { ...process.env, INTERLINEAR_URL: service.baseUrl, INTERLINEAR_API_KEY: key };
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Run;
    return { code, stdout, stderr };
  }
}

const has = (...commands: string[]) =>
  commands.every((command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0);

/** The example's own answer is a file beside the document, whose name it prints. */
async function translatesTheLetter(command: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(command, [...args, 'letter.txt', 'en', 'en-XA']);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim()).toBe('letter.en-XA.txt');
  const result = join(folder, 'letter.en-XA.txt');
  expect(await readFile(result, 'utf8')).toBe(translated);
  await rm(result);
}

async function saysWhy(command: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(command, args, 'il_wrong-key');
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain('unauthorized');
}

/** Node 20 runs no TypeScript: the types are taken off, as `npx tsx` does. */
async function asJavaScript(): Promise<string> {
  const source = await readFile(join(EXAMPLES, 'translate.ts'), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const path = join(folder, 'translate.mjs');
  await writeFile(path, ts.transpileModule(source, { compilerOptions }).outputText);
  return path;
}

describe('the example in', () => {
  it.skipIf(!has('bash', 'curl'))('bash translates a document, and says why when it cannot', async () => {
    const script = join(EXAMPLES, 'translate.sh');
    await translatesTheLetter('bash', [script]);
    await saysWhy('bash', [script, 'letter.txt', 'en', 'en-XA']);
  });

  it('TypeScript translates a document, and says why when it cannot', async () => {
    const script = await asJavaScript();
    await translatesTheLetter(process.execPath, [script]);
    await saysWhy(process.execPath, [script, 'letter.txt', 'en', 'en-XA']);
  });

  it.skipIf(!has('python3'))('Python translates a list, and says why when it cannot', async () => {
    const script = join(EXAMPLES, 'translate.py');
    const { code, stdout } = await run('python3', [script, 'en', 'en-XA', 'Hello, world.', '2026']);
    expect([code, stdout.trim().split('\n')]).toEqual([0, [translated.split('\n')[0], '2026']]);
    await saysWhy('python3', [script, 'en', 'en-XA', 'Hello']);
  });

  it.skipIf(!has('dotnet'))(
    'C# translates a document',
    async () => {
      const project = join(folder, 'example');
      expect((await run('dotnet', ['new', 'console', '-o', project])).code).toBe(0);
      await writeFile(join(project, 'Program.cs'), await readFile(join(EXAMPLES, 'Translate.cs')));
      await translatesTheLetter('dotnet', ['run', '--project', project, '--']);
    },
    120_000,
  );
});
