import { spawnSync } from 'node:child_process';
import { aptInstall } from './steps.mjs';

/**
 * Makes sure, where that can be done without asking, that another maker's programs are there to read and
 * change our XLIFF, TMX and CSV.
 */
export function ensureTranslateToolkit() {
  const { status } = spawnSync('/usr/bin/python3', ['-c', 'import translate.storage.tmx']);
  if (status !== 0) aptInstall(['python3-translate'], 'another reader of XLIFF and TMX');
}
