import type { ShellCommand } from '../../service/contract/index.ts';

/** A command before its files are read. */
export type WaitingCommand =
  Exclude<ShellCommand, { command: 'open-files' }> | { command: 'open-files'; paths: readonly string[] };

/** Commands for the window, which may not exist yet: kept until its page takes them. */
export interface Commands {
  /** `show-window` carries no data. */
  push(command: WaitingCommand | { command: 'show-window' }): void;
  take(): WaitingCommand[];
  /** Called for each new command. One listener. */
  onPush(listener: () => void): void;
}

export function createCommands(): Commands {
  let waiting: WaitingCommand[] = [];
  let tell: (() => void) | undefined;
  return {
    push(command) {
      if (command.command !== 'show-window') waiting.push(command);
      tell?.();
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    onPush(listener) {
      tell = listener;
    },
  };
}
