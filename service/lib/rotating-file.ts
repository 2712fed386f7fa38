import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RotatingFileOptions {
  /** Such as `logs/service.log`; older ones beside it are `logs/service.1.log` and so on, 1 the newest. */
  path: string;
  /** Size of one file: the next line goes to a new one. */
  maxBytes?: number;
  /** Including the current one. */
  maxFiles?: number;
}

const MAX_BYTES = 5 * 1_048_576;
const MAX_FILES = 5;
/** Lines dropped after a failed write, such as on a full disk, before the next try. */
const LINES_LEFT_OUT = 100;

/**
 * A file of lines that is bounded in size and number. `write` hands each line to the system before it
 * returns, as the last line before a crash is the one that is needed. A file that cannot be written never
 * troubles the writer. For one process at a time.
 */
export function openRotatingFile({ path, maxBytes = MAX_BYTES, maxFiles = MAX_FILES }: RotatingFileOptions): {
  write(line: string): void;
  close(): void;
} {
  let file: { descriptor: number; bytes: number } | undefined;
  let leaveOut = 0;

  const open = (): { descriptor: number; bytes: number } => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const descriptor = openSync(path, 'a', 0o600);
    return { descriptor, bytes: fstatSync(descriptor).size };
  };
  const close = (): void => {
    if (file) closeSync(file.descriptor);
    file = undefined;
  };
  const rotate = (): void => {
    close();
    for (let n = maxFiles - 1; n >= 1; n--) {
      try {
        // The oldest is overwritten.
        renameSync(n === 1 ? path : numbered(path, n - 1), numbered(path, n));
      } catch {
        // Not there yet; or a viewer on Windows holds it open: then this file keeps growing until it is
        // released.
        continue;
      }
    }
  };

  return {
    write(line) {
      if (leaveOut > 0) {
        leaveOut--;
        return;
      }
      try {
        const bytes = Buffer.from(line);
        file ??= open();
        if (file.bytes > 0 && file.bytes + bytes.length > maxBytes) {
          rotate();
          file = open();
        }
        file.bytes += writeSync(file.descriptor, bytes);
      } catch {
        leaveOut = LINES_LEFT_OUT;
      }
    },
    close,
  };
}

function numbered(path: string, n: number): string {
  return path.replace(/(\.[^./\\]*)?$/, (extension) => `.${n}${extension}`);
}
