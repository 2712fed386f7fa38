import { app } from 'electron';
import { readConfig } from '../../service/config.ts';
import { createService } from '../../service/service.ts';
import type { Service } from '../../service/service.ts';
import { flagsOf } from './arguments.ts';
import { devServer } from './dev-server.ts';
import { spawnUtilityWorker } from './spawn-worker.ts';

/** The service runs in this process; documents and engines in a utility process of their own. */
export async function startService(): Promise<Service> {
  const origin = devServer();
  const flags = flagsOf(process.argv.slice(1));
  const allowedOrigins = [...(flags.allowedOrigins ?? []), ...(origin === undefined ? [] : [origin])];
  const config = readConfig(process.env, { ...flags, allowedOrigins });
  const service = await createService(config, { spawnWorker: spawnUtilityWorker });
  endWithTheApp(service);
  return service;
}

/** Electron does not wait for promises at `will-quit`: hold it, close in order, then let it go. */
function endWithTheApp(service: Service): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void service.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}
