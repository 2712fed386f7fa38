// What an upload of the largest size takes in the process that reads it: the fullest of all below the host.
import { randomBytes } from 'node:crypto';
import { say } from '../../scripts/lib/steps.mjs';
import { startService } from '../support/live-service.ts';
import { peakResidentMb, residentMb } from '../support/processes.ts';
import { NO_LIMITS } from '../support/service-process.ts';
import { largestDocx, largestTable, largestText, largestWorkbook, makeDocx } from './documents.ts';
import type { Row } from './figures.ts';

/** The most memory that one of the files takes, in megabytes, beside the same process at rest. */
export async function benchMemory(): Promise<Row[]> {
  if (process.platform !== 'linux') {
    say('Skipped: memory of a document thread (Linux only).');
    return [];
  }
  return [
    await peakOf('large.docx', largestDocx()),
    await peakOf('large.xlsx', largestWorkbook()),
    await peakOf('large.csv', largestTable()),
    await peakOf('large.txt', largestText()),
    // Of the size that an owner may allow, nearly all of it pictures; and a book.
    await peakOf('pictures.docx', makeDocx(1_000, randomBytes(100 * 1_048_576))),
    await peakOf('book.docx', makeDocx(20_000)),
  ];
}

/** A service of its own for each file: a peak is one of the whole life of a process. */
async function peakOf(name: string, content: string | Buffer): Promise<Row> {
  const service = await startService({
    env: { ...NO_LIMITS, INTERLINEAR_MAX_FILE_MB: '200', INTERLINEAR_MAX_SEGMENTS: '100000' },
  });
  try {
    // The first small document has the filters loaded.
    await service.result((await service.upload('small.txt', 'Good morning.')).id);
    const idle = Math.max(...service.family().map(residentMb));
    await service.result((await service.upload(name, content)).id);
    const peak = Math.max(...service.family().map(peakResidentMb));
    const megabytes = Math.round(Buffer.byteLength(content) / 1_048_576);
    return {
      what: `memory in MB: the fullest process with ${name} (${megabytes} MB) / at rest`,
      aim: '< 400 MB',
      ours: peak,
      other: idle,
      ratio: peak / idle,
    };
  } finally {
    await service.close();
  }
}
