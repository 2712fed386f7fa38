import { plainText } from '../../../text/codes.ts';
import { MAX_SEGMENT_CODES } from '../../shared/document-limits.ts';
import { child } from '../../xml/tree.ts';
import type { XmlNode } from '../../xml/tree.ts';
import { readParagraph } from './read-paragraph.ts';
import type { DrawingParagraph } from './read-paragraph.ts';

interface Item {
  /** In a shape that is hidden in the selection pane. */
  readonly isHidden: boolean;
}

/** A paragraph with words, and its context. */
export interface TreeParagraph extends Item {
  readonly kind: 'paragraph';
  readonly paragraph: DrawingParagraph;
  readonly table: XmlNode | undefined;
  /** The `p:txBody` or the like. */
  readonly body: XmlNode | undefined;
  /** The `p:sp` or the like. */
  readonly shape: XmlNode | undefined;
  /** Paragraphs of the same text in renderings for older programs. */
  readonly mirrors: readonly DrawingParagraph[];
}

/** The `a:graphicData` of a frame that shows a chart, a diagram or an object. */
export interface TreeFrame extends Item {
  readonly kind: 'frame';
  readonly node: XmlNode;
}

/** The properties of a shape or picture, with its name and its alternative text. */
export interface TreeObject extends Item {
  readonly kind: 'object';
  readonly node: XmlNode;
}

export type TreeItem = TreeParagraph | TreeFrame | TreeObject;

interface Around {
  readonly isHidden?: boolean;
  readonly table?: XmlNode;
  readonly body?: XmlNode;
  readonly shape?: XmlNode;
}

/** A slide's paragraphs and frames in tree order. `isLeftOut`: elements to skip. */
export function* readTree(
  source: string,
  node: XmlNode,
  isLeftOut: (node: XmlNode) => boolean,
  around: Around = {},
): Generator<TreeItem> {
  const { name } = node;
  const isHidden = around.isHidden === true || isSwitchedOff(node);
  if (name.endsWith('extLst') || isLeftOut(node)) return;
  if (name === 'a:p') {
    const paragraph = readParagraph(source, node);
    if (!paragraph) return;
    const { table, body, shape } = around;
    yield { kind: 'paragraph', paragraph, isHidden, table, body, shape, mirrors: [] };
    return;
  }
  if (name === 'mc:AlternateContent') {
    yield* readAlternates(source, node, isLeftOut, around);
    return;
  }
  if (name === 'a:graphicData') yield { kind: 'frame', isHidden, node };
  if (name.endsWith(':cNvPr')) yield { kind: 'object', isHidden, node };
  const inner = {
    ...around,
    isHidden,
    ...(name === 'a:tbl' && { table: node }),
    ...(name.endsWith(':txBody') && { body: node }),
    ...(name.endsWith(':sp') && { shape: node }),
  };
  for (const one of node.children) yield* readTree(source, one, isLeftOut, inner);
}

function isSwitchedOff({ children }: XmlNode): boolean {
  const properties = children.find(({ name }) => NON_VISUAL.test(name));
  const own = properties?.children.find(({ name }) => name.endsWith(':cNvPr'));
  return /^(?:1|true)$/.test(own?.attributes['hidden'] ?? '');
}

/** `p:nvSpPr`, `p:nvGraphicFramePr` and so on. */
const NON_VISUAL = /:nv\w+Pr$/;

/** Reads the first Choice; equal paragraphs of the other branches are its mirrors. */
function* readAlternates(
  source: string,
  node: XmlNode,
  isLeftOut: (node: XmlNode) => boolean,
  around: Around,
): Generator<TreeItem> {
  const choice = child(node, 'mc:Choice');
  if (!choice) return;
  const mirrors = node.children
    .filter((branch) => branch !== choice)
    .flatMap((branch) => [...readChildren(source, branch, isLeftOut, around)])
    .flatMap((item) => (item.kind === 'paragraph' ? [item.paragraph, ...item.mirrors] : []))
    .filter(({ coded }) => coded.codes.size <= MAX_SEGMENT_CODES);
  const items = [...readChildren(source, choice, isLeftOut, around)];
  const left = new Map<string, number>();
  for (const item of items) {
    const words = item.kind === 'paragraph' ? wordsOf(item.paragraph) : '';
    left.set(words, (left.get(words) ?? 0) + 1);
  }
  const free = new Map<string, DrawingParagraph[]>();
  for (const mirror of mirrors) {
    const same = free.get(wordsOf(mirror));
    if (same) same.push(mirror);
    else free.set(wordsOf(mirror), [mirror]);
  }
  for (const item of items) {
    if (item.kind !== 'paragraph') {
      yield item;
      continue;
    }
    const words = wordsOf(item.paragraph);
    const equals = left.get(words)!;
    left.set(words, equals - 1);
    // One each; the last of equal ones takes the rest.
    const own = free.get(words)?.splice(0, equals > 1 ? 1 : Infinity) ?? [];
    yield { ...item, mirrors: [...item.mirrors, ...own] };
  }
}

function* readChildren(
  source: string,
  node: XmlNode,
  isLeftOut: (node: XmlNode) => boolean,
  around: Around,
): Generator<TreeItem> {
  for (const one of node.children) yield* readTree(source, one, isLeftOut, around);
}

function wordsOf({ coded }: DrawingParagraph): string {
  return plainText(coded.text).trim();
}
