/** The desktop shell, step by step. Each step is a file; the service does the work. */
import { app } from 'electron';
import { askBeforeQuitting } from './close-guard.ts';
import { offerBridge } from './bridge.ts';
import { installMenu } from './menu.ts';
import { watchProcesses, watchWindow } from './process-trouble.ts';
import { claimSingleInstance, showOnSecondInstance } from './single-instance.ts';
import { confineRequests } from './security/confine-requests.ts';
import { denyNewWindows } from './security/deny-new-windows.ts';
import { denyPermissions } from './security/deny-permissions.ts';
import { denyWebviews } from './security/deny-webviews.ts';
import { hideAddresses } from './security/hide-addresses.ts';
import { lockNavigation } from './security/lock-navigation.ts';
import { devServer } from './dev-server.ts';
import { reportFatal } from './fatal.ts';
import { separateUserData } from './user-data.ts';
import { startService } from './start-service.ts';
import { createWindows } from './windows.ts';

// Every page in a sandbox, also one that forgets to ask for it. Before `ready`, or it has no effect.
app.enableSandbox();
separateUserData();
if (claimSingleInstance()) {
  denyWebviews();
  hideAddresses();
  // Not awaited at the top: Electron lets `ready` come only after this module has been evaluated.
  start().catch(reportFatal);
}

async function start(): Promise<void> {
  await app.whenReady();
  const service = await startService();
  // The window's page comes from the service itself; in development from the dev server, which passes /v1 on.
  const pageOrigin = devServer() ?? service.baseUrl;
  lockNavigation(pageOrigin);
  denyNewWindows(service.baseUrl);
  denyPermissions(pageOrigin);
  confineRequests(pageOrigin);
  offerBridge(service, pageOrigin);
  watchProcesses(service.log);
  const guardClosing = askBeforeQuitting(service);
  const windows = createWindows(pageOrigin, (window) => {
    guardClosing(window);
    watchWindow(window, service.log);
  });
  installMenu(service.baseUrl);
  showOnSecondInstance(() => windows.show());
  windows.show();
}
