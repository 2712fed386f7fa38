import { expect, it } from 'vitest';
import { sharedFolder } from '../support/shared.ts';
import { FORMATS } from './formats.ts';
import { violationsOf } from './report.ts';
import { checkFiles, filesIn } from './run.ts';

const corpus = sharedFolder('corpus');

it.skipIf(corpus === undefined)(
  'every file of the corpus comes back from the built service with only its text changed, or is rightly refused',
  async () => {
    const files = filesIn(corpus!, Object.keys(FORMATS));
    expect(files.length).toBeGreaterThan(100);
    const { outcomes, trouble } = await checkFiles(files);
    const faulty = outcomes.filter(({ violations }) => violations.length > 0);
    expect(faulty.map(violationsOf).join('\n'), 'faults').toBe('');
    expect(outcomes).toHaveLength(files.length);
    expect(trouble).toBeUndefined();
  },
);
