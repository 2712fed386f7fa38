import type { Warning } from '../../contract/index.ts';

/** Warns of slides or sheets that a file lists but does not contain. */
export function missingWarnings(count: number): Warning[] {
  if (count === 0) return [];
  return [
    {
      code: 'part_missing',
      message:
        'The file lists slides or sheets that it does not hold, so they are missing from the translation too. Look for a copy of the file that is whole.',
      count,
    },
  ];
}
