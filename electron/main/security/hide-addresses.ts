import { app } from 'electron';

/**
 * Attack: WebRTC reveals this machine's addresses in the local network to a page, and bypasses
 * `onBeforeRequest`. The window does not use it.
 * https://www.electronjs.org/docs/latest/api/web-contents#contentssetwebrtciphandlingpolicypolicy
 */
export function hideAddresses(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}
