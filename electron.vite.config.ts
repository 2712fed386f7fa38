import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import { dependencies } from './package.json';

const root = import.meta.dirname;
/** They do nothing but declare, but for the inputs of the build, which stay. */
const OWN_FILES = /^(?!.*[\\/]node_modules[\\/]).*[\\/](?:service|electron|i18n)[\\/]/;

/**
 * What is loaded by path, and so seen by no bundler: WebAssembly modules with the code that loads them. With them `out/` is all that
 * runs, also where nothing is installed beside it.
 */
const LOADED_BY_PATH = {
  // engines/bergamot/runtime.ts
  'bergamot/bergamot-translator-worker.wasm':
    '@browsermt/bergamot-translator/worker/bergamot-translator-worker.wasm',
  'bergamot/bergamot-translator-worker.js':
    '@browsermt/bergamot-translator/worker/bergamot-translator-worker.js',
  // lexicon/database.ts
  'sqlite/node-sqlite3-wasm.wasm': 'node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm',
  'sqlite/node-sqlite3-wasm.cjs': 'node-sqlite3-wasm/dist/node-sqlite3-wasm.js',
};

function copyLoadedByPath(folder: string) {
  return {
    name: 'copy-loaded-by-path',
    writeBundle() {
      for (const [to, from] of Object.entries(LOADED_BY_PATH))
        cpSync(join(root, 'node_modules', from), join(folder, to));
    },
  };
}

/** The table that languages are told by is read as JSON: V8 takes three times as long for so large an object in a script, and 250 MB more. */
function readTableAsJson() {
  return {
    name: 'read-table-as-json',
    async transform(_code: string, id: string) {
      if (!id.endsWith('/eld/src/ngrams/large.js')) return undefined;
      const { ngramsData } = (await import(pathToFileURL(id).href)) as { ngramsData: unknown };
      // In a template, whose quotes need no backslashes.
      const json = JSON.stringify(ngramsData).replaceAll(/[\\`]|\$\{/g, '\\$&');
      return { code: `export const ngramsData = JSON.parse(\`${json}\`);`, map: null };
    },
  };
}

/**
 * One build for all three ways in. `main` holds everything that runs in Node: Electron's main process, the headless
 * service and command line, the translation process and its document threads. The last two are files of their own
 * because they are started by path, and the same files serve under Electron and under plain Node.
 *
 * `serve` is `npm run dev` (scripts/dev.mjs): built again on each change, with source maps, into a folder of its own, so that
 * tests and `npm start` never meet it.
 */
export default defineConfig(({ command }) => {
  const isDev = command === 'serve';
  const out = resolve(root, isDev ? '.dev/build' : 'out');
  const node = isDev ? { watch: {}, sourcemap: true, minify: false } : {};
  // Advice on the speed of plugins, which a slow machine gets at its first build.
  const checks = { pluginTimings: false };
  return {
    main: {
      // A string is parsed when it is needed, an object literal when its file is loaded.
      json: { stringify: true },
      plugins: [copyLoadedByPath(resolve(out, 'service')), readTableAsJson()],
      build: {
        ...node,
        outDir: out,
        emptyOutDir: false,
        target: 'node20',
        // One file loads several times faster than the hundreds of a package: a third of the start.
        externalizeDeps: { exclude: Object.keys(dependencies) },
        rolldownOptions: {
          // depd 1 (of koa) builds its wrappers with eval; it warns of nothing in our own code, where the linter forbids it.
          checks: { ...checks, eval: false },
          // Of unzipper (of exceljs), for archives in a cloud: it is asked for by no path of ours, and not installed.
          external: ['@aws-sdk/client-s3'],
          // Of our own files a bundle gets what it uses: schemas of requests are no matter of threads, of which each loads its own.
          treeshake: { moduleSideEffects: [{ test: OWN_FILES, sideEffects: false }] },
          input: {
            'main/index': resolve(root, 'electron/main/index.ts'),
            'service/main': resolve(root, 'service/cli/main.ts'),
            'service/worker': resolve(root, 'service/worker/main.ts'),
            'service/document-process': resolve(root, 'service/worker/document-process.ts'),
            'service/document-thread': resolve(root, 'service/worker/document-thread.ts'),
            'service/detect-thread': resolve(root, 'service/detect/detect-thread.ts'),
            'service/engine-thread': resolve(root, 'service/engines/bergamot/engine-thread.ts'),
            'service/json-thread': resolve(root, 'service/http/request/json-thread-entry.ts'),
            'service/lexicon-thread': resolve(root, 'service/lexicon/lexicon-thread.ts'),
            'service/text-thread': resolve(root, 'service/worker/text-thread.ts'),
          },
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: `service/chunks/${isDev ? '[name]' : '[name]-[hash]'}.js`,
          },
        },
      },
    },
    preload: {
      build: {
        ...node,
        outDir: resolve(out, 'preload'),
        rolldownOptions: {
          checks,
          input: { index: resolve(root, 'electron/preload/index.ts') },
          // A sandboxed preload script is loaded as CommonJS.
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      root: resolve(root, 'renderer'),
      cacheDir: resolve(root, '.dev/vite'),
      plugins: [vue()],
      // Leaves out what the window does not use: Vue's options API, vue-i18n's legacy API and directives, devtools hooks.
      define: {
        __VUE_OPTIONS_API__: 'false',
        __VUE_I18N_FULL_INSTALL__: 'false',
        __VUE_I18N_LEGACY_API__: 'false',
        __INTLIFY_PROD_DEVTOOLS__: 'false',
      },
      // The window imports the contract and the sample document, which lie beside its folder.
      server: { host: '127.0.0.1', cors: false, fs: { allow: [root] } },
      build: {
        outDir: resolve(out, 'renderer'),
        // electron-vite leaves it off, as its windows load from the disk; ours is also served over HTTP.
        minify: true,
        rolldownOptions: { checks, input: resolve(root, 'renderer/index.html') },
      },
    },
  };
});
