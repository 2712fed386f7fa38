/**
 * A process for hostile documents: its one thread does the work, under a memory limit of its own. What ends a
 * thread in order ends it here too; what V8 calls fatal ends this process, and nothing else. This side stays
 * awake, to end with its parent.
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
// A parent that went away while this file loaded has been heard of by nobody.
if (!process.connected) process.exit();
// Ctrl+C in a terminal reaches the whole process group. The parent decides when work ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
