// Clients on a bad line: 10 kB a second, in either direction. They must hold nobody up.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadOf } from './client.mjs';

const BYTES_PER_SECOND = 10_000;
const STEP_MS = 100;
const STEP_BYTES = (BYTES_PER_SECOND * STEP_MS) / 1_000;

/** Reads a download drop by drop until `isOver`, and answers how many bytes came. */
export async function readSlowly(client, path, isOver) {
  const socket = await open(client);
  socket.write(head(client, 'GET', path));
  let bytes = 0;
  while (!isOver() && !socket.destroyed) {
    bytes += socket.read(STEP_BYTES)?.length ?? 0;
    await sleep(STEP_MS);
  }
  socket.destroy();
  return bytes;
}

/** Sends a text drop by drop, and answers the status line's code. */
export async function writeSlowly(client, text) {
  const socket = await open(client);
  const { body, headers } = uploadOf(text);
  socket.write(
    head(client, 'POST', '/v1/translate/documents', { ...headers, 'content-length': body.length }),
  );
  const answered = new Promise((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  socket.on('close', () => socket.emit('data', Buffer.from('HTTP/1.1 000')));
  for (let sent = 0; sent < body.length && !socket.destroyed; sent += STEP_BYTES) {
    socket.write(body.subarray(sent, sent + STEP_BYTES));
    await sleep(STEP_MS);
  }
  const status = Number((await answered).slice(9, 12));
  socket.destroy();
  return status;
}

function open(client) {
  const { hostname, port } = new URL(client.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), highWaterMark: STEP_BYTES });
    socket.once('connect', () => resolve(socket)).once('error', reject);
    socket.on('error', () => undefined);
  });
}

function head(client, method, path, headers = {}) {
  const all = { host: new URL(client.baseUrl).host, authorization: `Bearer ${client.key}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
