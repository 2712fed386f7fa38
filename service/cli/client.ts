import type { Problem } from '../contract/index.ts';
import { CliError, EXIT } from './cli-error.ts';

/** The service as commands speak to it: the same /v1 as everyone else's. */
export interface Client {
  readonly baseUrl: string;
  /** `data` of a JSON answer. Throws a CliError with the problem's words. */
  json<T>(path: string, init?: RequestInit): Promise<T>;
  /** Any successful answer. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export function createClient(baseUrl: string, key: string): Client {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${key}`);
    const answer = await fetch(`${baseUrl}${path}`, { ...init, headers });
    if (!answer.ok) throw await problemOf(answer);
    return answer;
  };
  return {
    baseUrl,
    fetch: send,
    async json<T>(path: string, init?: RequestInit) {
      const { data } = (await (await send(path, init)).json()) as { data: T };
      return data;
    },
  };
}

export function jsonBody(value: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  };
}

async function problemOf(answer: Response): Promise<CliError> {
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  const details = (problem.errors ?? []).map(({ message }) => message);
  const message = details.length > 0 ? details.join('\n') : problem.detail;
  const isInput = problem.code === 'invalid_request' || problem.code === 'not_found';
  return new CliError(
    message ?? `The service answered ${answer.status}.`,
    isInput ? EXIT.usage : EXIT.failed,
  );
}
