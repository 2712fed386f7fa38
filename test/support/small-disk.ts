import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate disk, so that filling it harms nobody. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all space but `left` bytes. */
  fill(left: number): void;
  /** Gives that space back. */
  free(): void;
  unmount(): void;
}

/** Undefined where this user may not mount one. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(left) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)));
    },
    free: () => unlinkSync(ballast),
    unmount() {
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}
