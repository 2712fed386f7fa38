// A share of the inputs goes the whole way: over HTTP into the built service, and back as a translated file.
import { asRefusal, Refusal, startService } from '../support/live-service.ts';
import type { LiveService } from '../support/live-service.ts';
import { NO_LIMITS } from '../support/service-process.ts';
import { makeInput } from './inputs.ts';
import type { Format } from './inputs.ts';
import { faultOf, HANG_MS, Tally } from './run.ts';
import type { Outcome, Run } from './run.ts';

const AT_A_TIME = 4;

export async function fuzzService(runs: readonly Run[]): Promise<Tally> {
  const tally = new Tally();
  const inputs = runs.flatMap(({ format, files, seed, inputs: count }) =>
    Array.from({ length: count }, (_, i) => ({ format, files, seed: seed + i })),
  );
  const service = await startService({ env: { ...NO_LIMITS, INTERLINEAR_LOG_LEVEL: 'warn' } });
  try {
    const queue = inputs.values();
    const work = async () => {
      for (const { format, files, seed } of queue) tally.add(seed, await send(service, format, files, seed));
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    const trouble = service.trouble();
    if (trouble !== undefined) tally.add(NaN, faultOf('service', trouble));
  } finally {
    await service.close();
  }
  return tally;
}

async function send(
  service: LiveService,
  format: Format,
  files: readonly string[],
  seed: number,
): Promise<Outcome> {
  const { name, bytes } = makeInput(format, seed, files);
  const signal = AbortSignal.timeout(HANG_MS);
  try {
    const created = await service.upload(name, bytes, {}, signal).catch(asRefusal);
    if (created instanceof Refusal) {
      if (created.status >= 500) return faultOf(`${format} server_error`, created.message);
      return { kind: 'refused', code: created.code };
    }
    const { status, error } = await service.ended(created.id, signal);
    if (status !== 'done') return faultOf(`${format} job_failed`, JSON.stringify(error));
    await service.content(created.id, '', signal);
    return { kind: 'right' };
  } catch (error) {
    return faultOf(`${format} ${signal.aborted ? 'hang' : 'no_answer'}`, String(error));
  }
}
