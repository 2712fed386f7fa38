import { open } from 'node:fs/promises';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { asStorageError } from '../lib/storage-error.ts';

const NEWLINE = 0x0a;
const TAIL_BLOCK = 4_096;

/**
 * Appends whole lines, replacing a torn last line. A failed append leaves no part behind: later lines would
 * be appended to it and lost with it.
 */
export async function appendLines(path: string, data: Uint8Array, durable: boolean): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    const size = await cutTornLine(file);
    try {
      await writeAll(file, data, size);
      if (durable) await file.datasync();
    } catch (error) {
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
  } catch (error) {
    throw asStorageError(error);
  } finally {
    await file?.close();
  }
}

/** Cuts off a last line without a newline. Returns the size. */
async function cutTornLine(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  for (let end = size; end > 0;) {
    const length = Math.min(TAIL_BLOCK, end);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, end - length);
    const newline = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    const whole = newline < 0 ? end - length : end - length + newline + 1;
    if (whole === size) return size;
    if (newline >= 0 || whole === 0) {
      await file.truncate(whole);
      return whole;
    }
    end = whole;
  }
  return size;
}

/** write(2) may write less than asked, above all on a nearly full disk. */
async function writeAll(file: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done);
    done += bytesWritten;
  }
}
