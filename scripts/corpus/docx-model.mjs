// @ts-check
// What a part of a DOCX holds, as this checker sees it: a skeleton, and paragraphs of text and marks. Runs dissolve, since
// a filter may merge and split them; everything else is a mark that must stay where it stands in the text.
import { attr, canonical, child, elements, preservesSpace, tagText, textOf } from './xml.mjs';

/**
 * @typedef {import('./xml.mjs').XmlNode} XmlNode
 *
 * `visible` text is translated, `frozen` text must not change, `either` is for what the rules leave open; `symbol` are signs
 * of a symbol font, which stand in or beside the text and never change.
 * @typedef {'visible' | 'frozen' | 'either' | 'symbol'} TextClass
 *
 * @typedef {object} TextToken
 * @property {'text'} kind
 * @property {string} text
 * @property {string} format the run's properties in one spelling
 * @property {TextClass} cls
 * @property {Field[]} fields open around it; they decide about `cls` once their story has been read
 *
 * @typedef {{kind: 'mark', name: string, tag: string, format: string}} MarkToken
 * @typedef {{kind: 'hidden', name: string, tag: string}} HiddenToken seen by no reader: bookmarks, proofing marks
 * @typedef {TextToken | MarkToken | HiddenToken} Token
 *
 * @typedef {object} Paragraph
 * @property {Token[]} tokens
 * @property {string} style
 * @property {Branch | null} branch of the mc:AlternateContent it stands in
 *
 * @typedef {{alternate: number, fallback: boolean}} Branch
 * @typedef {{instruction: string, phase: 'instruction' | 'result', ended: boolean}} Field
 *
 * @typedef {object} PartModel
 * @property {Token[]} skeleton
 * @property {Paragraph[]} paragraphs in document order
 *
 * @typedef {object} Context
 * @property {Token[]} out
 * @property {TextClass} cls
 * @property {string} format
 * @property {Field[]} fields the story's stack
 * @property {Branch | null} branch
 * @property {boolean} inRun
 */

const WORD =
  /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/wordprocessingml\/(?:2006\/)?main$/;
const MATH = /\/officeDocument\/(?:2006\/)?math$/;
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

const HIDDEN =
  /^(?:proofErr|lastRenderedPageBreak|commentReference|(?:bookmark|perm)(?:Start|End)|(?:comment|moveFrom|moveTo|customXml(?:Ins|Del|MoveFrom|MoveTo))Range(?:Start|End))$/;
/** Text that is there no more: it stays as it is, about where it was. */
const GONE = /^(?:del|moveFrom)$/;
/** Each holds a text of its own, in which no field of the surroundings goes on. */
const STORIES = /^(?:txbxContent|footnote|endnote|hdr|ftr|body|comment)$/;
/** Private use: where symbol fonts have their signs. */
const SYMBOL = /[\uE000-\uF8FF]/;
const SYMBOLS = /([\uE000-\uF8FF]+)/;
const IGNORED_FORMAT = /^(?:lang|noProof)$/;

/** @param {XmlNode} node */
export const isWord = (node) => WORD.test(node.uri);

/** Whether it stands among runs: `w:del` is also what marks a table row or a paragraph's end. @param {XmlNode} node */
const isInline = (node) => node.kids.some((kid) => typeof kid !== 'string');

/** An on/off property: present and not switched off. @param {XmlNode | undefined} parent @param {string} local */
export function isOn(parent, local) {
  const node = child(parent, local);
  return node !== undefined && !/^(?:0|false|off)$/i.test(attr(node, 'val') ?? 'true');
}

/**
 * @param {XmlNode} root of a part
 * @param {ReadonlySet<string>} hiddenStyles ids of styles that hide text
 * @returns {PartModel}
 */
