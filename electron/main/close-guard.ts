import { app, dialog } from 'electron';
import type { Service } from '../../service/service.ts';
import { closeQuestion } from './close-question.ts';

const QUIT = 0;
const STAY = 1;

/** Asks before the program ends while jobs run. */
export function askBeforeQuitting(service: Service): void {
  let settled = false;
  app.on('before-quit', (event) => {
    if (settled) return;
    event.preventDefault();
    void mayQuit(service).then((yes) => {
      settled = yes;
      if (yes) app.quit();
      // The window may have closed on the way here (the last one ends the program): bring it back.
      else app.emit('activate');
    });
  });
}

async function mayQuit(service: Service): Promise<boolean> {
  // A service that cannot say what runs must not keep the program from ending.
  const question = closeQuestion(await service.runningJobs().catch(() => 0));
  if (!question) return true;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    ...question,
    defaultId: STAY,
    cancelId: STAY,
    noLink: true,
  });
  return response === QUIT;
}
