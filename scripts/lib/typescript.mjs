// Preloaded with `--import`: lets Node run TypeScript files. From 22.18 on it does so by itself.
import { register } from 'node:module';

if (!('typescript' in process.features && process.features.typescript))
  register('./strip-types.mjs', import.meta.url);
