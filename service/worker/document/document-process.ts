/**
 * A process for hostile documents: its one thread does the work, under its own memory limit. A thread that
 * fails in an orderly way only ends itself; V8's fatal errors end this process, and nothing else. The main
 * thread stays responsive, to end with its parent.
 */
import { builtFile } from '../../lib/built-file.ts';
import { MEMORY_EXIT_CODE, RunnerDiedError, startThread } from '../../tasks/task-runner.ts';
import type { TaskMessage, ThreadLimits } from '../../tasks/task-runner.ts';

const [threadPath = builtFile('document-thread.js')] = process.argv.slice(3);
const thread = startThread(threadPath, JSON.parse(process.argv[2] ?? '') as ThreadLimits);

process.on('message', ({ name, task }: TaskMessage) => {
  thread.run(name, task).then(
    (outcome) => process.send?.(outcome, undefined, undefined, () => undefined),
    (error: unknown) => {
      process.exit(error instanceof RunnerDiedError && error.reason === 'memory' ? MEMORY_EXIT_CODE : 1);
    },
  );
});
process.on('disconnect', () => process.exit());
// If the parent left while this file loaded, there was no listener for the event.
if (!process.connected) process.exit();
// Ctrl+C in a terminal reaches the whole process group. The parent decides when work ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
