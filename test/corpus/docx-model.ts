// What a part of a DOCX holds, as this checker sees it: a skeleton, and paragraphs of text and marks. Runs
// dissolve, since a filter may merge and split them; everything else is a mark that must stay in place
// in the text.
import { attr, canonical, child, elements, preservesSpace, tagText, textOf } from './xml.ts';
import type { XmlNode } from './xml.ts';

/**
 * `visible` text is translated, `frozen` text must not change, `either` is for cases that the rules leave
 * open; `symbol` are signs of a symbol font, which are in or beside the text and never change.
 */
export type TextClass = 'visible' | 'frozen' | 'either' | 'symbol';

export interface TextToken {
  kind: 'text';
  text: string;
  /** The run's properties in one spelling. */
  format: string;
  cls: TextClass;
  /** Open around it; they decide about `cls` once their story has been read. */
  fields: Field[];
}

export interface MarkToken {
  kind: 'mark';
  name: string;
  tag: string;
  format: string;
}

/** Seen by no reader: bookmarks, proofing marks. */
export interface HiddenToken {
  kind: 'hidden';
  name: string;
  tag: string;
}

export type Token = TextToken | MarkToken | HiddenToken;

export interface Paragraph {
  tokens: Token[];
  style: string;
  /** The mc:AlternateContent around it. */
  branch: Branch | null;
}

export interface Branch {
  alternate: number;
  fallback: boolean;
}

export interface Field {
  instruction: string;
  phase: 'instruction' | 'result';
  ended: boolean;
}

export interface PartModel {
  skeleton: Token[];
  /** In document order. */
  paragraphs: Paragraph[];
}

export interface Context {
  out: Token[];
  cls: TextClass;
  format: string;
  /** The story's stack. */
  fields: Field[];
  branch: Branch | null;
  inRun: boolean;
}

const WORD =
  /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/wordprocessingml\/(?:2006\/)?main$/;
const MATH = /\/officeDocument\/(?:2006\/)?math$/;
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

const HIDDEN =
  /^(?:proofErr|lastRenderedPageBreak|commentReference|(?:bookmark|perm)(?:Start|End)|(?:comment|moveFrom|moveTo|customXml(?:Ins|Del|MoveFrom|MoveTo))Range(?:Start|End))$/;
/** Text that is there no more: it stays as it is, about where it was. */
const GONE = /^(?:del|moveFrom)$/;
/** Each holds its own text, in which no field of the surroundings goes on. */
const STORIES = /^(?:txbxContent|footnote|endnote|hdr|ftr|body|comment)$/;
const VML = 'urn:schemas-microsoft-com:vml';
/** Private use: where symbol fonts have their signs. */
const SYMBOL = /[\uE000-\uF8FF]/;
const SYMBOLS = /([\uE000-\uF8FF]+)/;
const IGNORED_FORMAT = /^(?:lang|noProof)$/;

export const isWord = (node: XmlNode) => WORD.test(node.uri);

/** Whether it is among runs: `w:del` also marks a table row or a paragraph's end. */
const isInline = (node: XmlNode) => node.kids.some((kid) => typeof kid !== 'string');

/** An on/off property: present and not switched off. */
export function isOn(parent: XmlNode | undefined, local: string) {
  const node = child(parent, local);
  return node !== undefined && !/^(?:0|false|off)$/i.test(attr(node, 'val') ?? 'true');
}

