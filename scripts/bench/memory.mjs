// What an upload of the largest size takes in the translation process, which holds the document threads.
import { NO_LIMITS, peakResidentMb, residentMb, startService } from '../lib/live-service.mjs';
import { say } from '../lib/steps.mjs';
import { largestDocx, largestTable, largestText, largestWorkbook } from './largest.mjs';

const FILES = {
  'large.docx': largestDocx,
  'large.xlsx': largestWorkbook,
  'large.csv': largestTable,
  'large.txt': largestText,
};

/** The most memory that one of the files takes, in megabytes, beside the same process at rest. */
export async function benchMemory() {
  if (process.platform !== 'linux') {
    say('Skipped: memory of a document thread (Linux only).');
    return undefined;
  }
  const rows = [];
  for (const [name, make] of Object.entries(FILES)) rows.push(await peakOf(name, await make()));
  return rows;
}

/** A service of its own for each file: a peak is one of the whole life of a process. */
async function peakOf(name, content) {
  const service = await startService({ env: NO_LIMITS });
  try {
    // The first small document has the thread loaded.
    await service.result((await service.upload('small.txt', 'Good morning.')).id);
    const [translation] = service.family();
    const idle = residentMb(translation);
    await service.result((await service.upload(name, content)).id);
    const peak = peakResidentMb(translation);
    const megabytes = Math.round(Buffer.byteLength(content) / 1_048_576);
    return {
      what: `memory in MB: translation process with ${name} (${megabytes} MB) / at rest`,
      aim: '< 400 MB',
      ours: peak,
      other: idle,
      ratio: peak / idle,
    };
  } finally {
    await service.close();
  }
}
