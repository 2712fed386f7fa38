import { app } from 'electron';

/**
 * Attack: markup that gets into the page adds a `<webview>` with Node integration switched on. Interlinear
 * does not use webviews, so none may be attached.
 * https://www.electronjs.org/docs/latest/tutorial/security#12-verify-webview-options-before-creation
 */
export function denyWebviews(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}
