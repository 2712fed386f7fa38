import { codeInlines } from '../../inlines/code-inlines.ts';
import type { CodedInlines, Inline } from '../../inlines/code-inlines.ts';
import { child } from '../../xml/tree.ts';
import type { XmlNode } from '../../xml/tree.ts';
import { isDrawn, isSymbolFont } from '../symbol-fonts.ts';

/** The elements whose text a tree must keep for reading paragraphs. */
export const PARAGRAPH_TEXTS: ReadonlySet<string> = new Set(['a:t']);

/** A run or part of one with its tags, or any other element of a paragraph. */
export type Piece = RunPiece | ElementPiece;

export interface RunPiece {
  readonly kind: 'run';
  readonly text: string;
  readonly run: XmlNode;
  readonly properties: XmlNode | undefined;
  readonly textNode: XmlNode;
  /** The run's links as written; empty without any. */
  readonly link: string;
}

export interface ElementPiece {
  readonly kind: 'element';
  readonly node: XmlNode;
}

/** Adjacent standalones are one code; texts and groups have one piece, which for a group is its first. */
export type Place = readonly [Piece, ...Piece[]];

export interface DrawingParagraph {
  readonly node: XmlNode;
  readonly properties: XmlNode | undefined;
  readonly coded: CodedInlines<Place>;
  /** From the first run to the last, so it includes all text. */
  readonly start: number;
  readonly end: number;
}

type DrawingInline = Inline<Place>;

/** Attributes of `a:rPr` that do not affect the look of text. */
const INVISIBLE: ReadonlySet<string> = new Set([
  'lang',
  'altLang',
  'dirty',
  'err',
  'smtClean',
  'bmk',
  'noProof',
]);
export const LINKS: ReadonlySet<string> = new Set(['a:hlinkClick', 'a:hlinkMouseOver']);
const OUTSIDE: ReadonlySet<string> = new Set(['a:pPr', 'a:endParaRPr']);

/** Reads an `a:p` (ECMA-376 part 1 §21.1.2.2.6); undefined without words. */
export function readParagraph(source: string, node: XmlNode): DrawingParagraph | undefined {
  const content = node.children.filter(({ name }) => !OUTSIDE.has(name));
  const [first, last] = [content[0], content.at(-1)];
  if (!first || !last) return undefined;
  const coded = codeInlines(groupLinks(content.flatMap((inner) => readInline(source, inner))));
  if (!coded) return undefined;
  return { node, properties: child(node, 'a:pPr'), coded, start: first.start, end: last.end };
}

/** An inline and the links around it. */
interface LinkedInline {
  readonly inline: DrawingInline;
  readonly link: string;
}

function readInline(source: string, node: XmlNode): LinkedInline[] {
  const properties = child(node, 'a:rPr');
  const link = linkOf(source, properties);
  if (node.name === 'a:r') return readRun(source, node, properties, link);
  const inline: DrawingInline = {
    kind: 'standalone',
    at: [{ kind: 'element', node }],
    isWall: node.name === 'a:br',
    isBreak: node.name === 'a:br',
  };
  return [{ inline, link }];
}

function readRun(
  source: string,
  run: XmlNode,
  properties: XmlNode | undefined,
  link: string,
): LinkedInline[] {
  const textNode = child(run, 'a:t');
  if (!textNode || textNode.text === '') {
    return [{ inline: { kind: 'marker', at: [{ kind: 'element', node: run }] }, link }];
  }
  if (isSymbolic(properties, textNode.text)) {
    return [{ inline: { kind: 'standalone', at: [{ kind: 'element', node: run }] }, link }];
  }
  const format = formatOf(source, properties);
  // Some writers put a break into a run, which the schema forbids; it is written beside it.
  const strays = run.children
    .filter((node) => node.name === 'a:br')
    .map((node): LinkedInline => {
      const at: Place = [{ kind: 'element', node }];
      return { link, inline: { kind: 'standalone', at, isWall: true, isBreak: true } };
    });
  const isBefore = strays.length > 0 && run.children.indexOf(textNode) === run.children.length - 1;
  const codes = hasSymbolFont(properties) ? CODES_AND_ARROWS : CODES;
  const texts = textNode.text.split(codes).flatMap((text, n): LinkedInline[] => {
    if (text === '') return [];
    const at: Place = [{ kind: 'run', text, run, properties, textNode, link }];
    if (n % 2 === 0) return [{ link, inline: { kind: 'text', text, format, at } }];
    const isBreak = text.startsWith('_');
    return [{ link, inline: { kind: 'standalone', at, isWall: isBreak || text.startsWith('\t'), isBreak } }];
  });
  return isBefore ? [...strays, ...texts] : [...texts, ...strays];
}

