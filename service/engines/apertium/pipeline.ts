import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

/** A running chain of Apertium's programs: a NUL ends each request and each reply, in the same order. */
export interface Pipeline {
  write(requests: string): void;
  /** Kills all its processes at once. Afterwards neither callback is called. */
  kill(): void;
}

export interface PipelineEvents {
  onReply(reply: string): void;
  /** It ended by itself. */
  onDeath(why: string): void;
}

/**
 * Runs the pipeline through bash, as `apertium` does, but with our pipes as its ends: the wrapper re-opens
 * /dev/stdin, which fails on Node's sockets. `-n` hides the marks of unknown words. A separate process group
 * lets one signal end all twelve programs. `--norc`: with a socket as its input bash takes itself for a
 * remote login, and would first run the user's ~/.bashrc.
 */
export function startPipeline(command: string, events: PipelineEvents): Pipeline {
  const child = spawn('bash', ['--norc', '-c', command, 'apertium', '-n', ''], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    // The programs read and write UTF-8 only under a UTF-8 locale.
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  });
  const decoder = new StringDecoder('utf8');
  let pending = '';
  let complaint = '';
  let over = false;

  function killGroup(): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group is already gone.
    }
  }

  function kill(): void {
    over = true;
    killGroup();
  }

  function die(why: string): void {
    if (over) return;
    kill();
    events.onDeath(complaint.trim() === '' ? why : `${why} (${complaint.trim().slice(-300)})`);
  }

  child.stdout.on('data', (chunk: Buffer) => {
    pending += decoder.write(chunk);
    const replies = pending.split('\0');
    pending = replies.pop()!;
    for (const reply of replies) if (!over) events.onReply(reply);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-1_000);
  });
  child.stdout.on('end', () => die('Apertium stopped'));
  // Its output may still be in transit: the stream ends with the last program that can write to it.
  child.on('exit', killGroup);
  child.on('error', (error) => die(`Apertium could not be started: ${error.message}`));
  // A write to a pipeline that has just died; `end` reports its end.
  child.stdin.on('error', () => undefined);

  return { write: (requests) => void child.stdin.write(requests), kill };
}
