import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig, MainConfigFactory } from 'electron-vite';
import type { MainViteConfig } from 'electron-vite';
import { build } from 'vite';
import type { InlineConfig, Plugin } from 'vite';
import { dependencies } from './package.json';
import { writeGuide } from './scripts/lib/guide.mjs';

const root = import.meta.dirname;
const WATCHED = { watch: {}, sourcemap: true, minify: false };
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
  // memory/database.ts
  'sqlite/node-sqlite3-wasm.wasm': 'node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm',
  'sqlite/node-sqlite3-wasm.cjs': 'node-sqlite3-wasm/dist/node-sqlite3-wasm.js',
  // documents/pdf/pdfium/module.ts
  'pdfium/pdfium.wasm': '@embedpdf/pdfium/dist/pdfium.wasm',
};

/** PDFium reads hostile files: exactly the build that was tried is shipped. Change it with the version in package.json. */
const PDFIUM_SHA256 = '5e4cd023c3dad4a895b3571ca573d3fc51bac6de48360d95283134385b954eaa';

function checkPdfium(): void {
  const wasm = readFileSync(join(root, 'node_modules', LOADED_BY_PATH['pdfium/pdfium.wasm']));
  const found = createHash('sha256').update(wasm).digest('hex');
  if (found !== PDFIUM_SHA256) throw new Error(`pdfium.wasm has the SHA-256 ${found}, not the expected one.`);
}

function copyLoadedByPath(folder: string) {
  return {
    name: 'copy-loaded-by-path',
    writeBundle() {
      checkPdfium();
      for (const [to, from] of Object.entries(LOADED_BY_PATH))
        cpSync(join(root, 'node_modules', from), join(folder, to));
    },
  };
}

/**
 * The table of language detection as JSON: as an object in a script V8 takes three times as long for it, and 250 MB more. Vite's
 * `stringify` leaves it alone, since its keys are no identifiers.
 */
function readNgramsAsJson() {
  const asJson = (table: unknown): string =>
    // In a template, whose quotes need no backslashes.
    `JSON.parse(\`${JSON.stringify(table).replaceAll(/[\\`]|\$\{/g, '\\$&')}\`)`;
  return {
    name: 'read-ngrams-as-json',
    async transform(_code: string, id: string) {
      if (!id.endsWith('/eld/src/ngrams/large.js')) return undefined;
      const { ngramsData } = (await import(pathToFileURL(id).href)) as { ngramsData: unknown };
      return { code: `export const ngramsData = ${asJson(ngramsData)};`, map: null };
    },
  };
}

/** Who hosts the service: Electron's main process, and the headless service and command line. */
const HOSTS = {
  'main/index': 'electron/main/index.ts',
  'service/main': 'service/cli/main.ts',
};
/**
 * What a host starts by path, as a process or a thread; the same files serve under Electron and under plain Node. Each group is a build
 * of its own. In a single one, what entries share is cut into a chunk for each set of them, some twenty for a thread, and finding
 * and opening these takes a tenth of a whole `translate`. Together are those that would else carry the same large packages twice.
 */
const STARTED_BY_PATH = [
  { 'service/worker': 'service/worker/engine/main.ts' },
  { 'service/document-process': 'service/worker/document/document-process.ts' },
  { 'service/text-thread': 'service/worker/text/text-thread.ts' },
  {
    'service/document-thread': 'service/worker/document/document-thread.ts',
    'service/memory-thread': 'service/memory/memory-thread.ts',
    'service/import-thread': 'service/memory/import-thread.ts',
  },
  {
    'service/detect-thread': 'service/detect/detect-thread.ts',
    'service/engine-thread': 'service/engines/bergamot/engine-thread.ts',
  },
];

// Advice on the speed of plugins, which a slow machine gets at its first build.
const CHECKS = { pluginTimings: false };

/**
 * Code that four or more entries share is one file. By default there is one for each set of entries, and
 * opening those takes longer than compiling some unneeded code. Dynamic imports count as entries too.
 */
const CODE_SPLITTING = { groups: [{ name: 'shared', minShareCount: 4 }] };

