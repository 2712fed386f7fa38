// @ts-check
// Builds out/, from a bare clone too. Nothing of an earlier build stays in it.
import { script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';

await script(
  {
    usage:
      'Usage: npm run build\nInstalls what is missing and builds out/, unless it was built from these very sources.',
  },
  prepare,
);
