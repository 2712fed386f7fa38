import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { createKeptLog, createLog } from '../../service/log.ts';
import type { LogLevel } from '../../service/lib/log-level.ts';

describe('the log', () => {
  it("writes one JSON line an entry, in pino's shape", () => {
    const { log, lines } = capture('info');
    log.info({ job_id: 'j1' }, 'job done');
    expect(lines()).toEqual([
      { level: 30, time: expect.any(Number) as number, pid: process.pid, job_id: 'j1', msg: 'job done' },
    ]);
  });

  it('leaves out what is below its level', () => {
    const { log, lines } = capture('warn');
    log.debug({}, 'a');
    log.info({}, 'b');
    log.warn({}, 'c');
    log.error({}, 'd');
    expect(lines().map((line) => line['msg'])).toEqual(['c', 'd']);
  });

  it('adds the fields of a child log to each of its lines', () => {
    const { log, lines } = capture('info');
    log.child({ request_id: 'r1' }).child({ job_id: 'j1' }).info({ n: 1 }, 'x');
    expect(lines()[0]).toMatchObject({ request_id: 'r1', job_id: 'j1', n: 1 });
  });

  it('keeps message, stack, code and cause of an error', () => {
    const { log, lines } = capture('info');
    const err = Object.assign(new TypeError('broken', { cause: new Error('deeper') }), { code: 'EPIPE' });
    log.error({ err }, 'failed');
    expect(lines()[0]).toMatchObject({
      err: { type: 'TypeError', message: 'broken', code: 'EPIPE', cause: { message: 'deeper' } },
    });
  });

  it('leaves out what libraries add to their errors: it may be the document they worked on', () => {
    const { log, lines } = capture('info');
    log.error({ err: Object.assign(new Error('broken'), { input: 'a secret sentence' }) }, 'failed');
    expect(JSON.stringify(lines())).not.toContain('secret');
  });

  it('hides fields that hold texts, names and keys, should one ever be written', () => {
    const { log, lines } = capture('info');
    log.child({ token: 'secret' }).info({ key: 'secret', text: 'secret', file_name: 'secret.docx' }, 'x');
    expect(lines()[0]).toMatchObject({ token: '[hidden]', key: '[hidden]', text: '[hidden]' });
    expect(JSON.stringify(lines())).not.toContain('secret');
  });
});

function capture(level: LogLevel) {
  const written: string[] = [];
  const log = createLog({ level, write: (line) => written.push(line) });
  return { log, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('a log that is kept in a file', () => {
  it('has each line there as soon as it is logged, until it is closed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kept-log-'));
    const log = createKeptLog('info');
    const messages = () => readFileSync(join(folder, 'a.log'), 'utf8').match(/(?<="msg":")\w+/g);
    try {
      log.keepIn(folder, 'a');
      log.info({}, 'one');
      log.warn({}, 'two');
      expect(messages()).toEqual(['one', 'two']);
      log.close();
      log.info({}, 'three');
      expect(messages()).toEqual(['one', 'two']);
    } finally {
      log.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('has its last lines in the file and on standard error when its process ends in the same tick', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kept-log-'));
    const code = `
      import { createKeptLog } from ${JSON.stringify(pathToFileURL(join(root, 'service', 'log.ts')).href)};
      const log = createKeptLog('info');
      log.info({}, 'before');
      log.keepIn(${JSON.stringify(folder)}, 'a');
      for (const message of ['one', 'two']) log.info({}, message);
      process.exit(0);`;
    try {
      const loader = pathToFileURL(join(root, 'scripts', 'lib', 'typescript.mjs')).href;
      const args = ['--import', loader, '--input-type=module', '--eval', code];
      const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      const messages = (lines: string) => lines.match(/(?<="msg":")\w+/g);
      expect([status, messages(stderr)]).toEqual([0, ['before', 'one', 'two']]);
      expect(messages(readFileSync(join(folder, 'a.log'), 'utf8'))).toEqual(['one', 'two']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
