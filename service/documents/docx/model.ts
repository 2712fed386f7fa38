import type { Inline, TextInline } from '../inlines/code-inlines.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Binding } from './bindings.ts';

/** A `w:r`, with everything that a copy needs. Offsets are UTF-16 units of the part's source. */
export interface Run {
  readonly start: number;
  /** End of the start tag. */
  readonly tagEnd: number;
  readonly properties: XmlNode | undefined;
  /** End of `w:rPr`, or of the start tag if there is none: the run's content begins here. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
  /** Runs of equal format look the same. */
  readonly format: string;
}

/** A stretch of the source that belongs to one inline. May begin inside one run and end inside another. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly startRun?: Run | undefined;
  readonly endRun?: Run | undefined;
  /** Texts only: the `w:t`. */
  readonly node?: XmlNode | undefined;
  /** Groups only: the other end; the piece itself opens it. */
  readonly close?: Piece | undefined;
  /** Groups only: the data that Word refills it from. */
  readonly binding?: Binding | undefined;
  /** Set for a mark that texts may not cross: a bookmark's end, or deleted text. */
  readonly fixed?: 'range' | 'deletion' | undefined;
  /** Standalones only: their elements, such as `w:tab` and `w:br`, without meaningless ones. */
  readonly names?: readonly (string | ShownText)[] | undefined;
  /** Whether the schema allows it in a tracked insertion (`outer`: no), or it is one (`closed`). */
  readonly nesting?: 'closed' | 'outer' | 'link' | undefined;
}

/** The text that a field shows. */
export interface ShownText {
  readonly shown: string;
}

/** Whether a whole piece may not be in a tracked insertion. */
export function isOuter({ nesting }: Piece): boolean {
  return nesting === 'outer' || nesting === 'link';
}

/** One shape for all pieces: V8 handles those many times faster than varying objects. */
export function pieceOf(
  start: number,
  end: number,
  startRun: Run | undefined,
  endRun: Run | undefined,
  more: PieceDetails = NOTHING_MORE,
): Piece {
  const { node, close, binding, fixed, names, nesting } = more;
  return { start, end, startRun, endRun, node, close, binding, fixed, names, nesting };
}
const NOTHING_MORE = {};

export type PieceDetails = Omit<Piece, 'start' | 'end' | 'startRun' | 'endRun'>;

export type DocxInline = Inline<Piece>;
export type DocxText = TextInline<Piece>;

/** A paragraph's contents in source order, before fields are resolved and groups nested. */
export type Item =
  | { readonly kind: 'text'; readonly text: string; readonly piece: Piece }
  | { readonly kind: 'standalone'; readonly piece: Piece }
  | { readonly kind: 'marker'; readonly piece: Piece }
  | { readonly kind: 'open'; readonly piece: Piece }
  | { readonly kind: 'close'; readonly piece: Piece }
  | {
      readonly kind: 'field';
      readonly type: 'begin' | 'separate' | 'end';
      readonly piece: Piece;
      readonly choice?: string | undefined;
    }
  | { readonly kind: 'instruction'; readonly text: string; readonly piece: Piece };

/** Of a field or a control that is a check box. */
export const CHECK_BOX_NAME = 'check box';

/** The two or more renderings of one thing in an `mc:AlternateContent`. */
export interface Alternates {
  /** Paragraphs of the first Choice, which are segments. */
  readonly chosen: Paragraph[];
  /** Paragraphs of the others (for older programs), which get the same translations. */
  readonly mirrors: Paragraph[];
}

export interface Paragraph {
  readonly node: XmlNode;
  readonly properties: XmlNode | undefined;
  readonly styleId: string | undefined;
  items: Item[];
  /** In placeholder text, a drop-down list or the like. */
  readonly untranslatable: boolean;
  /** In a rendering for older programs. */
  readonly mirror: boolean;
  /** The tables around it, outermost first. */
  readonly tables: readonly XmlNode[];
  /** The control around whole paragraphs that Word refills from data. */
  readonly binding: Binding | undefined;
  /** A WordArt's text is in an attribute: a single text, whose piece is the attribute's value. */
  readonly isAttribute: boolean;
  /** Whether it has a field that numbers items for a table of figures. */
  numbered: boolean;
}

/** A flow of paragraphs that fields may span: the body, one note, one text box. */
export type Story = Paragraph[];

/** Fields that show words of other places, and become outdated when these are translated. */
export interface FieldUse {
  /** Whether there is a table of contents or of figures. */
  readonly hasContents: boolean;
  /** Bookmark names, in capitals, in cross-references that show words rather than only a number. */
  readonly quoted: readonly string[];
  /** Words shown by fields and drop-down lists that stay untranslated. */
  readonly leftOut: readonly string[];
}

export interface PartModel extends FieldUse {
  readonly part: string;
  readonly source: string;
  readonly root: XmlNode;
  /** In document order. */
  readonly paragraphs: readonly Paragraph[];
  readonly alternates: readonly Alternates[];
}
