import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ConfigFlags } from '../../service/config.ts';

/** The folder the program was started in. */
interface Place {
  workingDirectory: string;
  /** Whether Electron's own program runs: then the first path is the app's. */
  isDevelopment: boolean;
}

/**
 * The options of `interlinear serve` on the shell's command line, for example from `npm start -- --data-dir
 * …`. Switches of Electron and Chromium, and files to open, may be among them and are ignored.
 * @param argv the arguments after the program's name
 */
export function flagsOf(argv: readonly string[]): ConfigFlags {
  const { values } = parse(argv);
  return {
    port: textOf(values.port),
    host: textOf(values.host),
    tlsCert: textOf(values['tls-cert']),
    tlsKey: textOf(values['tls-key']),
    plainHttp: values['plain-http'] === true ? true : undefined,
    dataDir: textOf(values['data-dir']),
    allowedHosts: textsOf(values['allowed-host']),
    allowedOrigins: textsOf(values['allowed-origin']),
  };
}

/**
 * The files that the program was asked to open, as absolute paths: "Open with" on Windows and Linux, or a
 * command line. An argument that is not an existing file, such as the value of one of Chromium's switches, is
 * ignored.
 * @param argv the arguments after the program's name
 */
export function filesOf(argv: readonly string[], { workingDirectory, isDevelopment }: Place): string[] {
  return parse(argv)
    .positionals.slice(isDevelopment ? 1 : 0)
    .map((argument) => pathOf(argument, workingDirectory))
    .filter(isFile);
}

/** The arguments of a start that opens these files instead of those in `argv`. */
export function withFiles(argv: readonly string[], files: readonly string[], place: Place): string[] {
  const before = new Set(filesOf(argv, place));
  return [...argv.filter((argument) => !before.has(pathOf(argument, place.workingDirectory))), ...files];
}

/** Desktop entries may pass URLs (`%U`) in place of paths. */
function pathOf(argument: string, workingDirectory: string): string {
  try {
    if (argument.startsWith('file:')) return fileURLToPath(argument);
  } catch {
    // A URL on another machine, or no URL at all.
  }
  return resolve(workingDirectory, argument);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
      'plain-http': { type: 'boolean' },
      'data-dir': { type: 'string' },
      'allowed-host': { type: 'string', multiple: true },
      'allowed-origin': { type: 'string', multiple: true },
    },
  });
}

/** Without `strict`, an option that lacks its value is `true`. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
}
