import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRotatingFile } from '../../service/lib/rotating-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotating-'));
  path = join(folder, 'logs', 'service.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const names = () => readdirSync(join(folder, 'logs')).sort();
const read = (name: string) => readFileSync(join(folder, 'logs', name), 'utf8');

describe('a rotating file', () => {
  it('is bounded in size and number, and has the newest lines, whole and in order', () => {
    const file = openRotatingFile({ path, maxBytes: 100, maxFiles: 3 });
    for (let n = 0; n < 50; n++) file.write(`line ${n} of some length\n`);
    file.close();
    expect(names()).toEqual(['service.1.log', 'service.2.log', 'service.log']);
    for (const name of names()) expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(100);
    const kept = ['service.2.log', 'service.1.log', 'service.log'].map(read).join('').trim().split('\n');
    expect(kept).toEqual(
      Array.from({ length: kept.length }, (_, n) => `line ${50 - kept.length + n} of some length`),
    );
  });

  it('goes on where an earlier process ended, and counts its bytes', () => {
    const first = openRotatingFile({ path, maxBytes: 20 });
    first.write('a line\n');
    first.close();
    const second = openRotatingFile({ path, maxBytes: 20 });
    second.write('another\n');
    expect(read('service.log')).toBe('a line\nanother\n');
    second.write('a third one\n');
    expect(read('service.1.log')).toBe('a line\nanother\n');
    expect(read('service.log')).toBe('a third one\n');
    second.close();
  });

  it('holds a line longer than a file may be', () => {
    const file = openRotatingFile({ path, maxBytes: 10 });
    for (const line of ['a line that is too long\n', 'next\n']) file.write(line);
    expect([read('service.1.log'), read('service.log')]).toEqual(['a line that is too long\n', 'next\n']);
    file.close();
  });

  it.skipIf(process.platform === 'win32')('can be read by its user alone', () => {
    const file = openRotatingFile({ path });
    file.write('a line\n');
    file.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('that cannot be written troubles nobody, and is tried again', () => {
    // A folder in its place fails for every user; permissions would not for root.
    mkdirSync(path, { recursive: true });
    const file = openRotatingFile({ path });
    for (let n = 0; n < 10; n++) file.write('lost\n');
    rmdirSync(path);
    for (let n = 0; n < 200; n++) file.write('there\n');
    file.close();
    expect(read('service.log')).toMatch(/^(there\n)+$/);
  });
});
