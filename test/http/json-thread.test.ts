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

  it.each([
    ['nested arrays', '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2)],
    ['a million objects', `{"segments":[${'{"text":1},'.repeat(SIZE / 11)}0]}`],
    ['one long text', `{"segments":[{"text":"${'я'.repeat(SIZE / 2)}"}]}`],
  ])('of 10 MB costs this thread next to nothing: %s', async (_what, text) => {
    const bytes = Buffer.from(text);
    await parse(' '.repeat(20_000) + '1');
    const before = cpuMsOfThisThread();
    await parseJson(bytes, SHAPE, 'local').catch((error: unknown) => expect(error).toBeInstanceOf(JsonError));
    // JSON.parse and what it leaves to the garbage collector take up to 6,000 ms.
    expect(cpuMsOfThisThread() - before).toBeLessThan(150);
  });
});

/** Processor time (proc(5), schedstat), which a busy machine does not lengthen; 0 where the system does not tell it. */
function cpuMsOfThisThread(): number {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
}
