import { child, childValue, parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { bindingOf, isDropDown, isUntranslatableControl } from './controls.ts';
import { fieldUse, joinedUse, resolveFields, showsWrittenText } from './fields.ts';
import { CHECK_BOX_NAME, pieceOf } from './model.ts';
import type {
  Alternates,
  FieldUse,
  Item,
  Paragraph,
  PartModel,
  Piece,
  PieceDetails,
  Story,
} from './model.ts';
import type { Binding } from './bindings.ts';
import { readRun } from './read-run.ts';
import type { Styles } from './styles.ts';

export interface PartContext {
  readonly styles: Styles;
  resolveBinding(dataBinding: XmlNode): Binding;
}

/** The context of a paragraph, which decides how it is read. */
interface Scope {
  readonly story: Story;
  readonly untranslatable: boolean;
  readonly binding: Binding | undefined;
  readonly tables: readonly XmlNode[];
  /** The alternates whose chosen rendering contains this. */
  readonly chosenIn: readonly Alternates[];
  readonly mirrorIn: Alternates | undefined;
}

const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['w:t', 'w:instrText']);

/** Elements that begin a separate flow: fields cannot cross their borders. */
const STORIES: ReadonlySet<string> = new Set([
  'w:txbxContent',
  'w:footnote',
  'w:endnote',
  'w:body',
  'w:hdr',
  'w:ftr',
]);

/** Deleted or moved text, even by two authors at once ([MS-DOCX], conflictDel): stays unchanged. */
const GONE: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w14:conflictDel']);

/** Wrappers within a paragraph that become paired codes. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'w:hyperlink',
  'w:smartTag',
  'w:customXml',
  'w:dir',
  'w:bdo',
  'w:ins',
  'w:moveTo',
  'w14:conflictIns',
]);
/**
 * Elements allowed in a tracked insertion (CT_RunTrackChange, ISO/IEC 29500-1 §A.1): neither links nor
 * `outer`.
 */
const NESTING: Readonly<Record<string, 'closed' | 'outer' | 'link'>> = {
  'w:ins': 'closed',
  'w:moveTo': 'closed',
  'w14:conflictIns': 'closed',
  'w:hyperlink': 'link',
  'w:fldSimple': 'outer',
  'w:subDoc': 'outer',
};
const WRAPPER_PROPERTIES: ReadonlySet<string> = new Set(['w:smartTagPr', 'w:customXmlPr']);

/** Empty marks that stay in place, and whether texts may move across them. */
const MARKS =
  /^(?:w:(?:proofErr|(?:bookmark|commentRange|perm)(?:Start|End)|(?:moveFrom|moveTo)Range(?:Start|End))|w(?:14)?:customXml\w*Range(?:Start|End))$/;
const FIXED_MARKS = /^w:(?:bookmark|commentRange|perm|moveFromRange|moveToRange)(?:Start|End)$/;

/** Reads one part into its paragraphs, fields resolved. */
export function readPart(source: string, part: string, context: PartContext): PartModel {
  const reading: Reading = { source, context, stories: [], alternates: [], simpleFields: [] };
  const root = parseXml(source, part, { textOf: TEXT_ELEMENTS });
  readBlock(reading, root, {
    story: newStory(reading),
    untranslatable: false,
    binding: undefined,
    tables: [],
    chosenIn: [],
    mirrorIn: undefined,
  });
  const uses = [...reading.simpleFields, ...reading.stories.map(resolveFields)];
  const paragraphs = reading.stories.flat().sort((a, b) => a.node.start - b.node.start);
  return {
    part,
    source,
    root,
    paragraphs,
    alternates: reading.alternates,
    ...joinedUse(uses),
  };
}

/** The state of reading a part: its context, and the results so far. */
interface Reading {
  readonly source: string;
  readonly context: PartContext;
  readonly stories: Story[];
  readonly alternates: Alternates[];
  readonly simpleFields: FieldUse[];
}

function newStory({ stories }: Reading): Story {
  const story: Story = [];
  stories.push(story);
  return story;
}

function readBlocks(reading: Reading, node: XmlNode, scope: Scope): void {
  for (const block of node.children) readBlock(reading, block, scope);
}

