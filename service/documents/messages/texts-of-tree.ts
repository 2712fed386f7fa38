import { isTranslatable } from '../../text/translatable.ts';
import { namesLanguage } from '../shared/language-tags.ts';
import { multilingualObjects } from './program-values.ts';
import type { TreeArray, TreeMember, TreeNode, TreeObject, TreeString } from './tree.ts';

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

/** Strings of a file that are not texts for this job, by kind. */
export interface OtherStrings {
  /** Notes about messages. */
  descriptions: number;
  /** The same texts in other languages. */
  other_languages: number;
}

/**
 * The texts of a file in the language `from`, in order. Keys that begin with `@` are about texts (ARB,
 * jquery.i18n). What is left out is counted in `others`.
 */
export function* textsOfTree(
  root: TreeNode,
  from: string | undefined,
  others: OtherStrings = { descriptions: 0, other_languages: 0 },
): Generator<TreeText> {
  const messages = messagesOf(root);
  if (!messages) {
    const byLanguage = multilingualObjects(root, from);
    yield* textsIn(root, [], undefined, (node, { key, value }) => {
      const isOwn = !byLanguage.has(node) || namesLanguage(key, from!);
      if (!isOwn) others.other_languages += stringsIn(value);
      return isOwn;
    });
    return;
  }
  const items =
    root.kind === 'array' ? root.items.map((value, at) => ({ key: String(at), value })) : membersOf(root);
  for (const { key, value } of items) {
    if (value.kind !== 'object') continue;
    others.descriptions += messages.notes.filter((name) => textMember(value, name) !== undefined).length;
    yield* messageIn(value, [key], messages);
  }
}

function membersOf(node: TreeNode): readonly Pick<TreeMember, 'key' | 'value'>[] {
  return node.kind === 'object' ? node.members : [];
}

function stringsIn(node: TreeNode): number {
  if (node.kind === 'string') return 1;
  const inside = node.kind === 'array' ? node.items : membersOf(node).map(({ value }) => value);
  return inside.reduce((sum, one) => sum + stringsIn(one), 0);
}

/** Strings beside a message that identify it. */
const ABOUT = /^(?:id|key|file|hash|character_limit)$/;

function messagesOf(root: TreeNode): Messages | undefined {
  const items =
    root.kind === 'array'
      ? root.items
      : membersOf(root)
          .filter(({ key }) => key !== 'smartling')
          .map(({ value }) => value);
  if (items.length === 0) return undefined;
  return MESSAGES.find(({ text, notes }) =>
    items.every(
      (item) =>
        item.kind === 'object' &&
        textMember(item, text) !== undefined &&
        // With other texts beside it, it is no file of messages.
        item.members.every(
          ({ key, value }) =>
            value.kind !== 'string' ||
            key === text ||
            notes.includes(key) ||
            ABOUT.test(key) ||
            !isTranslatable(value.value),
        ),
    ),
  );
}

function* messageIn(
  item: TreeObject,
  path: readonly string[],
  { text, notes, placeholders }: Messages,
): Generator<TreeText> {
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

/** Whether a member of an object is read. */
type IsRead = (node: TreeObject, member: TreeMember) => boolean;

function* textsIn(
  node: TreeNode,
  path: readonly string[],
  note: string | undefined,
  isRead: IsRead,
): Generator<TreeText> {
  if (node.kind === 'string') yield { path, node, ...(note === undefined ? {} : { note }) };
  else if (node.kind === 'array') {
    const isCompiled = node.items.length > 0 && node.items.every((item) => partType(item) !== undefined);
    const isLingui = node.items.some(isLinguiArgument);
    for (const [index, item] of node.items.entries()) {
      const inside = [...path, String(index)];
      if (isCompiled) yield* textsInPart(item as TreeObject, inside, isRead);
      else if (isLingui && item.kind === 'array') yield* formsOfLingui(item, inside, isRead);
      else yield* textsIn(item, inside, undefined, isRead);
    }
  } else if (node.kind === 'object') {
    const descriptions = descriptionsIn(node);
    for (const member of node.members) {
      const { key, value } = member;
      if (key.startsWith('@') || !isRead(node, member)) continue;
      yield* textsIn(value, [...path, key], descriptions.get(key), isRead);
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
function* formsOfLingui({ items }: TreeArray, path: readonly string[], isRead: IsRead): Generator<TreeText> {
  const forms = items[2];
  if (forms?.kind !== 'object') return;
  for (const { key, value } of forms.members) yield* textsIn(value, [...path, '2', key], undefined, isRead);
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
function* textsInPart(part: TreeObject, path: readonly string[], isRead: IsRead): Generator<TreeText> {
  for (const { key, value } of part.members) {
    if (value.kind !== 'string' || (key === 'value' && partType(part) === 0))
      yield* textsIn(value, [...path, key], undefined, isRead);
  }
}

function partType(item: TreeNode): number | undefined {
  const type = item.kind === 'object' ? item.members.find(({ key }) => key === 'type')?.value : undefined;
  return type?.kind === 'other' && typeof type.value === 'number' && type.value <= 8 ? type.value : undefined;
}
