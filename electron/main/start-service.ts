import { readConfig } from '../../service/config.ts';
import { createService } from '../../service/service.ts';
import type { Service } from '../../service/service.ts';
import { flagsOf } from './arguments.ts';
import { devServer } from './dev-server.ts';
import { createKeychain } from './keychain.ts';
import { spawnUtilityWorker } from './spawn-worker.ts';

/** The service runs in this process; documents and engines in a separate utility process. */
export async function startService(): Promise<Service> {
  const origin = devServer();
  const flags = flagsOf(process.argv.slice(1));
  const allowedOrigins = [...(flags.allowedOrigins ?? []), ...(origin === undefined ? [] : [origin])];
  const config = readConfig(process.env, { ...flags, allowedOrigins });
  return createService(config, { spawnWorker: spawnUtilityWorker, keychain: createKeychain() });
}