function readBlock(reading: Reading, node: XmlNode, scope: Scope): void {
  if (node.name === 'w:p') {
    readParagraph(reading, node, scope);
  } else if (node.name === 'v:textpath') {
    readWordArt(reading, node, scope);
  } else if (node.name === 'w:sdt') {
    const properties = child(node, 'w:sdtPr');
    const content = child(node, 'w:sdtContent');
    if (content) {
      noteChoice(reading, properties, content);
      readBlocks(reading, content, controlScope(reading, properties, scope));
    }
  } else if (node.name === 'mc:AlternateContent') {
    readAlternates(reading, node, scope);
  } else if (node.name === 'w:tbl') {
    readBlocks(reading, node, { ...scope, tables: [...scope.tables, node] });
  } else if (STORIES.has(node.name)) {
    readBlocks(reading, node, { ...scope, story: newStory(reading) });
  } else if (!GONE.has(node.name)) {
    readBlocks(reading, node, scope);
  }
}

/** The text of a drop-down list stays unchanged: Word may refuse any other. */
function noteChoice(reading: Reading, properties: XmlNode | undefined, content: XmlNode | undefined): void {
  const shown = content && isDropDown(properties) ? shownWithin(content).trim() : '';
  if (/\p{L}{2}/u.test(shown))
    reading.simpleFields.push({ hasContents: false, quoted: [], leftOut: [shown] });
}

function controlScope(reading: Reading, properties: XmlNode | undefined, scope: Scope): Scope {
  const untranslatable = scope.untranslatable || isUntranslatableControl(properties);
  return { ...scope, untranslatable, binding: bindingOf(properties, reading.context) ?? scope.binding };
}

/** `around`: the paragraph whose runs they are; without one they are blocks. */
function readAlternates(reading: Reading, node: XmlNode, scope: Scope, around?: Paragraph): void {
  const group: Alternates = { chosen: [], mirrors: [] };
  reading.alternates.push(group);
  const choice = child(node, 'mc:Choice');
  for (const branch of node.children) {
    const chosen = branch === choice;
    const inner = {
      ...scope,
      chosenIn: chosen ? [...scope.chosenIn, group] : scope.chosenIn,
      mirrorIn: scope.mirrorIn ?? (chosen ? undefined : group),
    };
    if (around) readRunsOf(reading, branch, inner, around);
    else readBlocks(reading, branch, inner);
  }
}

/** Reads a rendering of runs as a separate paragraph: the one around it has a single code for them. */
function readRunsOf(reading: Reading, branch: XmlNode, scope: Scope, { styleId }: Paragraph): void {
  const own = { ...scope, story: newStory(reading), binding: undefined };
  readInlines(reading, branch, addParagraph(branch, own, [], false, styleId), own);
}

/** The text of a VML WordArt, such as a watermark: an attribute (ECMA-376 part 4 §19.1.2.23). */
function readWordArt(reading: Reading, node: XmlNode, scope: Scope): void {
  const text = node.attributes['string'] ?? '';
  const span = node.attributeSpan('string');
  if (text.trim() === '' || !span) return;
  const items: Item[] = [{ kind: 'text', text, piece: bare(span.start, span.end) }];
  addParagraph(node, { ...scope, story: newStory(reading), binding: undefined }, items, true);
}

function addParagraph(
  node: XmlNode,
  scope: Scope,
  items: Item[],
  isAttribute: boolean,
  styleId?: string,
): Paragraph {
  const properties = child(node, 'w:pPr');
  const paragraph: Paragraph = {
    node,
    properties,
    styleId: styleId ?? childValue(properties, 'w:pStyle'),
    items,
    untranslatable: scope.untranslatable,
    mirror: scope.mirrorIn !== undefined,
    tables: scope.tables,
    binding: scope.binding,
    isAttribute,
    numbered: false,
  };
  scope.story.push(paragraph);
  if (scope.mirrorIn) scope.mirrorIn.mirrors.push(paragraph);
  else for (const group of scope.chosenIn) group.chosen.push(paragraph);
  return paragraph;
}

function readParagraph(reading: Reading, node: XmlNode, scope: Scope): void {
  // Before its inlines, since text boxes in them contain later paragraphs.
  const paragraph = addParagraph(node, scope, [], false);
  readInlines(reading, node, paragraph, { ...scope, binding: undefined });
}

function readInlines(reading: Reading, node: XmlNode, paragraph: Paragraph, scope: Scope): void {
  for (const inline of node.children) {
    if (inline.name !== 'w:pPr' && !WRAPPER_PROPERTIES.has(inline.name))
      readInline(reading, inline, paragraph, scope);
  }
}

