import type { TreeArray, TreeNode, TreeObject, TreeString } from './tree.ts';

/** A string that is a text, with its metadata in the file. */
export interface TreeText {
  readonly path: readonly string[];
  readonly node: TreeString;
  readonly note?: string;
  /** The text's placeholders beyond those common to all files. */
  readonly placeholders?: RegExp;
}

/** The file keeps its texts in members of this name, each beside its description. */
interface Messages {
  readonly text: string;
  readonly notes: readonly string[];
  readonly placeholders?: RegExp;
}

/** Chrome's and Crowdin's, FormatJS's, Lokalise's and Transifex's files of messages. */
const MESSAGES: readonly Messages[] = [
  { text: 'message', notes: ['description'], placeholders: /(?<!\$)\$(?:[\w@]+\$|\d)/g },
  { text: 'defaultMessage', notes: ['description'] },
  { text: 'translation', notes: ['notes', 'context'] },
  { text: 'string', notes: ['developer_comment', 'comment', 'context'] },
];

/** The texts of a file, in order. Keys that begin with `@` are about texts (ARB, jquery.i18n). */
export function* textsOfTree(root: TreeNode): Generator<TreeText> {
  const messages = messagesOf(root);
  if (!messages) yield* textsIn(root, [], undefined);
  else if (root.kind === 'array') {
    for (const [index, item] of root.items.entries()) yield* messageIn(item, [String(index)], messages);
  } else if (root.kind === 'object') {
    for (const { key, value } of root.members) yield* messageIn(value, [key], messages);
  }
}

const NAMED = /^(?:id|slug|icon|anchor|css|class|className|permalink)$/;
/** `white-bread`, `btn btn-primary`, `row_2`: several parts, all in lower case. */
const NAME = /^[a-z\d]+(?:[-_ ][a-z\d]+)*$/;

/** Whether a value's key shows it to be an identifier (`"id": "white-bread"`). */
export function isNameByKey(path: readonly string[], value: string): boolean {
  return NAMED.test(path.at(-1) ?? '') && NAME.test(value) && /[-_\d]/.test(value);
}

function messagesOf(root: TreeNode): Messages | undefined {
  const items =
    root.kind === 'array'
      ? root.items
      : root.kind === 'object'
        ? root.members.filter(({ key }) => key !== 'smartling').map(({ value }) => value)
        : [];
  if (items.length === 0) return undefined;
  return MESSAGES.find(({ text, notes }) =>
    items.every(
      (item) =>
        item.kind === 'object' &&
        textMember(item, text) !== undefined &&
        // If there are other texts beside it, it is not a message file.
        item.members.every(
          ({ key, value }) =>
            value.kind !== 'string' || key === text || notes.includes(key) || !/\s/.test(value.value),
        ),
    ),
  );
}

function* messageIn(
  item: TreeNode,
  path: readonly string[],
  { text, notes, placeholders }: Messages,
): Generator<TreeText> {
  if (item.kind !== 'object') return;
  const note = notes
    .map((name) => textMember(item, name)?.value)
    .find((value) => value !== undefined && value !== '');
  for (const { key, value } of item.members) {
    if (key === text && value.kind === 'string')
      yield {
        path: [...path, text],
        node: value,
        ...(note === undefined ? {} : { note }),
        ...(placeholders ? { placeholders } : {}),
      };
  }
}

function textMember(item: TreeObject, name: string): TreeString | undefined {
  const value = item.members.findLast(({ key }) => key === name)?.value;
  return value?.kind === 'string' ? value : undefined;
}

function* textsIn(node: TreeNode, path: readonly string[], note: string | undefined): Generator<TreeText> {
  if (node.kind === 'string') yield { path, node, ...(note === undefined ? {} : { note }) };
  else if (node.kind === 'array') {
    const isCompiled = node.items.length > 0 && node.items.every((item) => partType(item) !== undefined);
    const isLingui = node.items.some(isLinguiArgument);
    for (const [index, item] of node.items.entries()) {
      const inside = [...path, String(index)];
      if (isCompiled) yield* textsInPart(item as TreeObject, inside);
      else if (isLingui && item.kind === 'array') yield* formsOfLingui(item, inside);
      else yield* textsIn(item, inside, undefined);
    }
  } else if (node.kind === 'object') {
    const descriptions = descriptionsIn(node);
    for (const { key, value } of node.members) {
      if (!key.startsWith('@')) yield* textsIn(value, [...path, key], descriptions.get(key));
    }
  }
}

const LINGUI_TYPES = /^(?:plural|select|selectordinal|number|date|time)$/;

/** `["count", "plural", { … }]` or `["name"]` among the texts of a compiled Lingui message. */
function isLinguiArgument(item: TreeNode): boolean {
  if (item.kind !== 'array' || item.items.length === 0 || item.items.length > 3) return false;
  const [name, type] = item.items;
  if (name!.kind !== 'string' || !/^\w+$/.test(name!.value)) return false;
  return type === undefined
    ? /^\d/.test(name!.value)
    : type.kind === 'string' && LINGUI_TYPES.test(type.value);
}

/** The texts of its forms: the value's name and type stay. */
function* formsOfLingui({ items }: TreeArray, path: readonly string[]): Generator<TreeText> {
  const forms = items[2];
  if (forms?.kind !== 'object') return;
  for (const { key, value } of forms.members) yield* textsIn(value, [...path, '2', key], undefined);
}

/** The descriptions of `key` by `@key` in an ARB file. */
function descriptionsIn(node: TreeObject): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  for (const { key, value } of node.members) {
    if (!key.startsWith('@') || value.kind !== 'object') continue;
    const description = textMember(value, 'description')?.value;
    if (description !== undefined && description !== '') descriptions.set(key.slice(1), description);
  }
  return descriptions;
}

/** A part of a FormatJS message: only type 0 is text, others name arguments. */
function* textsInPart(part: TreeObject, path: readonly string[]): Generator<TreeText> {
  for (const { key, value } of part.members) {
    if (value.kind !== 'string' || (key === 'value' && partType(part) === 0))
      yield* textsIn(value, [...path, key], undefined);
  }
}

function partType(item: TreeNode): number | undefined {
  const type = item.kind === 'object' ? item.members.find(({ key }) => key === 'type')?.value : undefined;
  return type?.kind === 'other' && typeof type.value === 'number' && type.value <= 8 ? type.value : undefined;
}
