import type { DesktopBridge } from '../../service/contract/index.ts';

declare global {
  interface Window {
    interlinear?: DesktopBridge;
  }
}

/** What Electron's preload script offers; undefined in a browser. */
export function desktop(): DesktopBridge | undefined {
  return window.interlinear;
}
