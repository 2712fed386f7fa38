import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../../service/lib/built-file.ts';
import { isAlive } from '../support/processes.ts';

const LIMITS = JSON.stringify({ heapMb: 64, youngHeapMb: 16 });
/** Starts a document process, says its id, and is gone before that one has loaded. */
const PARENT = `
  const child = require('node:child_process').fork(process.argv[1], [process.argv[2]], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  require('node:fs').writeSync(1, String(child.pid));
  process.kill(process.pid, 'SIGKILL');
`;

describe('a document process', () => {
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
