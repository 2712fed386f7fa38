/** The desktop shell, step by step. Each step is a file; the service does the work. */
import { app } from 'electron';
import { askBeforeQuitting } from './close-guard.ts';
import { offerBridge } from './bridge.ts';
import { installMenu } from './menu.ts';
import { claimSingleInstance } from './single-instance.ts';
import { confineRequests } from './security/confine-requests.ts';
import { denyNewWindows } from './security/deny-new-windows.ts';
import { denyPermissions } from './security/deny-permissions.ts';
import { denyWebviews } from './security/deny-webviews.ts';
import { lockNavigation } from './security/lock-navigation.ts';
import { reportFatal } from './fatal.ts';
import { separateUserData } from './user-data.ts';
import { startService } from './start-service.ts';
import { createWindows } from './windows.ts';

separateUserData();
if (claimSingleInstance()) {
  denyWebviews();
  // Not awaited at the top: Electron lets `ready` come only after this module has been evaluated.
  start().catch(reportFatal);
}

async function start(): Promise<void> {
  await app.whenReady();
  const service = await startService();
  lockNavigation(service.baseUrl);
  denyNewWindows(service.baseUrl);
  denyPermissions(service.baseUrl);
  confineRequests(service.baseUrl);
  offerBridge(service);
  const windows = createWindows(service.baseUrl);
  installMenu(service.baseUrl);
  askBeforeQuitting(service);
  windows.show();
}
