import type { OoxmlPackage } from '../ooxml/package.ts';
import type { ProofingSlot } from '../ooxml/proofing-language.ts';
import { isSymbolFont } from '../ooxml/symbol-fonts.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import { child, childValue, parseXml, toggle } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';

export interface Styles {
  /** Whether text of this style is hidden, as in the form borders that Word keeps of pasted web pages. */
  isHidden(styleId: string | undefined): boolean;
  /** Whether runs of this style, in a paragraph of that one, use a symbol font. */
  isSymbolic(runStyle: string | undefined, paragraphStyle: string | undefined): boolean;
  /** 1 to 9 if the style is a heading that a table of contents would list. */
  headingLevel(styleId: string | undefined): number | undefined;
  /** What the style says of its paragraphs besides: a list's, a title's, a caption's. */
  kind(styleId: string | undefined): SegmentKind | undefined;
  /** Whether paragraphs of this style are right-to-left, unless they say otherwise. */
  isBidi(paragraphStyle: string | undefined): boolean;
  /** Whether runs of this style, in a paragraph of that one, are right-to-left. */
  isRtl(runStyle: string | undefined, paragraphStyle: string | undefined): boolean;
  /** The value of an attribute of `w:lang` for runs of this style, in a paragraph of that one. */
  language(
    slot: ProofingSlot,
    runStyle: string | undefined,
    paragraphStyle: string | undefined,
  ): string | undefined;
}

interface Style {
  basedOn: string | undefined;
  hidden: boolean | undefined;
  symbolic: boolean | undefined;
  /** 0: body text. */
  level: number | undefined;
  kind: SegmentKind | undefined;
  bidi: boolean | undefined;
  rtl: boolean | undefined;
  lang: XmlNode | undefined;
}

const NO_TEXT: ReadonlySet<string> = new Set();
/** Maximum depth of based-on styles; ends loops. */
const MAX_CHAIN = 32;

export function readStyles(pkg: OoxmlPackage, mainPart: string): Styles {
  const part = pkg.relationships(mainPart).find((rel) => rel.kind === 'styles')?.part;
  const styles = new Map<string, Style>();
  let defaults: XmlNode | undefined;
  /** The style of paragraphs that name none, or an unknown one. */
  let normal: string | undefined;
  if (part !== undefined) {
    for (const node of parseXml(pkg.text(part), part, { textOf: NO_TEXT }).children) {
      const id = node.attributes['w:styleId'];
      if (node.name === 'w:docDefaults') defaults = node;
      if (node.name !== 'w:style' || id === undefined) continue;
      styles.set(id, readStyle(node));
      const isDefault = /^(?:1|true|on)$/i.test(node.attributes['w:default'] ?? '');
      if (isDefault && node.attributes['w:type'] === 'paragraph') normal = id;
    }
  }
  const bidi = toggle(child(child(defaults, 'w:pPrDefault'), 'w:pPr'), 'w:bidi') ?? false;
  const rtl = toggle(child(child(defaults, 'w:rPrDefault'), 'w:rPr'), 'w:rtl') ?? false;
  const lang = child(child(child(defaults, 'w:rPrDefault'), 'w:rPr'), 'w:lang');
  const orNormal = (styleId: string | undefined) => (styles.has(styleId ?? '') ? styleId : normal);
  const inherited = <T>(
    styleId: string | undefined,
    read: (style: Style) => T | undefined,
  ): T | undefined => {
    let style = styles.get(styleId ?? '');
    for (let depth = 0; style && depth < MAX_CHAIN; depth++) {
      const value = read(style);
      if (value !== undefined) return value;
      style = styles.get(style.basedOn ?? '');
    }
    return undefined;
  };
  return {
    isHidden: (styleId) => inherited(styleId, (style) => style.hidden) ?? false,
    isSymbolic: (runStyle, paragraphStyle) =>
      inherited(runStyle, (style) => style.symbolic) ??
      inherited(orNormal(paragraphStyle), (style) => style.symbolic) ??
      false,
    headingLevel: (styleId) => {
      const level = inherited(styleId, (style) => style.level);
      return level === 0 ? undefined : level;
    },
    kind: (styleId) => inherited(styleId, (style) => style.kind),
    isBidi: (styleId) => inherited(orNormal(styleId), (style) => style.bidi) ?? bidi,
    isRtl: (runStyle, paragraphStyle) =>
      inherited(runStyle, (style) => style.rtl) ??
      inherited(orNormal(paragraphStyle), (style) => style.rtl) ??
      rtl,
    language: (slot, runStyle, paragraphStyle) => {
      const read = (style: Style) => style.lang?.attributes[`w:${slot}`];
      return (
        inherited(runStyle, read) ??
        inherited(orNormal(paragraphStyle), read) ??
        lang?.attributes[`w:${slot}`]
      );
    },
  };
}

function readStyle(node: XmlNode): Style {
  const outline = childValue(child(node, 'w:pPr'), 'w:outlineLvl');
  const name = (childValue(node, 'w:name') ?? '').toLowerCase();
  const named = /^heading ([1-9])$/.exec(name)?.[1];
  const isListed = child(child(node, 'w:pPr'), 'w:numPr') !== undefined;
  return {
    basedOn: childValue(node, 'w:basedOn'),
    hidden: toggle(child(node, 'w:rPr'), 'w:vanish'),
    symbolic: hasSymbolFont(child(node, 'w:rPr')),
    kind: KINDS.get(name) ?? (isListed ? 'item' : undefined),
    bidi: toggle(child(node, 'w:pPr'), 'w:bidi'),
    rtl: toggle(child(node, 'w:rPr'), 'w:rtl'),
    lang: child(child(node, 'w:rPr'), 'w:lang'),
    level:
      outline === BODY_TEXT
        ? 0
        : (outlineLevel(outline) ?? (named === undefined ? undefined : Number(named))),
  };
}

/**
 * Whether run properties name a symbol font for Latin; undefined without a font. Themes first (§17.3.2.26).
 */
export function hasSymbolFont(properties: XmlNode | undefined): boolean | undefined {
  const fonts = child(properties, 'w:rFonts')?.attributes;
  if (fonts?.['w:asciiTheme'] !== undefined) return false;
  const font = fonts?.['w:ascii'];
  return font === undefined ? undefined : isSymbolFont(font);
}

/** Built-in styles by their names, which are the same in every language of Word. */
const KINDS: ReadonlyMap<string, SegmentKind> = new Map(
  Object.entries<SegmentKind>({
    title: 'title',
    caption: 'caption',
    quote: 'quote',
    'intense quote': 'quote',
    'list paragraph': 'item',
    'list bullet': 'item',
    'list number': 'item',
  }),
);

/** A style based on a heading may declare that it is not a heading, as “TOC Heading” does (§17.3.1.20). */
const BODY_TEXT = '9';

/** `w:outlineLvl` counts from 0; 9 means body text. */
export function outlineLevel(value: string | undefined): number | undefined {
  return value !== undefined && /^[0-8]$/.test(value) ? Number(value) + 1 : undefined;
}