/** The model of a part with this root. `hiddenStyles` are the ids of styles that hide text. */
export function modelPart(root: XmlNode, hiddenStyles: ReadonlySet<string> = new Set()): PartModel {
  const model: PartModel = { skeleton: [], paragraphs: [] };
  let alternates = 0;

  function visit(node: XmlNode, context: Context) {
    if (node.uri === COMPATIBILITY && node.local === 'AlternateContent') {
      visitAlternate(node, context);
      return;
    }
    if (MATH.test(node.uri) && /^oMath(?:Para)?$/.test(node.local)) {
      visitElement(node, { ...context, cls: 'frozen' });
      return;
    }
    if (node.uri === VML && node.local === 'textpath') visitWordArt(node, context);
    if (!isWord(node)) {
      visitElement(node, context);
      return;
    }
    if (HIDDEN.test(node.local) || (isInline(node) && GONE.test(node.local))) {
      context.out.push({ kind: 'hidden', name: node.local, tag: canonical(node) });
      return;
    }
    switch (node.local) {
      case 'p': {
        visitParagraph(node, context);
        return;
      }
      case 'r': {
        visitRun(node, context);
        return;
      }
      case 't': {
        visitText(node, context);
        return;
      }
      case 'pPr':
      case 'sectPr':
        context.out.push(mark(node, canonical(node), context));
        return;
      case 'fldChar':
        visitFieldCharacter(node, context.fields);
        context.out.push(mark(node, canonical(node), context));
        return;
      case 'instrText':
        for (const field of context.fields.slice(-1)) {
          if (field.phase === 'instruction') field.instruction += textOf(node);
        }
        context.out.push(mark(node, canonical(node), context));
        return;
      case 'fldSimple': {
        visitElement(node, {
          ...context,
          cls: isHyperlink(attr(node, 'instr') ?? '') ? context.cls : 'frozen',
        });
        return;
      }
      case 'ruby': {
        // In a run, with its own runs.
        visitElement(node, { ...context, inRun: false });
        return;
      }
      case 'rt': {
        // The reading beside the base text of a ruby.
        visitElement(node, { ...context, cls: 'frozen' });
        return;
      }
      case 'sdt': {
        visitElement(node, { ...context, cls: controlClass(child(node, 'sdtPr')) ?? context.cls });
        return;
      }
      default:
        if (STORIES.test(node.local)) {
          visitStory(node, context);
          return;
        }
        {
          visitElement(node, context);
          return;
        }
    }
  }

  function visitElement(node: XmlNode, context: Context) {
    const tag = tagText(node, ({ local }) => node.local !== 'textpath' || local !== 'string');
    context.out.push(mark(node, tag, context));
    for (const kid of node.kids) {
      if (typeof kid !== 'string') visit(kid, context);
      else if (kid.trim()) context.out.push({ kind: 'mark', name: '#text', tag: kid, format: '' });
    }
    context.out.push({ kind: 'mark', name: `/${node.local}`, tag: '</>', format: '' });
  }

  function visitStory(node: XmlNode, context: Context) {
    /** A text box in a field's result or a deleted run: the rules say nothing about it. */
    const isInside =
      context.cls !== 'visible' || context.fields.some((field) => !isHyperlink(field.instruction));
    visitElement(node, { ...context, fields: [], cls: isInside ? 'either' : 'visible', format: '' });
  }

  /** The text of WordArt is an attribute: its own paragraph here. */
  function visitWordArt(node: XmlNode, context: Context) {
    const text = attr(node, 'string') ?? '';
    const cls = context.cls === 'visible' && context.fields.length > 0 ? 'either' : context.cls;
    const tokens: Token[] = text === '' ? [] : [{ kind: 'text', text, format: '', cls, fields: [] }];
    model.paragraphs.push({ tokens, style: '', branch: context.branch });
  }

  function visitAlternate(node: XmlNode, context: Context) {
    const alternate = alternates++;
    const choices = elements(node).filter((kid) => kid.local === 'Choice');
    context.out.push(mark(node, tagText(node), context));
    for (const kid of elements(node)) {
      const branch = { alternate, fallback: kid !== choices[0] };
      const cls = branch.fallback && context.cls === 'visible' ? 'either' : context.cls;
      visitElement(kid, { ...context, branch: context.branch?.fallback ? context.branch : branch, cls });
    }
    context.out.push({ kind: 'mark', name: '/AlternateContent', tag: '</>', format: '' });
  }

  function visitParagraph(node: XmlNode, context: Context) {
    const paragraph: Paragraph = {
      tokens: [],
      style: attr(child(child(node, 'pPr'), 'pStyle') ?? node, 'val') ?? '',
      branch: context.branch,
    };
    model.paragraphs.push(paragraph);
    context.out.push(mark(node, `¶${tagText(node)}`, context));
    // Whether a paragraph style that hides its text wins over the runs is Word's own lore.
    const cls = hiddenStyles.has(paragraph.style) && context.cls === 'visible' ? 'either' : context.cls;
    for (const kid of elements(node))
      visit(kid, { ...context, out: paragraph.tokens, cls, format: '', inRun: false });
  }

  function visitRun(node: XmlNode, context: Context) {
    const properties = child(node, 'rPr');
    const format = elements(properties)
      .filter((kid) => !(isWord(kid) && IGNORED_FORMAT.test(kid.local)) && !isFontHint(kid))
      .map((kid) => (kid.local === 'rFonts' ? tagText(kid, (a) => a.local !== 'hint') : canonical(kid)))
      .join('');
    const style = attr(child(properties, 'rStyle') ?? node, 'val') ?? '';
    let cls = context.cls;
    // A run in a picture, without a paragraph, shows nothing.
    if (isOn(properties, 'vanish') || context.inRun) cls = 'frozen';
    else if (hiddenStyles.has(style) && cls === 'visible') cls = 'either';
    for (const kid of elements(node))
      if (kid !== properties) visit(kid, { ...context, cls, format, inRun: true });
  }

  function visitText(node: XmlNode, context: Context) {
    const raw = textOf(node);
    const text = preservesSpace(node) ? raw : raw.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
    // Word does not show text outside a run.
    const cls = node.parent?.local === 'r' ? context.cls : 'frozen';
    const { format } = context;
    for (const piece of text.split(SYMBOLS)) {
      if (piece === '') continue;
      const own = SYMBOL.test(piece) && cls === 'visible' ? 'symbol' : cls;
      context.out.push({ kind: 'text', text: piece, format, cls: own, fields: [...context.fields] });
    }
  }

  visit(root, { out: model.skeleton, cls: 'visible', format: '', fields: [], branch: null, inRun: false });
  for (const { tokens } of model.paragraphs) for (const token of tokens) decideClass(token);
  return model;
}

