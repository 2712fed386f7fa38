import { powerSaveBlocker } from 'electron';

/** Keeps the machine, not its screen, awake while jobs run. */
export function createKeepAwake(): { set(isNeeded: boolean): void } {
  let blocker: number | undefined;
  return {
    set(isNeeded) {
      if (isNeeded) {
        blocker ??= powerSaveBlocker.start('prevent-app-suspension');
      } else if (blocker !== undefined) {
        powerSaveBlocker.stop(blocker);
        blocker = undefined;
      }
    },
  };
}
