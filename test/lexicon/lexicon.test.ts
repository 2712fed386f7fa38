import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLexicon } from '../../service/lexicon/lexicon.ts';
import { createLog } from '../../service/log.ts';

const DIRECTION = { from: 'en', to: 'es' };

/** As the thread that has made the file again of its copy. */
const RECOVERING = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', () => {
  const recovered = [{ setAside: undefined, units: 1, glossaries: 0 }];
  parentPort.postMessage({ ok: true, value: { value: ['barco'], recovered } });
});`;

it.each(['.bak', '.recovering'])(
  'a job asks for what stands in lexicon.db%s where lexicon.db is gone, and the log says so',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'interlinear-missing-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const script = join(folder, 'thread.mjs');
    writeFileSync(script, RECOVERING);
    const lines: string[] = [];
    const log = createLog({ level: 'debug', write: (line) => void lines.push(line) });
    const lexicon = openLexicon(join(folder, 'lexicon.db'), { threadPath: () => script, log });
    onTestFinished(() => lexicon.close());
    expect(await lexicon.memory.lookUp('local', DIRECTION, ['ship'])).toEqual([null]);
    writeFileSync(join(folder, `lexicon.db${name}`), '');
    expect(await lexicon.memory.lookUp('local', DIRECTION, ['ship'])).toEqual(['barco']);
    expect(lines).toEqual([expect.stringMatching(/lexicon\.db was missing or empty/)]);
  },
);