function mark(node: XmlNode, tag: string, context: Context): MarkToken {
  return { kind: 'mark', name: node.local, tag, format: context.format };
}

function visitFieldCharacter(node: XmlNode, fields: Field[]) {
  const type = attr(node, 'fldCharType');
  if (type === 'begin') fields.push({ instruction: '', phase: 'instruction', ended: false });
  const open = fields.at(-1);
  if (type === 'separate' && open) open.phase = 'result';
  if (type === 'end' && open) {
    open.ended = true;
    fields.pop();
  }
}

const isHyperlink = (instruction: string) => /^\s*HYPERLINK\b/i.test(instruction);

/** Only tells which of a run's fonts shows signs that East Asian and Western fonts share. */
const isFontHint = (node: XmlNode) => node.local === 'rFonts' && node.attrs.every((a) => a.local === 'hint');

/** The class of a content control's content. */
function controlClass(properties: XmlNode | undefined): TextClass | undefined {
  if (isOn(properties, 'showingPlcHdr') || child(properties, 'dropDownList')) return 'frozen';
  if (child(properties, 'comboBox') || child(properties, 'dataBinding')) return 'either';
  return undefined;
}

/**
 * Whether a field that never ends still holds its text is for each reader to decide, so the rules leave it
 * open.
 */
function decideClass(token: Token) {
  if (token.kind !== 'text' || token.cls === 'frozen') return;
  const others = token.fields.filter(
    (field) => !isHyperlink(field.instruction) || field.phase === 'instruction',
  );
  if (others.some((field) => field.ended)) token.cls = 'frozen';
  else if (others.length > 0 || token.fields.some((field) => !field.ended)) token.cls = 'either';
}
