// A loader hook: strips the types of a TypeScript file. Our syntax is erasable, so nothing else changes. The
// result is cached, since the compiler takes longer to load than most commands to run.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { version } = /** @type {{ version: string }} */ (
  createRequire(import.meta.url)('typescript/package.json')
);
/** Beside the compiler: installing another version clears it. */
const KEPT = new URL(`../../node_modules/.cache/interlinear-types/${version}/`, import.meta.url);

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const fileName = fileURLToPath(url);
  const text = await readFile(fileName, 'utf8');
  const kept = new URL(createHash('sha256').update(`${fileName}\n${text}`).digest('hex'), KEPT);
  const source = await readFile(kept, 'utf8').catch(async () => {
    const written = await withoutTypes(fileName, text);
    await keep(kept, written);
    return written;
  });
  return { format: 'module', source, shortCircuit: true };
}

/** @param {string} fileName @param {string} text */
async function withoutTypes(fileName, text) {
  const { default: ts } = await import('typescript');
  const { outputText } = ts.transpileModule(text, {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
    },
  });
  return outputText;
}

/**
 * Atomically: several commands, and threads of one, may write it at once. If it cannot be stored it is
 * recomputed. @param {URL} place @param {string} written
 */
async function keep(place, written) {
  const own = new URL(`${place.href}.${randomUUID()}`);
  try {
    await mkdir(KEPT, { recursive: true });
    await writeFile(own, written);
    await rename(own, place);
  } catch {
    // A folder without write permission.
  }
}
