import type {
  DesktopBridge,
  SaveOutcome,
  SaveRequest,
  ServerOutcome,
  ServerRequest,
  ShellCommand,
} from '../service/contract/index.ts';

/**
 * Each message that the window may send to the shell, with its arguments and its answer: known to preload and
 * main only, never to the page. `main/requests.ts` has a schema for each.
 */
export interface Channels {
  'interlinear:connect': (nothing: undefined) => Awaited<ReturnType<DesktopBridge['connect']>>;
  'interlinear:save-file': (request: SaveRequest) => SaveOutcome;
  'interlinear:save-files': (requests: readonly SaveRequest[]) => SaveOutcome[];
  'interlinear:save-beside': (request: SaveRequest & { jobId: string }) => SaveOutcome;
  'interlinear:keep-original': (
    original: { jobId: string; path: string } | { jobId: string; place: string },
  ) => boolean;
  'interlinear:with-original': (jobIds: readonly string[]) => string[];
  'interlinear:show-item-in-folder': (path: string) => void;
  'interlinear:open-saved': (path: string) => string | undefined;
  'interlinear:open-data-folder': (nothing: undefined) => string | undefined;
  'interlinear:connect-server': (request: ServerRequest) => ServerOutcome;
  'interlinear:leave-server': (nothing: undefined) => string | undefined;
  'interlinear:set-theme': (theme: 'system' | 'light' | 'dark') => void;
  'interlinear:check-spelling': (language: string | undefined) => boolean;
  'interlinear:set-unsent-files': (files: number) => void;
  'interlinear:take-commands': (nothing: undefined) => ShellCommand[];
}
export type Channel = keyof Channels;

/** From the shell to the window, without content: commands are waiting. */
export const COMMANDS_WAIT = 'interlinear:commands-wait';
