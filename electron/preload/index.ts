import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopBridge } from '../../service/contract/index.ts';
import { CHANNELS } from '../channels.ts';

const PLATFORMS = ['darwin', 'linux', 'win32'] as const;

/**
 * Named functions only. An `invoke(channel, …)` handed to the page would let any script that gets into it call every
 * handler of the shell, also ones written later for something else.
 */
const bridge: DesktopBridge = {
  platform: PLATFORMS.find((name) => name === process.platform) ?? 'other',
  connect: () => ipcRenderer.invoke(CHANNELS.connect) as ReturnType<DesktopBridge['connect']>,
  saveFile: (request) =>
    ipcRenderer.invoke(CHANNELS.saveFile, request) as ReturnType<DesktopBridge['saveFile']>,
  showItemInFolder: async (path) => {
    await ipcRenderer.invoke(CHANNELS.showItemInFolder, path);
  },
  setTheme: async (theme) => {
    await ipcRenderer.invoke(CHANNELS.setTheme, theme);
  },
};

contextBridge.exposeInMainWorld('interlinear', bridge);
