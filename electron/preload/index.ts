import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { DesktopBridge, ShellCommand } from '../../service/contract/index.ts';
import { COMMANDS_WAIT } from '../channels.ts';
import type { Channel, Channels } from '../channels.ts';

const PLATFORMS = ['darwin', 'linux', 'win32'] as const;

/** Not exposed to the page: only the named functions below are. */
function ask<Name extends Channel>(
  name: Name,
  argument: Parameters<Channels[Name]>[0],
): Promise<ReturnType<Channels[Name]>> {
  return ipcRenderer.invoke(name, argument) as Promise<ReturnType<Channels[Name]>>;
}

function followCommands(listener: (command: ShellCommand) => void): () => void {
  const take = () =>
    void ask('interlinear:take-commands', undefined).then((commands) => commands.forEach(listener));
  ipcRenderer.on(COMMANDS_WAIT, take);
  take();
  return () => ipcRenderer.off(COMMANDS_WAIT, take);
}

/**
 * Named functions only. An `invoke(channel, …)` exposed to the page would let any script in it call every
 * handler of the shell, including ones written later for something else. A file's path goes to the shell,
 * never to the page.
 */
const bridge: DesktopBridge = {
  platform: PLATFORMS.find((name) => name === process.platform) ?? 'other',
  connect: () => ask('interlinear:connect', undefined),
  saveFile: (request) => ask('interlinear:save-file', request),
  saveFiles: (requests) => ask('interlinear:save-files', requests),
  saveBeside: (request) => ask('interlinear:save-beside', request),
  keepOriginal: (jobId, original) => {
    if (typeof original === 'string') return ask('interlinear:keep-original', { jobId, place: original });
    // Empty if a script created the file.
    const path = webUtils.getPathForFile(original);
    return path === '' ? Promise.resolve(false) : ask('interlinear:keep-original', { jobId, path });
  },
  withOriginal: (jobIds) => ask('interlinear:with-original', jobIds),
  showItemInFolder: (path) => ask('interlinear:show-item-in-folder', path),
  openSaved: (path) => ask('interlinear:open-saved', path),
  openDataFolder: () => ask('interlinear:open-data-folder', undefined),
  connectServer: (request) => ask('interlinear:connect-server', request),
  leaveServer: () => ask('interlinear:leave-server', undefined),
  setTheme: (theme) => ask('interlinear:set-theme', theme),
  checkSpelling: (language) => ask('interlinear:check-spelling', language),
  setUnsentFiles: (files) => ask('interlinear:set-unsent-files', files),
  onCommand: followCommands,
};

contextBridge.exposeInMainWorld('interlinear', bridge);
