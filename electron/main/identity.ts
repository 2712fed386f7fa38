import { app } from 'electron';

/**
 * As the installer's shortcut has it (`appId`): Windows shows notifications only of programs that it knows by
 * one.
 */
const APP_ID = 'org.interlinear.Interlinear';

/** https://www.electronjs.org/docs/latest/tutorial/notifications#windows */
export function sayWhoWeAre(): void {
  app.setAppUserModelId(APP_ID);
}
