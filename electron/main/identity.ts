import { app } from 'electron';

/** As in the installer's shortcut (`appId`): Windows shows notifications only of programs it knows. */
const APP_ID = 'org.interlinear.Interlinear';

/** https://www.electronjs.org/docs/latest/tutorial/notifications#windows */
export function sayWhoWeAre(): void {
  app.setAppUserModelId(APP_ID);
}