function readInline(reading: Reading, node: XmlNode, paragraph: Paragraph, scope: Scope): void {
  const { items } = paragraph;
  if (node.name === 'w:r') {
    readRun(reading.source, node, paragraph.styleId, reading.context.styles, items, (inner) => {
      readBlock(reading, inner, scope);
    });
  } else if (node.name === 'w:sdt') {
    readInlineControl(reading, node, paragraph, scope);
  } else if (node.name === 'w:fldSimple') {
    readSimpleField(reading, node, paragraph, scope);
  } else if (WRAPPERS.has(node.name)) {
    readWrapper(reading, node, node, paragraph, scope);
  } else if (GONE.has(node.name)) {
    // Text moved away has its own range, whose ends must stay around it.
    const fixed = node.name === 'w:moveFrom' ? 'range' : 'deletion';
    items.push({ kind: 'marker', piece: nodePiece(node, { fixed }) });
  } else if (MARKS.test(node.name)) {
    const fixed = FIXED_MARKS.test(node.name) ? 'range' : undefined;
    items.push({ kind: 'marker', piece: nodePiece(node, { fixed }) });
  } else {
    items.push(aloneItem(node));
    if (node.name === 'mc:AlternateContent') readAlternates(reading, node, scope, paragraph);
    else readBlock(reading, node, scope);
  }
}

/** A wrapper whose inlines are in `content`: itself, or the `w:sdtContent` of a control. */
function readWrapper(
  reading: Reading,
  node: XmlNode,
  content: XmlNode,
  paragraph: Paragraph,
  scope: Scope,
  binding?: Binding,
): void {
  if (content.contentStart === content.contentEnd) {
    paragraph.items.push({ kind: 'marker', piece: nodePiece(node) });
    return;
  }
  // Its properties are part of its opening, wherever it is put.
  const properties = content.children.find((inner) => WRAPPER_PROPERTIES.has(inner.name));
  const opened = properties?.end ?? content.contentStart;
  paragraph.items.push({
    kind: 'open',
    piece: bare(node.start, opened, { binding, nesting: NESTING[node.name] }),
  });
  readInlines(reading, content, paragraph, scope);
  paragraph.items.push({ kind: 'close', piece: bare(content.contentEnd, node.end) });
}

function readInlineControl(reading: Reading, node: XmlNode, paragraph: Paragraph, scope: Scope): void {
  const properties = child(node, 'w:sdtPr');
  const content = child(node, 'w:sdtContent');
  if (!content || isUntranslatableControl(properties)) {
    noteChoice(reading, properties, content);
    const names = child(properties, 'w14:checkbox') ? [CHECK_BOX_NAME] : undefined;
    paragraph.items.push(names ? { kind: 'standalone', piece: nodePiece(node, { names }) } : aloneItem(node));
  } else {
    readWrapper(reading, node, content, paragraph, scope, bindingOf(properties, reading.context));
  }
}

function readSimpleField(reading: Reading, node: XmlNode, paragraph: Paragraph, scope: Scope): void {
  const instruction = node.attributes['w:instr'] ?? '';
  const isBlank = /^\s*FORMTEXT\b/i.test(instruction) && shownWithin(node).trim() === '';
  if (showsWrittenText(instruction) && !isBlank) {
    readWrapper(reading, node, node, paragraph, scope);
  } else {
    if (/^\s*SEQ\b/i.test(instruction)) paragraph.numbered = true;
    const names = [node.name, { shown: shownWithin(node) }];
    paragraph.items.push({
      kind: 'standalone',
      piece: nodePiece(node, { names, nesting: NESTING[node.name] }),
    });
    reading.simpleFields.push(fieldUse(instruction, () => shownWithin(node)));
    // As in complex fields, a text box in the result is a separate flow.
    readBlocks(reading, node, scope);
  }
}

function shownWithin(node: XmlNode): string {
  return node.name === 'w:instrText' ? '' : node.text + node.children.map(shownWithin).join('');
}

function aloneItem(node: XmlNode): Item {
  return { kind: 'standalone', piece: nodePiece(node, { names: [node.name], nesting: NESTING[node.name] }) };
}

function nodePiece({ start, end }: XmlNode, more?: PieceDetails): Piece {
  return bare(start, end, more);
}

/** A piece outside runs. */
function bare(start: number, end: number, more?: PieceDetails): Piece {
  return pieceOf(start, end, undefined, undefined, more);
}
