import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../service/contract/index.ts';
import type { FileType } from '../../service/contract/index.ts';
import { sharedFolder } from '../support/shared.ts';
import { compare } from './support/preview.ts';

/** Preview copies of real files: marks around each segment, and the words of the saved file. */
const corpus = sharedFolder('corpus');
const TYPES: readonly (readonly [folder: string, fileType: FileType])[] = [
  ...(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'csv', 'txt', 'html', 'epub', 'json'] as const),
  ...(['po', 'srt', 'vtt', 'properties', 'strings', 'android', 'resx', 'yaml'] as const),
].map((type) => [type, type] as const);
const MAX_BYTES = 400_000;
const FILES = 25;

describe.skipIf(corpus === undefined)('the preview copy of real files', () => {
  it.each([...TYPES, ['md', 'markdown'] as const])(
    'in %s has marks around at least 98 of 100 segments',
    async (folder, fileType) => {
      let [segments, lost, files] = [0, 0, 0];
      for (const name of readdirSync(join(corpus!, folder))) {
        const path = join(corpus!, folder, name);
        if (files === FILES || statSync(path).size > MAX_BYTES) continue;
        try {
          const found = await compare(readFileSync(path), fileType, { fileName: name });
          files++;
          segments += found.segments.length;
          lost += found.lost.length;
        } catch (error) {
          // A damaged sample is refused here as it is on upload.
          if (!(error instanceof ProblemError)) throw error;
        }
      }
      expect(files).toBeGreaterThan(0);
      expect(lost).toBeLessThanOrEqual(segments * 0.02);
    },
    600_000,
  );
});
