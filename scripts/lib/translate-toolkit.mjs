import { spawnSync } from 'node:child_process';
import { aptInstall } from './steps.mjs';

/** Installs, if possible without asking, independent programs that read and change our XLIFF, TMX and CSV. */
export function ensureTranslateToolkit() {
  const { status } = spawnSync('/usr/bin/python3', ['-c', 'import translate.storage.tmx']);
  if (status !== 0) aptInstall(['python3-translate'], 'another reader of XLIFF and TMX');
}
