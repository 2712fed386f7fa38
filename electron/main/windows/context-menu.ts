import { Menu } from 'electron';
import type { BrowserWindow, ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { spoken } from '../language/spoken.ts';
import type { ShellWords } from '../language/words.ts';

type Item = MenuItemConstructorOptions;

/** The context menu of a text, which Electron does not provide. */
export function offerContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextMenu(spoken(), params, (word) => window.webContents.replaceMisspelling(word));
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}

/** The menu for the clicked element; empty without a field or selected text. */
function contextMenu(
  { t }: ShellWords,
  {
    isEditable,
    selectionText,
    editFlags,
    dictionarySuggestions,
  }: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags' | 'dictionarySuggestions'>,
  replace: (word: string) => void,
): Item[] {
  const copy: Item = { role: 'copy', label: t('menuCopy'), enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  const separator: Item = { type: 'separator' };
  return [
    ...dictionarySuggestions.map((word): Item => ({ label: word, click: () => replace(word) })),
    ...(dictionarySuggestions.length > 0 ? [separator] : []),
    { role: 'undo', label: t('menuUndo'), enabled: editFlags.canUndo },
    { role: 'redo', label: t('menuRedo'), enabled: editFlags.canRedo },
    separator,
    { role: 'cut', label: t('menuCut'), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: t('menuPaste'), enabled: editFlags.canPaste },
    { role: 'delete', label: t('menuDelete'), enabled: editFlags.canDelete },
    separator,
    { role: 'selectAll', label: t('menuSelectAll'), enabled: editFlags.canSelectAll },
  ];
}
