import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { bounded } from './bounded.ts';

export type MarkdownEvent = ReturnType<typeof postprocess>[number];
export type MarkdownToken = MarkdownEvent[1];
type Parser = ReturnType<typeof parse>;

export interface Syntax {
  readonly isMdx: boolean;
  readonly hasIndentedCode: boolean;
  /** The possible targets of references in the text. */
  readonly labels: Labels;
}

export interface Labels {
  readonly definitions: ReadonlySet<string>;
  readonly footnotes: ReadonlySet<string>;
}

/**
 * The constructs that micromark finds in `text[start, end)`, in order, each with its start and end. A text is
 * parsed in pieces, because the events of a large one need hundreds of megabytes. Definitions anywhere in the
 * text are known from the start. `head` is parsed before the piece: its events come first, with offsets
 * before `start`.
 */
export function eventReader(text: string, { isMdx, hasIndentedCode, labels }: Syntax) {
  const disabled = [...(hasIndentedCode ? [] : ['codeIndented']), ...(isMdx ? ['htmlFlow', 'htmlText'] : [])];
  const extensions = [gfm(), { disable: { null: disabled } }];
  const parserOf = (all: typeof extensions): Parser => {
    const parser: Parser & { gfmFootnotes?: string[] } = parse({ extensions: all });
    parser.constructs = bounded(parser.constructs);
    parser.defined = new KnownLabels(labels.definitions);
    parser.gfmFootnotes = new KnownLabels(labels.footnotes);
    return parser;
  };
  const first = parserOf([...extensions, frontmatter(['yaml', 'toml'])]);
  const later = parserOf(extensions);
  return (start: number, end: number, head: string): MarkdownEvent[] => {
    const parser = start === 0 ? first : later;
    // Lines are counted from 1 in each piece.
    parser.lazy = {};
    const piece = text.slice(start, end);
    // A byte order mark at the start is not counted.
    const counted = piece.startsWith('\ufeff') ? ` ${piece.slice(1)}` : piece;
    const from = { line: 1, column: 1, offset: start - head.length, _index: 0, _bufferIndex: -1 };
    return postprocess(parser.document(from).write(preprocess()(head + counted, undefined, true)));
  };
}

/** CommonMark §4.7. */
export function normalisedLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
}

/** micromark searches a list for a label, once for each pair of brackets. */
class KnownLabels extends Array<string> {
  readonly #known: ReadonlySet<string>;

  constructor(known: ReadonlySet<string>) {
    super();
    this.#known = known;
  }

  override includes(label: string): boolean {
    return this.#known.has(label);
  }

  override push(): number {
    return 0;
  }
}
