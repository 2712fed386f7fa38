import { describe, expect, it } from 'vitest';
import { JsonError, parseJson } from '../../service/http/request/parse-json.ts';

const SIZE = 10_000_000;

const parse = (text: string) => parseJson(Buffer.from(text));

describe('reading JSON', () => {
  it.each(['{"a":', '', 'nope', '"open', '"\\', ']]]'])('says why a text is no JSON: %s', (text) => {
    expect(() => parse(text)).toThrow(JsonError);
    expect(() => parse(text)).toThrow(/not valid JSON/);
  });

  it('says that bytes are no UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/UTF-8/);
  });

  it('reads a text of 10 MB whole', () => {
    const text = 'я'.repeat(SIZE / 2);
    expect(parse(`{"segments":[{"text":"${text}"}]}`)).toEqual({ segments: [{ text }] });
  });

  it.each([
    ['64 levels, not 65', (depth: number) => '['.repeat(depth) + ']'.repeat(depth), 64, /64 levels/],
    ['50,000 objects, not one more', (count: number) => `[${list('{}', count - 1)}]`, 50_000, /50,000 obj/],
    [
      '200,000 values, not one more',
      (count: number) => `[${list('0', count + 1)}]`,
      200_000,
      /200,000 values/,
    ],
  ])('takes %s', (_, text, most, why) => {
    expect(() => parse(text(most))).not.toThrow();
    expect(() => parse(text(most + 1))).toThrow(why);
  });

  it('counts nothing that is inside a string', () => {
    const text = '\\"[{,'.repeat(300_000);
    expect(parse(JSON.stringify({ id: text }))).toEqual({ id: text });
  });

  it.each([
    ['nested arrays', '['.repeat(SIZE / 2)],
    ['objects', '{"text":1},'.repeat(SIZE / 11)],
    ['members', `{${'"name":1,'.repeat(SIZE / 9)}`],
    ['quotes of one open string', '"\\"'.repeat(SIZE / 3)],
  ])('refuses 10 MB of %s before they are parsed', (_, text) => {
    const before = performance.now();
    expect(() => parse(text)).toThrow(JsonError);
    // Parsing takes seconds. Generous: the machine may be busy.
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});

function list(item: string, count: number): string {
  return Array<string>(count).fill(item).join(',');
}
