import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

interface RawOptions {
  /**
   * The request is meant to break off: the connection is half closed once the service has had a moment to
   * answer.
   */
  incomplete?: boolean;
  isHead?: boolean;
}

const ANSWER_WITHIN_MS = 60_000;
/** A connection without an answer by then is waiting for more of the request. */
const HALF_CLOSE_AFTER_MS = 80;

/**
 * Writes bytes to the port as they are and reads the first answer to its end; of a stream of events its head.
 * Undefined where the connection was closed without an answer. Rejects where none comes.
 */
export function sendRaw(
  port: number,
  request: Buffer,
  options: RawOptions = {},
): Promise<RawAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(request));
    const timer = setTimeout(() => finish(new Error('No answer came.')), ANSWER_WITHIN_MS);
    const closing = options.incomplete ? setTimeout(() => socket.end(), HALF_CLOSE_AFTER_MS) : undefined;
    const finish = (result: RawAnswer | Error | undefined): void => {
      clearTimeout(timer);
      clearTimeout(closing);
      socket.destroy();
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    const look = (isEnd: boolean): void => {
      try {
        const answer = parseAnswer(Buffer.concat(chunks), options.isHead ?? false, isEnd);
        if (answer) finish(answer);
        else if (isEnd) finish(chunks.length === 0 ? undefined : new Error('The answer breaks off.'));
      } catch (error) {
        finish(error instanceof Error ? error : new Error(String(error)));
      }
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      look(false);
    });
    socket.on('end', () => look(true));
    // A reset after the answer has come in full changes nothing: `look` has seen it by then.
    socket.on('error', () => look(true));
  });
}

/** The first final answer in these bytes, or undefined while it is not whole. */
function parseAnswer(bytes: Buffer, isHead: boolean, isEnd: boolean): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const match = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine);
  if (!match) throw new Error(`This is no status line: ${statusLine}`);
  const status = Number(match[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return parseAnswer(rest, isHead, isEnd);
  const headers = new Headers();
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1));
  const answer = (body: Buffer): RawAnswer => ({ status, headers, body });
  if (isHead || status === 204 || status === 304) return answer(Buffer.alloc(0));
  if (headers.get('content-type')?.startsWith('text/event-stream')) return answer(Buffer.from('-'));
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = unchunk(rest);
    return body && answer(body);
  }
  const length = headers.get('content-length');
  if (length === null) return isEnd ? answer(rest) : undefined;
  return rest.length >= Number(length) ? answer(rest.subarray(0, Number(length))) : undefined;
}

/** The body of a chunked answer (RFC 9112 §7.1), or undefined while its last chunk is not there. */
function unchunk(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return undefined;
  }
}
