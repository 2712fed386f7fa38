import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readAnswer } from '../../../service/engines/chat/answer.ts';
import { requestJson, REQUEST_LIMITS } from '../../../service/engines/remote/http-client.ts';
import { saidBy } from '../../../service/engines/remote/remote-error.ts';

const MB = 1_048_576;
const NESTED = '['.repeat(4 * MB - 10) + ']'.repeat(4 * MB - 10);
const LISTS = `[${'[],'.repeat(2_500_000)}[]]`;

async function answerOf(body: string, status = 200): Promise<unknown> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return requestJson(
    { name: 'The server', url, headers: {} },
    { method: 'GET', path: '/' },
    AbortSignal.timeout(30_000),
    { ...REQUEST_LIMITS, attempts: 1 },
  );
}

it.each([
  ['8 MB of nested lists', NESTED, /too complex: it is nested more than 64 levels deep/],
  ['7 MB of lists', LISTS, /too complex: it has more than 50,000 objects/],
  ['9 MB', `"${'x'.repeat(9 * MB)}"`, /more than 8 MB/],
])('%s in an answer of a server is refused without being parsed', async (_what, body, why) => {
  await expect(answerOf(body)).rejects.toThrow(why);
});

it('an error answer of nested objects is refused in words', async () => {
  await expect(answerOf('{"error":'.repeat(500_000), 500)).rejects.toThrow('The server answered 500.');
  expect(saidBy(NESTED.slice(0, 1_000))).toBe('');
});

it('a message of a language model that is such a structure has no translations', () => {
  expect(readAnswer(NESTED.slice(4 * MB - 5_000, 4 * MB + 5_000), new Set([1])).size).toBe(0);
  expect(readAnswer(LISTS, new Set([1])).size).toBe(0);
  expect(readAnswer('{"items":[{"id":1,"text":"Hola"}]}', new Set([1])).get(1)).toBe('Hola');
});
