// @ts-check
// A process that is ended in order and restarted, one step at a time.

const STOP_MS = 10_000;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * @param {() => ChildProcess} start
 * @param {(code: number | null) => void} onOwnEnd called when it ends by itself
 */
export function restartable(start, onOwnEnd) {
  /** @type {ChildProcess | undefined} */
  let child;
  /** Steps run one after another. @type {Promise<void>} */
  let last = Promise.resolve();
  let waiting = 0;

  /** @param {() => Promise<void> | void} step */
  const enqueue = (step) => (last = last.then(step));

  async function stop() {
    const ending = child;
    child = undefined;
    if (ending?.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    const tooLate = setTimeout(() => ending.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(tooLate);
  }

  function begin() {
    const started = start();
    child = started;
    started.once('exit', (code) => {
      if (child !== started) return;
      child = undefined;
      onOwnEnd(code);
    });
  }

  return {
    /** Starts or restarts it. Several waiting calls become one. */
    restart() {
      waiting += 1;
      return enqueue(async () => {
        waiting -= 1;
        if (waiting > 0) return;
        await stop();
        begin();
      });
    },
    stop: () => enqueue(stop),
  };
}
