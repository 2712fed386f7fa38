import { scanJson } from '../../lib/scan-json.ts';
import { EngineError } from '../engine.ts';

/** How a server, or the connection to it, failed. */
export type RemoteFailure =
  | 'status'
  /** No connection, or a broken one. */
  | 'network'
  /** Nothing arrived for too long, or only part of it. */
  | 'timeout'
  /** The answer is larger or more complex than any real one. */
  | 'size'
  | 'redirect'
  /** The answer does not follow the server's API. */
  | 'shape';

/** A request that failed after all its attempts: asking the engine again would only repeat them. */
export class RemoteError extends EngineError {
  readonly failure: RemoteFailure;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** The server's message, shortened; searched for known words, and quoted in ours. */
  readonly said: string;

  constructor(
    failure: RemoteFailure,
    message: string,
    more: { status?: number; said?: string; cause?: unknown } = {},
  ) {
    super(message, { retryable: false, cause: more.cause });
    this.name = 'RemoteError';
    this.failure = failure;
    this.status = more.status;
    this.said = more.said ?? '';
  }
}

const MAX_CHARS = 200;
/** Patterns of common keys: servers repeat their input. */
const KEY_LIKE = [
  /\b(Bearer|DeepL-Auth-Key|Basic)\s+\S+/gi,
  /\b(api[_-]?key|auth[_-]?key|token|secret|password)("?\s*[=:]\s*"?)[^\s"',;&]+/gi,
  /\b(sk|pk|rk|hf|gsk|xai|il)[-_][\w-]{8,}/g,
  /(?<![^\s"'])[^\s"']*?\*{3}[^\s"']*/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(:fx)?/gi,
];

/** Text of a server on one line, shortened, without keys. */
export function shortened(text: string, secret: string | undefined): string {
  const known = secret ? text.replaceAll(secret, '…') : text;
  const clean = KEY_LIKE.reduce((rest, pattern) => rest.replace(pattern, '…'), known);
  const line = clean.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const chars = Array.from(line);
  return chars.length > MAX_CHARS ? `${chars.slice(0, MAX_CHARS).join('')}…` : line;
}

/** Adds the full stop that a server's message may lack. */
export function sentence(said: string): string {
  return said === '' || /[.!?…]$/.test(said) ? said : `${said}.`;
}

/** The message in a server's error answer: `{error: {message}}`, `{error}` or `{message, detail}`. */
export function saidBy(body: string): string {
  try {
    if (scanJson(Buffer.from(body)) !== undefined) return '';
    const value = JSON.parse(body) as unknown;
    return messageIn(value) ?? body;
  } catch {
    // An HTML page, of some proxy on the way.
    return /^\s*</.test(body) ? '' : body;
  }
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { error, message, detail } = value as Record<string, unknown>;
  const parts = [messageIn(error), messageIn(message), messageIn(detail)].filter(
    (part) => part !== undefined,
  );
  return parts.length > 0 ? parts.join(' ') : undefined;
}
