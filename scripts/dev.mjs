// @ts-check
// The window with hot reload; rebuilds and restarts host and engine process on each change.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './dev/free-port.mjs';
import { restartable } from './dev/restartable.mjs';
import { watchBuild } from './dev/watch-build.mjs';
import { numberOf, script } from './lib/command-line.mjs';
import { ensureElectron, hasDisplay, rootFlags } from './lib/desktop.mjs';
import { prepareTools } from './lib/prepare.mjs';
import { root, say, StepError } from './lib/steps.mjs';

const HOST_INSPECTOR = 9229;
const WORKER_INSPECTOR = 9230;
const COMMAND = {
  usage: `Usage: npm run dev [-- OPTION …]
Shows the window with hot reload: in Electron, or at an address for any browser where Electron or a display is missing. Changes of
the service or the shell build and start them again.
  --browser          an address for a browser, even if Electron is there
  --inspect          let a debugger attach: host at port ${HOST_INSPECTOR}, engine process at ${WORKER_INSPECTOR}
  --port NUMBER      of the page; 5173, or the next free one
  --data-dir FOLDER  where jobs and keys are kept instead of .dev/data`,
  options: /** @type {const} */ ({
    browser: { type: 'boolean', default: false },
    inspect: { type: 'boolean', default: false },
    port: { type: 'string', default: '5173' },
    'data-dir': { type: 'string', default: join(root, '.dev', 'data') },
  }),
};

const build = join(root, '.dev', 'build');

/** Why there is no Electron window, or its program. */
function chooseElectron(/** @type {boolean} */ browser) {
  if (browser) return { reason: 'As asked, without Electron.' };
  if (!hasDisplay()) return { reason: 'There is no display here for an Electron window.' };
  const program = ensureElectron();
  return program ? { program } : { reason: 'Electron could not be fetched.' };
}

/** The configuration of electron.vite.config.ts, each part complete for Vite. */
async function readConfig() {
  const { resolveConfig } = await import('electron-vite');
  const { config } = await resolveConfig({ root }, 'serve', 'development');
  if (!config?.main || !config.preload || !config.renderer)
    throw new StepError('electron.vite.config.ts lacks a part.');
  return { main: config.main, preload: config.preload, renderer: config.renderer };
}

/** Serves the page with hot reload, and proxies /v1 to the service. */
async function servePage(
  /** @type {typeof import('vite')} */ vite,
  /** @type {import('vite').InlineConfig} */ config,
  /** @type {number} */ port,
  /** @type {string} */ service,
) {
  const server = await vite.createServer(
    vite.mergeConfig(config, {
      logLevel: 'warn',
      server: { port, proxy: { '/v1': { target: service, changeOrigin: true } } },
    }),
  );
  await server.listen();
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new StepError('The dev server has no address.');
  return { origin: new URL(address).origin, server };
}

/** The shell's `package.json` for Electron: of the build, not of `out/`. */
function writeShellPackage() {
  mkdirSync(build, { recursive: true });
  const about = { name: 'interlinear', productName: 'Interlinear', type: 'module', main: 'main/index.js' };
  writeFileSync(join(build, 'package.json'), JSON.stringify(about));
}

/** Electron with the dev server's page. */
function startElectron(
  /** @type {string} */ program,
  /** @type {string[]} */ nodeFlags,
  /** @type {NodeJS.ProcessEnv} */ env,
) {
  return spawn(program, [...nodeFlags, build, ...rootFlags()], { stdio: 'inherit', env });
}

/** The service alone. Prints its address, with a sign-in for the browser, on one line. */
function startHeadless(
  /** @type {string[]} */ nodeFlags,
  /** @type {string[]} */ serveFlags,
  /** @type {NodeJS.ProcessEnv} */ env,
  /** @type {(openUrl: string) => void} */ onOpen,
) {
  const flags = ['--enable-source-maps', ...nodeFlags];
  const serve = [join(build, 'service', 'main.js'), 'serve', '--open-token', ...serveFlags];
  const child = spawn(process.execPath, [...flags, ...serve], { stdio: ['ignore', 'pipe', 'inherit'], env });
  createInterface({ input: child.stdout }).once('line', (line) => onOpen(JSON.parse(line).open_url));
  return child;
}

await script(COMMAND, async (values) => {
  const port = numberOf(values.port, 'port');
  await prepareTools();
  // Vite and electron-vite resolve paths from the current folder.
  process.chdir(root);
  const vite = await import('vite');
  const config = await readConfig();
  const servicePort = await freePort();
  const page = await servePage(vite, config.renderer, port, `http://127.0.0.1:${servicePort}`);
  const { program, reason } = chooseElectron(values.browser);
  const nodeFlags = values.inspect ? [`--inspect=127.0.0.1:${HOST_INSPECTOR}`] : [];
  const env = {
    ...process.env,
    NODE_ENV: '',
    INTERLINEAR_DATA_DIR: resolve(values['data-dir']),
    ...(values.inspect ? { INTERLINEAR_INSPECT_WORKER: String(WORKER_INSPECTOR) } : {}),
    ...(program ? { ELECTRON_RENDERER_URL: page.origin } : {}),
  };
  // Allows the page's origin by name; all other checks stay as they are.
  const serveFlags = ['--port', String(servicePort), '--allowed-origin', page.origin];
  const showAddress = (/** @type {string} */ openUrl) =>
    say(`\nOpen this address in a browser on this machine:\n\n  ${page.origin}/${new URL(openUrl).hash}\n`);
  writeShellPackage();

  const host = restartable(
    () =>
      program
        ? startElectron(program, nodeFlags, env)
        : startHeadless(nodeFlags, serveFlags, env, showAddress),
    (code) => {
      // Closing the Electron window ends the command; a service that broke waits for the next change.
      if (program) process.kill(process.pid, 'SIGTERM');
      else say(`The service ended (exit code ${code}). It is started again on the next change.`);
    },
  );
  const restart = () => {
    say('Built again; starting the service again …');
    void host.restart();
  };
  const builds = await Promise.all([
    watchBuild(vite, config.main, restart),
    watchBuild(vite, config.preload, restart),
  ]);
  await Promise.all(builds.map(({ built }) => built));
  if (reason) say(`${reason} The window is served to a browser instead.`);
  await host.restart();

  await new Promise((end) => process.once('SIGINT', end).once('SIGTERM', end));
  await host.stop();
  await Promise.all([page.server.close(), ...builds.map((one) => one.close())]);
  process.exit(0);
});
