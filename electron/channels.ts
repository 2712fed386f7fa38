/** Names of the messages between window and shell: known to preload and main only, never to the page. */
export const CHANNELS = {
  connect: 'interlinear:connect',
  saveFile: 'interlinear:save-file',
  showItemInFolder: 'interlinear:show-item-in-folder',
  setTheme: 'interlinear:set-theme',
} as const;
export type Channel = (typeof CHANNELS)[keyof typeof CHANNELS];
