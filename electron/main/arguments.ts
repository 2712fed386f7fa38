import { parseArgs } from 'node:util';
import type { ConfigFlags } from '../../service/config.ts';

/**
 * The options of `interlinear serve` that the shell was started with, for example by `npm start -- --data-dir …`. Electron's and
 * Chromium's own switches, and files to open, stand among them and are left alone.
 * @param argv what follows the program's own name
 */
export function flagsOf(argv: readonly string[]): ConfigFlags {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'data-dir': { type: 'string' },
      'allowed-host': { type: 'string', multiple: true },
      'allowed-origin': { type: 'string', multiple: true },
    },
  });
  return {
    port: textOf(values.port),
    host: textOf(values.host),
    dataDir: textOf(values['data-dir']),
    allowedHosts: textsOf(values['allowed-host']),
    allowedOrigins: textsOf(values['allowed-origin']),
  };
}

/** Without `strict`, an option that lacks its value is `true`. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
}
