import { app } from 'electron';

/**
 * Attack: WebRTC tells a page the addresses of this machine in its local network, and reaches out past
 * `onBeforeRequest`. The window has no use for it.
 * https://www.electronjs.org/docs/latest/api/web-contents#contentssetwebrtciphandlingpolicypolicy
 */
export function hideAddresses(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}
