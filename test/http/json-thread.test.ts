import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JsonError, parseJson } from '../../service/http/request/json-thread.ts';

const TEXT = { type: 'string' };
const SHAPE = {
  type: 'object',
  properties: {
    id: TEXT,
    segments: {
      type: 'array',
      maxItems: 100,
      items: { type: 'object', properties: { text: TEXT, id: { anyOf: [TEXT, { type: 'null' }] } } },
    },
  },
};
const SIZE = 10_000_000;

const parse = (text: string) => parseJson(Buffer.from(text), SHAPE, 'local');

/** The same text in both ways: short, and blown up by white space so that the thread reads it. */
const both = (text: string) => Promise.all([parse(text), parse(text + ' '.repeat(20_000))]);

describe('reading JSON', () => {
  it('keeps the members that are asked for, and the type in each place', async () => {
    const text =
      '{"segments":[{"text":"a","more":[1]},{"text":["x"],"id":{"id":null}},7,null],"__proto__":{"text":1},"other":2}';
    const expected = { segments: [{ text: 'a' }, { text: [], id: {} }, 7, null] };
    expect(await both(text)).toEqual([expected, expected]);
  });

  it('keeps one item more than may be, no matter how many there are', async () => {
    const value = (await parse(`{"segments":[${'0,'.repeat(SIZE / 2)}0]}`)) as { segments: number[] };
    expect(value.segments).toHaveLength(101);
  });

  it('says why a text is no JSON', async () => {
    for (const text of ['{"a":', '', 'nope']) {
      await expect(parse(text)).rejects.toThrow(JsonError);
      await expect(parse(text + ' '.repeat(20_000))).rejects.toThrow(/not valid JSON/);
    }
    await expect(parseJson(Buffer.from([0x22, 0xff, 0x22]), SHAPE, 'local')).rejects.toThrow(/UTF-8/);
    await expect(parseJson(Buffer.alloc(20_000, 0xff), SHAPE, 'local')).rejects.toThrow(/UTF-8/);
  });

  it('reads several at once, each to its own caller', async () => {
    const texts = Array.from({ length: 8 }, (_, i) => `{"id":"${i}"${' '.repeat(20_000 * (8 - i))}}`);
    expect(await Promise.all(texts.map(parse))).toEqual(texts.map((_, i) => ({ id: String(i) })));
  });

  it('reads by turns for each account: many texts of one do not hold up the one of another', async () => {
    const order: string[] = [];
    const read = async (owner: string) => {
      await parseJson(Buffer.from(`{"id":"a"${' '.repeat(200_000)}}`), SHAPE, owner);
      order.push(owner);
    };
    const many = Array.from({ length: 20 }, () => read('many'));
    await Promise.all([...many, read('one')]);
    expect(order.indexOf('one')).toBeLessThan(3);
  });

  it('brings a text of 10 MB over whole', async () => {
    const text = 'я'.repeat(SIZE / 2);
    expect(await parse(`{"segments":[{"text":"${text}"}]}`)).toEqual({ segments: [{ text }] });
  });

  it.runIf(process.platform === 'linux').each([
    ['nested arrays', '['.repeat(SIZE / 8) + ']'.repeat(SIZE / 8)],
    ['a million objects', `{"segments":[${'{"text":1},'.repeat(SIZE / 11)}0]}`],
  ])('costs this thread a small part of what reading it here would: %s', async (_what, text) => {
    await parse(' '.repeat(20_000) + '1');
    const away: number[] = [];
    // The least of three: the garbage of what was read before is collected in between.
    for (let i = 0; i < 3; i++) {
      const bytes = Buffer.from(text);
      const before = cpuMsOfThisThread();
      await parseJson(bytes, SHAPE, 'local').catch((error: unknown) =>
        expect(error).toBeInstanceOf(JsonError),
      );
      away.push(cpuMsOfThisThread() - before);
    }
    const before = cpuMsOfThisThread();
    JSON.parse(text);
    const here = cpuMsOfThisThread() - before;
    expect(Math.min(...away) / here, `${away.join(', ')} of ${here} ms`).toBeLessThan(1 / 5);
  });
});

/** Processor time (proc(5), schedstat), in which waiting for the processor does not count. */
function cpuMsOfThisThread(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
}
