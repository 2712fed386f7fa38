import { spawnSync } from 'node:child_process';
import { aptInstall } from './steps.mjs';

const PACKAGES = ['apertium', 'apertium-eng-spa'];

/** Whether apertium is installed with its English–Spanish pair. */
export function hasApertium() {
  const { status, stdout } = spawnSync('apertium', ['-l'], { encoding: 'utf8' });
  return status === 0 && /\beng-spa\b/.test(stdout);
}

/** Installs a real English–Spanish engine if possible without asking. Returns whether there is one. */
export function ensureApertium() {
  if (hasApertium()) return true;
  return aptInstall(PACKAGES, 'a translation engine for English and Spanish') && hasApertium();
}

export const APERTIUM_HELP = `On Debian and Ubuntu: sudo apt install ${PACKAGES.join(' ')}`;
