import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtFile } from '../../service/lib/built-file.ts';
import { startDocumentProcess } from '../../service/worker/document/document-runner.ts';
import { RunnerDiedError } from '../../service/tasks/task-runner.ts';
import { workbook } from '../support/ooxml.ts';
import { isAlive } from '../support/processes.ts';
import { IS_LONG } from '../support/effort.ts';

const LIMITS = JSON.stringify({ heapMb: 64, youngHeapMb: 16 });
/** Starts a document process, says its id, and is gone before that one has loaded. */
const PARENT = `
  const child = require('node:child_process').fork(process.argv[1], [process.argv[2]], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  require('node:fs').writeSync(1, String(child.pid));
  process.kill(process.pid, 'SIGKILL');
`;

/** Small as it is packed, and an object for each of its strings as it is read. */
function manyStrings(count: number): Buffer {
  const strings = Array.from({ length: count }, (_, n) => `<si><t>${n.toString(36)}</t></si>`).join('');
  return workbook({ strings, sheets: ['<row><c t="s"><v>0</v></c></row>'] });
}

/** Whether one process has the memory to read all of these, each for another account. */
async function reads(...sources: readonly Buffer[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-reads-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const runner = startDocumentProcess(builtFile('document-process.js'), { heapMb: 48, youngHeapMb: 16 });
  try {
    for (const [n, source] of sources.entries()) {
      const sourcePath = join(folder, `${n}.xlsx`);
      writeFileSync(sourcePath, source);
      const ids = { jobId: `job ${n}`, account: `account ${n}` };
      const task = { ...ids, fileName: 'book.xlsx', sourcePath, segmentsPath: `${sourcePath}.ndjson` };
      expect(await runner.run('extract', task)).toMatchObject({ ok: true });
    }
    return true;
  } catch (error) {
    if (error instanceof RunnerDiedError && error.reason === 'memory') return false;
    throw error;
  } finally {
    runner.kill();
  }
}

describe('a document process', () => {
  if (IS_LONG)
    it('has given up what it read for one account before it reads for another', async () => {
      let count = 200_000;
      while (await reads(manyStrings(1.2 * count))) count *= 1.2;
      // Two of these at once are too much, and one leaves room for what the collector has not come to yet.
      const large = manyStrings(0.65 * count);
      expect(await reads(large, large)).toBe(true);
    });

  it('whose parent dies while it starts does not outlive it', async () => {
    const parent = spawn(process.execPath, ['-e', PARENT, builtFile('document-process.js'), LIMITS], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    parent.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await new Promise((resolve) => parent.once('close', resolve));
    const pid = Number(said);
    expect(pid).toBeGreaterThan(0);
    // Ends by itself, or the test runs out of time.
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
