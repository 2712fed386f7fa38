/** Variables that any program needs: to find programs, libraries, folders and the language. */
const PASSED = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LD_LIBRARY_PATH',
  // Windows cannot start most programs without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
]);

/**
 * The environment of a child process: named variables only, so no keys, neither ours nor those of other
 * programs. A child reads hostile documents, and an attacker who takes it over reads its environment.
 */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const passed = Object.entries(env).filter(([name, value]) => {
    // Names have no case on Windows.
    const upper = name.toUpperCase();
    return value !== undefined && (PASSED.has(upper) || upper.startsWith('LC_'));
  });
  return Object.fromEntries(passed) as Record<string, string>;
}

/** For a script run with this process's program. Electron's acts as Node only with one variable set. */
export function scriptEnvironment(versions: object = process.versions): Record<string, string> {
  return { ...childEnvironment(), ...('electron' in versions ? { ELECTRON_RUN_AS_NODE: '1' } : {}) };
}