function linkOf(source: string, properties: XmlNode | undefined): string {
  return (properties?.children ?? [])
    .filter(({ name }) => LINKS.has(name))
    .map(({ start, end }) => source.slice(start, end))
    .join('');
}

/** Runs of equal format look the same. Links are separate groups. */
function formatOf(source: string, properties: XmlNode | undefined): string {
  if (!properties) return '';
  const attributes = Object.entries(properties.attributes)
    .filter(([name]) => !INVISIBLE.has(name))
    .map(([name, value]) => `${name}="${value}"`);
  const children = properties.children
    .filter((node) => !LINKS.has(node.name) && !isUnusedFont(node))
    .map(({ start, end }) => source.slice(start, end));
  return [...attributes.sort(), ...children].join(' ');
}

/** The font of signs, which does not affect words. */
function isUnusedFont({ name, attributes }: XmlNode): boolean {
  return name === 'a:sym' && isSymbolFont(attributes['typeface']);
}

/** Tabs, and the escape of a vertical tab (ECMA-376 part 1 §22.9.2.19), which is a line break. */
const CODES = /(\t+|_x000[Bb]_)/;
/** Arrows that PowerPoint makes of `-->`: it also leaves their font on the next typed text. */
const CODES_AND_ARROWS =
  /(\t+|_x000[Bb]_|(?<![\p{L}\p{N}\p{M}'’])[\u00c0-\u00ff\uf000-\uf0ff]+(?![\p{L}\p{N}\p{M}'’]))/u;
const SIGNS = /^[\s\u0080-\u00ff\uf000-\uf0ff]+$/;

/** Whether a run uses a symbol font. */
function isSymbolic(properties: XmlNode | undefined, text: string): boolean {
  const font = (name: string) => child(properties, name)?.attributes['typeface'];
  if (isSymbolFont(font('a:latin'))) return isDrawn(text);
  return hasSymbolFont(properties) && SIGNS.test(text) && isDrawn(text);
}

function hasSymbolFont(properties: XmlNode | undefined): boolean {
  return isSymbolFont(child(properties, 'a:sym')?.attributes['typeface']);
}

/** Groups neighbours in the same link, and merges adjacent standalones. */
function groupLinks(linked: readonly LinkedInline[]): DrawingInline[] {
  const result: DrawingInline[] = [];
  for (let from = 0; from < linked.length;) {
    const { link } = linked[from]!;
    let end = from + 1;
    while (linked[end]?.link === link) end++;
    const inlines = joinStandalones(linked.slice(from, end).map(({ inline }) => inline));
    const hasText = inlines.some(({ kind }) => kind === 'text');
    if (link !== '' && hasText) result.push({ kind: 'group', at: inlines[0]!.at, children: inlines });
    else result.push(...inlines);
    from = end;
  }
  return joinStandalones(result);
}

function joinStandalones(inlines: readonly DrawingInline[]): DrawingInline[] {
  const result: DrawingInline[] = [];
  for (const inline of inlines) {
    const last = result.at(-1);
    if (inline.kind === 'standalone' && last?.kind === 'standalone') {
      const isWall = last.isWall === true || inline.isWall === true;
      result[result.length - 1] = { kind: 'standalone', at: [...last.at, ...inline.at], isWall };
    } else {
      result.push(inline);
    }
  }
  return result;
}
