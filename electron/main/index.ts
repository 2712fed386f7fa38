/** The desktop shell, step by step. Each step is a file; the service does the work. */
import { app } from 'electron';
import { offerBridge } from './bridge.ts';
import { createCommands } from './commands.ts';
import { devServer } from './dev-server.ts';
import { reportFatal } from './fatal.ts';
import { sayWhoWeAre } from './identity.ts';
import { followJobs } from './jobs/follow-jobs.ts';
import { followLanguage } from './language/spoken.ts';
import { installMenu } from './menu.ts';
import { claimSingleInstance, followFileManager } from './opening.ts';
import { confineRequests } from './security/confine-requests.ts';
import { denyNewWindows } from './security/deny-new-windows.ts';
import { denyPermissions } from './security/deny-permissions.ts';
import { denyWebviews } from './security/deny-webviews.ts';
import { hideAddresses } from './security/hide-addresses.ts';
import { lockNavigation } from './security/lock-navigation.ts';
import { endInOrder } from './shutdown.ts';
import { startService } from './start-service.ts';
import { applyKeptTheme } from './theme.ts';
import { separateUserData } from './user-data.ts';
import { askBeforeQuitting } from './windows/close-guard.ts';
import { offerContextMenu } from './windows/context-menu.ts';
import { watchProcesses, watchWindow } from './windows/process-trouble.ts';
import { createWindows } from './windows/windows.ts';

// Every page in a sandbox, also one that forgets to ask for it. Before `ready`, or it has no effect.
app.enableSandbox();
sayWhoWeAre();
separateUserData();
const commands = createCommands();
if (claimSingleInstance(commands)) {
  followFileManager(commands);
  denyWebviews();
  hideAddresses();
  // Not awaited at the top: Electron lets `ready` come only after this module has been evaluated.
  start().catch(reportFatal);
}

async function start(): Promise<void> {
  await app.whenReady();
  const service = await startService();
  endInOrder(service, commands);
  // The window's page comes from the service itself; in development from the dev server, which passes /v1 on.
  const pageOrigin = devServer() ?? service.baseUrl;
  lockNavigation(pageOrigin);
  denyNewWindows(service.baseUrl);
  denyPermissions(pageOrigin);
  confineRequests(pageOrigin);
  const unsent = { files: 0 };
  offerBridge(service, pageOrigin, commands, unsent);
  watchProcesses(service.log);
  followJobs(service, commands);
  const guardClosing = askBeforeQuitting(service, unsent);
  applyKeptTheme();
  const windows = createWindows(pageOrigin, (window) => {
    guardClosing(window);
    watchWindow(window, service.log);
    offerContextMenu(window);
  });
  followLanguage(service.settings, () => installMenu(service, commands));
  windows.show();
  commands.onPush(() => windows.show());
}
