/** As `keyOf` writes it: `Mod` is Ctrl, or ⌘ on a Mac. */
export type KeyName = string;

/** Our keys in Review. Undo, the offers (Alt or Ctrl with 1 … 9), the concordance (Alt+K) and moving by arrows are the same in all sets. */
const OWN = {
  confirm: 'Mod+Enter',
  confirmAll: 'Mod+Shift+Enter',
  code: 'Mod+,',
  copySource: 'Mod+B',
  revert: 'Mod+0',
  source: 'F2',
  join: 'Mod+J',
  compare: 'Mod+E',
  term: 'Mod+D',
  find: 'Mod+F',
  replace: 'Mod+H',
  findNext: 'F3',
  findPrevious: 'Alt+F3',
  nextFlagged: 'Alt+ArrowDown',
  previousFlagged: 'Alt+ArrowUp',
  nextOpen: 'Mod+U',
  goTo: 'Mod+G',
  bookmark: 'Mod+F2',
  nextBookmark: 'Shift+F2',
  previousBookmark: 'Mod+Shift+F2',
  comment: 'Mod+M',
  history: 'Mod+Shift+H',
  menu: 'Alt+Enter',
  case: 'Shift+F3',
  nbsp: 'Mod+Shift+Space',
  spaces: 'Mod+Shift+8',
};
export type CommandId = keyof typeof OWN;
export const COMMANDS = Object.keys(OWN) as CommandId[];

/** A key of the other program that cannot be had here, and so has another here. */
export interface KeyInstead {
  readonly command: CommandId;
  readonly theirs: KeyName;
}

export interface KeySet {
  readonly keys: Readonly<Record<CommandId, KeyName>>;
  readonly instead: readonly KeyInstead[];
}

/**
 * OmegaT: `MainMenuShortcuts.properties` of its sources (version 6). Those of Trados Studio and memoQ are the
 * defaults as users know them, not compared with the programs.
 */
export const KEY_SETS = {
  own: { keys: OWN, instead: [] },
  trados: {
    keys: {
      ...OWN,
      copySource: 'Mod+Insert',
      source: 'Alt+Shift+T',
      term: 'Mod+F2',
      bookmark: 'Alt+Shift+M',
    },
    instead: [
      { command: 'comment', theirs: 'Mod+Shift+N' },
      { command: 'join', theirs: 'Mod+Alt+S' },
    ],
  },
  memoq: {
    keys: {
      ...OWN,
      ...{ copySource: 'Mod+Shift+S', code: 'F9', term: 'Mod+E', compare: 'Mod+Shift+E' },
      ...{ nextOpen: 'Mod+G', goTo: 'Mod+Shift+G' },
    },
    instead: [{ command: 'source', theirs: 'Mod+T' }],
  },
  omegat: {
    keys: {
      ...OWN,
      ...{ copySource: 'Mod+Shift+R', goTo: 'Mod+J', join: 'Alt+J', term: 'Mod+Shift+G' },
      ...{ revert: 'Mod+M', comment: 'Alt+C' },
    },
    instead: [
      { command: 'code', theirs: 'Mod+T' },
      { command: 'replace', theirs: 'Mod+K' },
      { command: 'confirm', theirs: 'Enter' },
    ],
  },
} as const satisfies Record<string, KeySet>;

export type KeySetId = keyof typeof KEY_SETS;
export const KEY_SET_IDS = Object.keys(KEY_SETS) as KeySetId[];

/**
 * Keys that no page gets or should take. Chromium keeps those of tabs and windows for itself
 * (`BrowserCommandController::IsReservedCommandOrKey`), Firefox likewise (`reserved="true"` in its key set).
 */
const RESERVED_KEYS: ReadonlySet<KeyName> = new Set([
  ...['Mod+T', 'Mod+W', 'Mod+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Mod+Shift+N', 'Mod+Shift+P', 'Mod+Q'],
  ...['Mod+Shift+Q', 'Mod+Tab', 'Mod+Shift+Tab', 'Mod+PageUp', 'Mod+PageDown', 'Alt+F4', 'Mod+F4'],
  ...['Alt+Tab', 'Alt+Space', 'Alt+ArrowLeft', 'Alt+ArrowRight', 'F1', 'F5', 'F11', 'F12', 'Mod+R'],
  // Of the window, of undo and of editing, and the concordance's.
  ...['Mod+K', 'Alt+K', '?', 'Escape', 'Enter', 'Tab', 'Shift+Tab', 'Mod+Z', 'Mod+Shift+Z', 'Mod+Y'],
  ...['Mod+A', 'Mod+C', 'Mod+X', 'Mod+V', 'Mod+Shift+V', 'Shift+Insert', 'F6', 'F8', 'Shift+F8'],
]);

/** Whether a set can have a key: AltGr types letters, and comes as Ctrl+Alt; the digits with Alt or Ctrl are offers. */
export function canHave(key: KeyName): boolean {
  return !RESERVED_KEYS.has(key) && !key.startsWith('Mod+Alt+') && !/^(?:Alt|Mod)\+[1-9]$/.test(key);
}

/** The key of an event, such as `Mod+Shift+S`; empty for AltGr and for modifiers alone. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
    getModifierState?(key: string): boolean;
  },
): KeyName {
  if (event.getModifierState?.('AltGraph') === true) return '';
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return '';
  const isMod = ctrlKey || metaKey;
  const name = nameOf(key, code, isMod || altKey);
  return [isMod && 'Mod', altKey && 'Alt', shiftKey && 'Shift', name].filter(Boolean).join('+');
}

/** By the letter; by the key's place where that is another script's, a sign or a digit's other sign. */
function nameOf(key: string, code: string, isHeld: boolean): string {
  if (key === ' ' || key === '\u00a0') return 'Space';
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const [, letter = ''] = /^(?:Key|Digit)([A-Z\d])$/.exec(code) ?? [];
  return isHeld && letter !== '' && key.length === 1 ? letter : key;
}

/** The command of a key in a set. */
export function commandOf(set: KeySetId, key: KeyName): CommandId | undefined {
  return key === '' ? undefined : COMMAND_BY_KEY[set]?.get(key);
}

const COMMAND_BY_KEY: Readonly<Record<string, ReadonlyMap<KeyName, CommandId>>> = Object.fromEntries(
  KEY_SET_IDS.map((id) => [id, new Map(COMMANDS.map((command) => [KEY_SETS[id].keys[command], command]))]),
);
