/**
 * The desktop shell, step by step, one file each; the service, local or on a team's server, does the work.
 */
import { app } from 'electron';
import { offerBridge } from './bridge.ts';
import { createCommands } from './commands.ts';
import { devServer } from './dev-server.ts';
import { reportFatal } from './fatal.ts';
import { sayWhoWeAre } from './identity.ts';
import { followJobs } from './jobs/follow-jobs.ts';
import { checkNoSpelling } from './language/spelling.ts';
import { followLanguage } from './language/spoken.ts';
import { installMenu } from './menu.ts';
import { openBackend } from './open-backend.ts';
import { claimSingleInstance, followFileManager } from './opening.ts';
import { confineRequests } from './security/confine-requests.ts';
import { denyNewWindows } from './security/deny-new-windows.ts';
import { denyPermissions } from './security/deny-permissions.ts';
import { denyWebviews } from './security/deny-webviews.ts';
import { hideAddresses } from './security/hide-addresses.ts';
import { isolateSites } from './security/isolate-sites.ts';
import { lockNavigation } from './security/lock-navigation.ts';
import { createServerChoice } from './server/server-choice.ts';
import { endInOrder } from './shutdown.ts';
import { followSystemProxy } from './system-proxy.ts';
import { applyKeptTheme } from './theme.ts';
import { separateUserData } from './user-data.ts';
import { askBeforeQuitting } from './windows/close-guard.ts';
import { offerContextMenu } from './windows/context-menu.ts';
import { watchProcesses, watchWindow } from './windows/process-trouble.ts';
import { createWindows } from './windows/windows.ts';

// Sandboxes every page, even if its options forget to. Has no effect after `ready`.
app.enableSandbox();
isolateSites();
sayWhoWeAre();
separateUserData();
const commands = createCommands();
if (claimSingleInstance(commands)) {
  followFileManager(commands);
  denyWebviews();
  hideAddresses();
  // Not awaited at the top: Electron emits `ready` only after this module has been evaluated.
  start().catch(reportFatal);
}

async function start(): Promise<void> {
  await app.whenReady();
  await followSystemProxy();
  const backend = await openBackend();
  if (!backend) {
    app.exit(0);
    return;
  }
  const { log } = backend;
  const end = endInOrder(backend, commands);
  // The page comes from the service or server; in development from the dev server, which proxies /v1.
  const pageOrigin = devServer() ?? backend.baseUrl;
  lockNavigation(pageOrigin);
  denyNewWindows(backend.baseUrl);
  denyPermissions(pageOrigin);
  confineRequests(pageOrigin);
  const unsent = { files: 0 };
  const closing = askBeforeQuitting(backend, unsent);
  const showMenu = () => installMenu(backend, commands, serverChoice);
  const serverChoice = createServerChoice({
    isServer: backend.isServer,
    mayEnd: () => closing.mayEnd(),
    restart: () => {
      end.startAgain();
      closing.endNow();
    },
    onForgotten: showMenu,
  });
  offerBridge(backend, { pageOrigin, commands, unsent, serverChoice });
  watchProcesses(log);
  followJobs(backend, commands);
  applyKeptTheme();
  checkNoSpelling();
  const windows = createWindows(pageOrigin, (window) => {
    closing.guard(window);
    watchWindow(window, log);
    offerContextMenu(window);
  });
  followLanguage(backend.settings, showMenu);
  windows.show();
  commands.onPush(() => windows.show());
}
