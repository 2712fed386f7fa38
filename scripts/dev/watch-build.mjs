// @ts-check
// Builds the parts that run in Node, again on each change of their sources.

/**
 * @typedef {object} Watched
 * @property {Promise<void>} built resolves after the first successful build
 * @property {() => Promise<void>} close
 */

/**
 * @param {typeof import('vite')} vite
 * @param {import('vite').InlineConfig} config with `build.watch`
 * @param {() => void} onRebuilt called after each later successful build
 * @returns {Promise<Watched>}
 */
export async function watchBuild(vite, config, onRebuilt) {
  const watcher = await vite.build({ ...config, logLevel: 'warn' });
  if (!('on' in watcher)) throw new Error('The configuration of this build has no `watch`.');
  /** @type {() => void} */
  let first = () => undefined;
  /** @type {Promise<void>} */
  const built = new Promise((resolve) => (first = resolve));
  let failed = false;
  let isFirst = true;
  watcher.on('event', async (event) => {
    if (event.code === 'START') failed = false;
    // Vite has printed the error; the last good build keeps running.
    if (event.code === 'ERROR') failed = true;
    if (event.code === 'BUNDLE_END') await event.result.close();
    if (event.code !== 'END' || failed) return;
    if (isFirst) first();
    else onRebuilt();
    isFirst = false;
  });
  return { built, close: () => watcher.close() };
}
