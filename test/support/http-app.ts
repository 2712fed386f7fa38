import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '../../service/contract/index.ts';
import { buildOpenApi } from '../../service/contract/openapi.ts';
import { ORDERED_ENGINES } from '../../service/engines/configuration.ts';
import { createHttpApp } from '../../service/http/app.ts';
import type { Alignments } from '../../service/jobs/align/alignments-port.ts';
import type { HttpOptions } from '../../service/http/app.ts';
import type { ConnectionLimits } from '../../service/http/limit-connections.ts';
import { listen } from '../../service/http/listen.ts';
import { createAssistants } from '../../service/mcp/assistants.ts';
import { loadManifest } from '../../service/models/manifest.ts';
import { openLanguageData } from '../../service/memory/language-data.ts';
import { openModels } from '../../service/models/models.ts';
import { createLog } from '../../service/log.ts';
import { NO_SETTINGS } from '../../service/records/settings-record.ts';
import { openDrafts } from '../../service/store/drafts.ts';
import { openSettings } from '../../service/settings/settings.ts';
import { NO_OTHER_CLIENTS } from './any-client.ts';
import { checkedFetch, openApiCheck } from './openapi-check.ts';
import type { OpenApiCheck } from './openapi-check.ts';
import {
  ADMIN_KEY,
  memoryAccounts,
  memoryDocument,
  memoryCheckers,
  memoryEngines,
  MemoryJobs,
  TRANSLATE_KEY,
  noPackages,
} from './memory-services.ts';

export interface TestApp {
  baseUrl: string;
  port: number;
  jobs: MemoryJobs;
  /** Log lines so far. */
  lines: string[];
  /** From now on the key is unknown. */
  revoke(key: string): void;
  /** Files in the upload folder now. */
  uploads(): Promise<string[]>;
  /** With the translate key unless told otherwise; the answer is checked against the OpenAPI document. */
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

interface TestOptions {
  timeouts?: HttpOptions['timeouts'];
  headersTimeout?: number;
  connections?: ConnectionLimits;
  host?: string;
  allowedHosts?: string[];
  allowedOrigins?: string[];
  rendererDir?: string;
  protocols?: HttpOptions['protocols'];
}

/** The same for every app, and slow to build. */
let document: OpenApiCheck | undefined;

/** Alignments are tested with the whole service: here an account has none. */
const noAlignments = {
  list: () => ({ alignments: [] }),
  subscribe: () => () => undefined,
} as unknown as Alignments;

/** The real HTTP app on a real socket, over in-memory jobs and accounts. */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const { host = '127.0.0.1' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'http-app-'));
  const modelsFolder = await mkdtemp(join(tmpdir(), 'http-app-models-'));
  const draftsFolder = await mkdtemp(join(tmpdir(), 'http-app-drafts-'));
  const models = await openModels({
    folder: modelsFolder,
    manifest: await loadManifest(),
    check: () => Promise.resolve(undefined),
  });
  const jobs = new MemoryJobs();
  const languageData = openLanguageData(join(folder, 'lexicon.db'));
  const revoked = new Set<string>();
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) });
  let uploads = 0;
  const assistants = createAssistants({
    ownAddress: () => server.baseUrl,
    report: (err) => log.error({ err }, 'A tool failed.'),
  });
  const app = createHttpApp({
    jobs,
    clients: NO_OTHER_CLIENTS,
    alignments: noAlignments,
    models,
    glossaries: languageData.glossaries,
    tables: languageData.tables,
    memory: languageData.memory,
    detector: { detect: () => Promise.resolve([]) },
    settings: openSettings({
      document: memoryDocument(structuredClone(NO_SETTINGS)),
      fixed: {},
      engines: ORDERED_ENGINES,
    }),
    engines: memoryEngines(),
    checkers: memoryCheckers(),
    drafts: await openDrafts(draftsFolder),
    packages: noPackages(),
    assistants,
    accounts: memoryAccounts(revoked),
    translation: { engines: () => Promise.resolve([]), route },
    newUploadPath: () => join(folder, `upload-${++uploads}`),
    dataDir: folder,
    version: '1.2.3',
    log,
    config: {
      host,
      allowedHosts: options.allowedHosts ?? [],
      allowedOrigins: options.allowedOrigins ?? [],
    },
    rendererDir: options.rendererDir,
    timeouts: options.timeouts ?? {},
    ...(options.protocols ? { protocols: options.protocols } : {}),
  });
  const { headersTimeout, connections } = options;
  const server = await listen(app, {
    host,
    port: 0,
    log,
    ...(headersTimeout === undefined ? {} : { headersTimeout }),
    ...(connections === undefined ? {} : { connections }),
    isOwner: ({ headers }) => headers.authorization === `Bearer ${ADMIN_KEY}`,
  });
  document ??= openApiCheck(JSON.stringify(buildOpenApi('1.2.3')));
  const send = checkedFetch(document, server.baseUrl);
  return {
    baseUrl: server.baseUrl,
    port: server.port,
    jobs,
    lines,
    revoke: (key) => void revoked.add(key),
    uploads: () => readdir(folder),
    request: (path, init = {}) =>
      send(path, {
        ...init,
        headers: { Authorization: `Bearer ${TRANSLATE_KEY}`, ...(init.headers as Record<string, string>) },
      }),
    async close() {
      await assistants.close();
      await server.close();
      await languageData.close();
      await models.close();
      await rm(modelsFolder, { recursive: true, force: true });
      await rm(draftsFolder, { recursive: true, force: true });
      await rm(folder, { recursive: true });
    },
  };
}

/** Knows every pair but those into Welsh. */
function route({ from, to }: { from: string; to: string }) {
  if (to === 'cy')
    return Promise.reject(new ProblemError('engine_unavailable', 'The model is not installed.'));
  const capabilities = { inline_codes: true, glossary: true, tone: 'none' as const, context: false };
  return Promise.resolve({ engine: 'pseudo', pair: { from, to }, capabilities });
}

/** The end of a problem's JSON: what comes last where a connection stays open. */
export const PROBLEM_END = /\r\n\r\n\{[^]*\}$/;

/**
 * Writes bytes to the port and returns all that comes back until it matches `last`, or until the other side
 * ends.
 */
export function rawRequest(
  port: number,
  data: string | Buffer,
  { last, host = '127.0.0.1' }: { last?: RegExp; host?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(data));
    let text = '';
    const finish = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (last?.test(text)) finish();
    });
    socket.on('end', finish).on('error', reject);
  });
}

/** Until `condition` holds. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}
