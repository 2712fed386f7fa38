import type { Span } from '../xml/scan.ts';
import type { Included } from '../../contract/index.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import type { Inline } from '../inlines/code-inlines.ts';

/** An element around a piece of a paragraph, inside the paragraph. Offsets of the part's text. */
export interface Around {
  readonly start: number;
  readonly contentStart: number;
  contentEnd: number;
  end: number;
  /** A `text:span`, which may be divided and written again; others are kept whole. */
  readonly isSpan: boolean;
}

/** The place of an inline; for a group its element with all its content. */
export interface Piece {
  readonly start: number;
  end: number;
  /** From the paragraph inwards. */
  readonly around: readonly Around[];
  /** Groups only. */
  readonly element?: Around;
  /** The border of two paragraphs in a segment of several. */
  readonly isBreak?: boolean;
  /** The visible text of a standalone: a field's text, a tab, a line break. */
  shown?: string;
}

export type OdfInline = Inline<Piece>;

/** A `text:p` or `text:h`, a text-only element, or an attribute's value. */
export interface Paragraph {
  readonly kind: 'paragraph';
  /** Canonical name. */
  readonly name: string;
  readonly start: number;
  /** End of its start tag. */
  readonly contentStart: number;
  contentEnd: number;
  end: number;
  inlines: OdfInline[];
  /** Headings only, from 1. */
  readonly level: number | undefined;
  readonly styleName: string | undefined;
  /** The optional parts of the document that it belongs to. */
  readonly parts: readonly Included[];
  /** Its context; see read-part.ts. */
  readonly place: Place;
}

export interface Place {
  /** The index that contains it, such as a table of contents, and whether as title, template or entry. */
  readonly index?: {
    readonly start: number;
    readonly kind: string;
    readonly role: 'title' | 'template' | 'entry';
  };
  /** Within another paragraph: in a note, a frame. */
  readonly isNested: boolean;
  /** What the nearest element around it says that it is. */
  readonly kind?: SegmentKind;
  /** In a drawn shape, which mirrors its alignment by itself when its direction changes. */
  readonly isShape?: boolean;
  /** The innermost table. */
  readonly table?: StyledTag;
}

/** The start tag of a table. */
export interface StyledTag {
  readonly start: number;
  readonly contentStart: number;
  readonly styleName: string | undefined;
  /** Within a paragraph, perhaps in a frame. */
  readonly isNested: boolean;
}

/** An embedded object (a chart), at its frame. */
export interface EmbeddedObject {
  readonly kind: 'object';
  readonly href: string;
  readonly parts: readonly Included[];
}

export type PartItem = Paragraph | EmbeddedObject;

/** A style of a part's `office:automatic-styles`. */
export interface AutomaticStyle {
  readonly name: string;
  readonly family: string;
  readonly parent: string | undefined;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  /** The value of its name. */
  readonly nameAt: Span | undefined;
  /** Where to insert missing layout properties. */
  readonly layoutAt: number;
  /** Paragraphs, cells and tables only. */
  readonly layout: LayoutProperties | undefined;
}

/** `style:paragraph-properties` or `style:table-properties`. */
export interface LayoutProperties {
  readonly start: number;
  readonly contentStart: number;
  readonly align: string | undefined;
  readonly writingMode: string | undefined;
  /** The spans of those two, with the space before them. */
  readonly written: readonly Span[];
}

export interface PartModel {
  readonly part: string;
  readonly source: string;
  /** In the order of their start tags. */
  readonly items: readonly PartItem[];
  readonly styles: PartStyles;
  /** Entries of alphabetical indexes and bibliographies, which are kept. */
  readonly keptEntries: number;
}

export interface PartStyles {
  readonly automatic: ReadonlyMap<string, AutomaticStyle>;
  /** The element that holds them; undefined if there is none. */
  readonly container:
    { readonly start: number; readonly contentStart: number; readonly contentEnd: number } | undefined;
  /** Offset of the content after them, where a new one would be inserted. */
  readonly body: number;
}
