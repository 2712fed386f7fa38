// @ts-check
// Builds out/, even from a bare clone. Removes the earlier build.
import { script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';

await script(
  {
    usage:
      'Usage: npm run build\nInstalls what is missing and builds out/, unless it was built from these very sources.',
  },
  prepare,
);
