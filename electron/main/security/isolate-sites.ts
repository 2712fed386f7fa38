import { app } from 'electron';

/**
 * Attack: a document that is drawn beside its rows exploits a fault of the renderer, and is then in the process that holds
 * the session key. Its frame has no origin of ours, so that it gets its own process; Chromium does this by default where
 * there is memory. A document that takes long to draw then also holds up no row.
 * https://www.chromium.org/Home/chromium-security/site-isolation/
 */
export function isolateSites(): void {
  app.commandLine.appendSwitch('site-per-process');
  app.commandLine.appendSwitch('enable-features', 'IsolateSandboxedIframes');
}
