import type { DesktopBridge } from '../../service/contract/index.ts';

declare global {
  interface Window {
    interlinear?: DesktopBridge;
  }
}

/** The API of Electron's preload script; undefined in a browser. */
export function desktop(): DesktopBridge | undefined {
  return window.interlinear;
}