/** Everything that runs in Node, as one build of these entries. */
function nodeBuild(entries: Record<string, string>, outDir: string, isDev: boolean): MainViteConfig {
  return {
    // A string is parsed when it is needed, an object literal when its file is loaded.
    json: { stringify: true },
    plugins: [readNgramsAsJson()],
    // One table of media types for koa and for what it is made of.
    resolve: { dedupe: ['mime-db'] },
    build: {
      ...(isDev ? WATCHED : {}),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      // One file loads several times faster than the hundreds of a package: a third of the start.
      externalizeDeps: { exclude: Object.keys(dependencies) },
      rolldownOptions: {
        // depd 1 (of koa) builds its wrappers with eval; it warns of nothing in our own code, where the linter forbids it.
        checks: { ...CHECKS, eval: false },
        // Of unzipper (of exceljs), for archives in a cloud: it is asked for by no path of ours, and not installed.
        // Of msgpackr (of bullmq), native code that it does without.
        external: ['@aws-sdk/client-s3', 'msgpackr-extract'],
        // Of our own files a bundle gets what it uses: schemas of requests are no matter of threads, of which each loads its own.
        treeshake: { moduleSideEffects: [{ test: OWN_FILES, sideEffects: false }] },
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(root, path)])),
        output: {
          format: 'es',
          codeSplitting: CODE_SPLITTING,
          // V8 reads them too, at each start. What licences ask to be kept is kept.
          comments: { legal: true, annotation: false, jsdoc: false },
          entryFileNames: '[name].js',
          chunkFileNames: `service/chunks/${isDev ? '[name]' : '[name]-[hash]'}.js`,
        },
      },
    },
  };
}

/** The user guide beside the window: Help opens it from the service, without a network. */
function addGuide(outDir: string): Plugin {
  return {
    name: 'add-guide',
    apply: 'build',
    writeBundle() {
      writeGuide(join(root, 'docs'), join(root, 'resources/guide.css'), join(outDir, 'guide'));
    },
  };
}

/** After the build that it is part of, builds each group. */
function buildApart(groups: readonly Record<string, string>[], outDir: string): Plugin {
  return {
    name: 'build-apart',
    async writeBundle() {
      for (const entries of groups) {
        const config = nodeBuild(entries, outDir, false);
        await build(await new MainConfigFactory(config, { logLevel: 'warn' }, { root }).build());
      }
    },
  };
}

/**
 * The frame that draws documents beside their segments (renderer/preview): a build of its own, since it runs in another
 * process than the window, which loads nothing of it.
 */
function buildFrame(outDir: string, isDev: boolean): Plugin {
  return {
    name: 'build-frame',
    apply: () => true,
    async buildStart() {
      if (!isDev) return;
      await build(frameBuild(outDir));
    },
    async writeBundle() {
      await build(frameBuild(outDir));
    },
  };
}

function frameBuild(outDir: string): InlineConfig {
  return {
    root: resolve(root, 'renderer/preview'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      // kB; with all renderers.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        checks: CHECKS,
        input: { page: resolve(root, 'renderer/preview/page.ts') },
        // One file, which the frame's policy names (service/http/middleware/preview-frame.ts).
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  };
}

/**
 * One build for all three ways in. `main` holds everything that runs in Node: the hosts, and what they start.
 *
 * `serve` is `npm run dev` (scripts/dev.mjs): built again on each change, with source maps, into a folder of its own, so that
 * tests and `npm start` never meet it.
 */
export default defineConfig(({ command }) => {
  const isDev = command === 'serve';
  const out = resolve(root, isDev ? '.dev/build' : 'out');
  const entries = isDev
    ? [HOSTS, ...STARTED_BY_PATH].flatMap((group) => Object.entries(group))
    : Object.entries(HOSTS);
  const hosts = nodeBuild(Object.fromEntries(entries), out, isDev);
  return {
    main: {
      ...hosts,
      plugins: [
        hosts.plugins,
        copyLoadedByPath(resolve(out, 'service')),
        ...(isDev ? [] : [buildApart(STARTED_BY_PATH, out)]),
      ],
    },
    preload: {
      build: {
        ...(isDev ? WATCHED : {}),
        outDir: resolve(out, 'preload'),
        rolldownOptions: {
          checks: CHECKS,
          input: { index: resolve(root, 'electron/preload/index.ts') },
          // A sandboxed preload script is loaded as CommonJS.
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      root: resolve(root, 'renderer'),
      cacheDir: resolve(root, '.dev/vite'),
      plugins: [
        vue(),
        addGuide(resolve(out, 'renderer')),
        buildFrame(resolve(out, 'renderer/preview'), isDev),
      ],
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
        rolldownOptions: { checks: CHECKS, input: resolve(root, 'renderer/index.html') },
      },
    },
  };
});