export function modelPart(root, hiddenStyles = new Set()) {
  /** @type {PartModel} */
  const model = { skeleton: [], paragraphs: [] };
  let alternates = 0;

  /** @param {XmlNode} node @param {Context} context */
  function visit(node, context) {
    if (node.uri === COMPATIBILITY && node.local === 'AlternateContent') return visitAlternate(node, context);
    if (MATH.test(node.uri) && /^oMath(?:Para)?$/.test(node.local)) {
      return visitElement(node, { ...context, cls: 'frozen' });
    }
    if (!isWord(node)) return visitElement(node, context);
    if (HIDDEN.test(node.local) || (isInline(node) && GONE.test(node.local))) {
      context.out.push({ kind: 'hidden', name: node.local, tag: canonical(node) });
      return;
    }
    switch (node.local) {
      case 'p':
        return visitParagraph(node, context);
      case 'r':
        return visitRun(node, context);
      case 't':
        return visitText(node, context);
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
      case 'fldSimple':
        return visitElement(node, {
          ...context,
          cls: isHyperlink(attr(node, 'instr') ?? '') ? context.cls : 'frozen',
        });
      case 'ruby':
        return visitElement(node, { ...context, cls: 'frozen' });
      case 'sdt':
        return visitElement(node, { ...context, cls: controlClass(child(node, 'sdtPr')) ?? context.cls });
      default:
        if (STORIES.test(node.local)) return visitStory(node, context);
        return visitElement(node, context);
    }
  }

  /** @param {XmlNode} node @param {Context} context */
  function visitElement(node, context) {
    context.out.push(mark(node, tagText(node), context));
    for (const kid of node.kids) {
      if (typeof kid !== 'string') visit(kid, context);
      else if (kid.trim()) context.out.push({ kind: 'mark', name: '#text', tag: kid, format: '' });
    }
    context.out.push({ kind: 'mark', name: `/${node.local}`, tag: '</>', format: '' });
  }

  /** @param {XmlNode} node @param {Context} context */
  function visitStory(node, context) {
    /** A text box in a field's result or a deleted run: the rules say nothing about it. */
    const isInside =
      context.cls !== 'visible' || context.fields.some((field) => !isHyperlink(field.instruction));
    visitElement(node, { ...context, fields: [], cls: isInside ? 'either' : 'visible', format: '' });
  }

  /** @param {XmlNode} node @param {Context} context */
  function visitAlternate(node, context) {
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

  /** @param {XmlNode} node @param {Context} context */
  function visitParagraph(node, context) {
    /** @type {Paragraph} */
    const paragraph = {
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

  /** @param {XmlNode} node @param {Context} context */
  function visitRun(node, context) {
    const properties = child(node, 'rPr');
    const format = elements(properties)
      .filter((kid) => !(isWord(kid) && IGNORED_FORMAT.test(kid.local)) && !isFontHint(kid))
      .map((kid) => (kid.local === 'rFonts' ? tagText(kid, (a) => a.local !== 'hint') : canonical(kid)))
      .join('');
    const style = attr(child(properties, 'rStyle') ?? node, 'val') ?? '';
    let cls = context.cls;
    // A run in a picture, with no paragraph of its own, shows nothing.
    if (isOn(properties, 'vanish') || context.inRun) cls = 'frozen';
    else if (hiddenStyles.has(style) && cls === 'visible') cls = 'either';
    for (const kid of elements(node))
      if (kid !== properties) visit(kid, { ...context, cls, format, inRun: true });
  }

  /** @param {XmlNode} node @param {Context} context */
  function visitText(node, context) {
    const raw = textOf(node);
    const text = preservesSpace(node) ? raw : raw.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
    // Text that is no child of a run is none Word would show.
    const cls = node.parent?.local === 'r' ? context.cls : 'frozen';
    const { format } = context;
    for (const piece of text.split(SYMBOLS)) {
      if (piece === '') continue;
      const own = SYMBOL.test(piece) && cls === 'visible' ? 'symbol' : cls;
      context.out.push({ kind: 'text', text: piece, format, cls: own, fields: [...context.fields] });
    }
  }

  visit(root, { out: model.skeleton, cls: 'visible', format: '', fields: [], branch: null, inRun: false });
  for (const { tokens } of model.paragraphs) for (const token of tokens) settleClass(token);
  return model;
}

/** @param {XmlNode} node @param {string} tag @param {Context} context @returns {MarkToken} */
function mark(node, tag, context) {
  return { kind: 'mark', name: node.local, tag, format: context.format };
}

/** @param {XmlNode} node @param {Field[]} fields */
function visitFieldCharacter(node, fields) {
  const type = attr(node, 'fldCharType');
  if (type === 'begin') fields.push({ instruction: '', phase: 'instruction', ended: false });
  const open = fields.at(-1);
  if (type === 'separate' && open) open.phase = 'result';
  if (type === 'end' && open) {
    open.ended = true;
    fields.pop();
  }
}

/** @param {string} instruction */
const isHyperlink = (instruction) => /^\s*HYPERLINK\b/i.test(instruction);

/** Only tells which of a run's fonts shows signs that East Asian and Western fonts share. @param {XmlNode} node */
const isFontHint = (node) => node.local === 'rFonts' && node.attrs.every((a) => a.local === 'hint');

/** What a content control makes of its content. @param {XmlNode | undefined} properties @returns {TextClass | undefined} */
function controlClass(properties) {
  if (isOn(properties, 'showingPlcHdr') || child(properties, 'dropDownList')) return 'frozen';
  if (child(properties, 'comboBox') || child(properties, 'dataBinding')) return 'either';
  return undefined;
}

/** Whether a field that never ends still holds its text is for each reader to decide, so the rules leave it open. @param {Token} token */
function settleClass(token) {
  if (token.kind !== 'text' || token.cls === 'frozen') return;
  const others = token.fields.filter(
    (field) => !isHyperlink(field.instruction) || field.phase === 'instruction',
  );
  if (others.some((field) => field.ended)) token.cls = 'frozen';
  else if (others.length > 0 || token.fields.some((field) => !field.ended)) token.cls = 'either';
}
