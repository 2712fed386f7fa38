import { expect, it, onTestFinished } from 'vitest';
import { ServiceProcess, StartError } from './service-process.ts';

it('reports a service that has ended although a process it started holds its output open', async () => {
  const lingering = `data:text/javascript,
    import { spawn } from 'node:child_process';
    const { pid } = spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    process.stderr.write('lingers: ' + pid);
    process.exit(3);`;
  const service = new ServiceProcess({ nodeArgs: ['--import', lingering] });
  const error: unknown = await service.start().catch((reason: unknown) => reason);
  if (!(error instanceof StartError)) throw error;
  onTestFinished(() => void process.kill(Number(error.log.replace('lingers: ', ''))));
  expect(error.message).toContain('exit code 3; a process that outlives it holds its output');
});
