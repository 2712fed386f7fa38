import { LOCAL_SERVER_PORTS } from '../../contract/index.ts';
import type { LocalPorts, LocalServerKind } from '../../contract/index.ts';
import { requestJson, REQUEST_LIMITS } from '../remote/http-client.ts';
import { profileOf } from './profiles.ts';

const NAMES: Readonly<Record<LocalServerKind, string>> = {
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  'llama.cpp': 'llama.cpp',
  vllm: 'vLLM',
};

export interface LocalServer {
  readonly kind: LocalServerKind;
  readonly name: string;
  readonly url: string;
  readonly models: readonly LocalModel[];
}

export interface LocalModel {
  readonly id: string;
  /** For a translation model. */
  readonly profile?: string;
  /** Number of languages that it translates, if known. */
  readonly languages?: number;
  /** The program forwards requests to a server elsewhere: text leaves this machine. */
  readonly elsewhere: boolean;
}

const LIMITS = { ...REQUEST_LIMITS, attempts: 1, silenceMs: 2_000, totalMs: 3_000, answerBytes: 1_048_576 };
const MAX_MODELS = 200;
const MAX_NAME = 200;

/** The model servers that answer on this machine now; other programs on these ports are ignored. */
export async function findLocalServers(
  ports: LocalPorts = LOCAL_SERVER_PORTS,
  signal: AbortSignal = AbortSignal.timeout(2 * LIMITS.totalMs),
): Promise<LocalServer[]> {
  const kinds = Object.keys(NAMES) as LocalServerKind[];
  const found = await Promise.all(kinds.map((kind) => askServer(kind, ports[kind], signal)));
  return found.filter((server) => server !== undefined);
}

async function askServer(
  kind: LocalServerKind,
  port: number,
  signal: AbortSignal,
): Promise<LocalServer | undefined> {
  const name = NAMES[kind];
  const url = `http://127.0.0.1:${port}`;
  const path = kind === 'ollama' ? '/api/tags' : '/v1/models';
  try {
    const server = { name, url, headers: {} };
    const answer = await requestJson(server, { method: 'GET', path, urgent: true }, signal, LIMITS);
    const models = kind === 'ollama' ? ollamaModels(answer) : openAiModels(answer);
    return models && { kind, name, url, models };
  } catch {
    return undefined;
  }
}

/** `GET /api/tags` of Ollama: `{models: [{name, remote_host?}]}`. */
function ollamaModels(answer: unknown): LocalModel[] | undefined {
  return entriesOf(answer, 'models')?.flatMap(({ name, remote_host: host, remote_model: remote }) =>
    modelOf(name, host !== undefined || remote !== undefined),
  );
}

/** `GET /v1/models` of OpenAI: `{data: [{id}]}`. */
function openAiModels(answer: unknown): LocalModel[] | undefined {
  return entriesOf(answer, 'data')?.flatMap(({ id }) => modelOf(id, false));
}

function entriesOf(answer: unknown, member: string): Record<string, unknown>[] | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const entries = (answer as Record<string, unknown>)[member];
  if (!Array.isArray(entries)) return undefined;
  return (entries as unknown[])
    .slice(0, MAX_MODELS)
    .filter((entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null);
}

/** Empty for models that only embed text, and for names that cannot be shown or stored. */
function modelOf(id: unknown, isRemote: boolean): LocalModel[] {
  if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_NAME || /\p{C}/u.test(id)) return [];
  if (/embed|rerank|\bbge-/i.test(id)) return [];
  const profile = profileOf(id);
  return [
    {
      id,
      ...(profile ? { profile: profile.name, languages: profile.languages.length } : {}),
      elsewhere: isRemote || /[:-]cloud$/.test(id),
    },
  ];
}
