import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type {
  ForkOptions,
  IpcMain,
  IpcMainInvokeEvent,
  OnBeforeRequestListenerDetails,
  Session,
  UtilityProcess as ElectronUtilityProcess,
} from 'electron';
import { record } from './record.ts';
import { strict } from './strict.ts';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;
const handlers = new Map<string, Handler>();
const ipcMainPart = {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
} satisfies Partial<IpcMain>;
export const ipcMain = strict('IpcMain', ipcMainPart);

/** As a frame of a page sends it. */
export function invoke(channel: string, senderFrame: unknown, argument: unknown): unknown {
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  return handler({ senderFrame } as IpcMainInvokeEvent, argument);
}

type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type Decide = (response: { cancel?: boolean }) => void;
type VerifyProc = NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>;
const rules: {
  verify?: VerifyProc | null;
  check?: CheckHandler | null;
  request?: ((details: OnBeforeRequestListenerDetails, decide: Decide) => void) | null | undefined;
} = {};

const webRequestPart = {
  onBeforeRequest: (listener: typeof rules.request) => void (rules.request = listener),
};
const sessionPart = {
  resolveProxy: () => Promise.resolve(process.env['STAND_IN_PROXY'] ?? 'DIRECT'),
  availableSpellCheckerLanguages: ['de', 'en-GB', 'en-US', 'es', 'pt-BR', 'pt-PT'],
  setSpellCheckerLanguages(languages: string[]): void {
    record.spelling.push(languages);
  },
  setPermissionRequestHandler: () => undefined,
  setPermissionCheckHandler: (handler: CheckHandler | null) => void (rules.check = handler),
  setDevicePermissionHandler: () => undefined,
  setCertificateVerifyProc: (proc: VerifyProc | null) => void (rules.verify = proc),
  webRequest: strict('WebRequest', webRequestPart),
};
export const session = { defaultSession: strict('Session', sessionPart) };

export function mayRequest(url: string): Promise<boolean> {
  return new Promise((resolve) =>
    rules.request?.({ url } as OnBeforeRequestListenerDetails, ({ cancel }) => resolve(!cancel)),
  );
}

/**
 * What the shell decides about a certificate that Chromium is shown; undefined where Chromium decides alone.
 */
export function showCertificate(hostname: string, pem: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    if (!rules.verify) resolve(undefined);
    rules.verify?.({ hostname, certificate: { data: pem } } as Parameters<VerifyProc>[0], resolve);
  });
}

export function mayUse(permission: string, url: string): boolean | undefined {
  return rules.check?.(
    null,
    permission as Parameters<CheckHandler>[1],
    url,
    {} as Parameters<CheckHandler>[3],
  );
}

/** A real process: the built worker runs under Node's IPC as it does under Electron's. */
class UtilityProcess
  extends EventEmitter
  implements Pick<ElectronUtilityProcess, 'pid' | 'postMessage' | 'kill'>
{
  readonly #child: ChildProcess;
  constructor(file: string, args: string[], { execArgv }: ForkOptions) {
    super();
    const stdio: ['ignore', number, number, 'ipc'] = ['ignore', 2, 2, 'ipc'];
    this.#child = fork(file, args, { serialization: 'advanced', stdio, execArgv: execArgv ?? [] });
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
  }
  get pid(): number | undefined {
    return this.#child.pid;
  }
  postMessage(message: unknown): void {
    this.#child.send(message as object, () => undefined);
  }
  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (file: string, args: string[] = [], options: ForkOptions = {}) =>
    strict('UtilityProcess', new UtilityProcess(file, args, options)),
};
