import { Tokenizer, TokenizerMode } from 'parse5';
import type { Token as Parse5 } from 'parse5';
import { placeOf, RAW, VOID } from './elements.ts';
import { templateSpans } from './templates.ts';
import type { TemplateSpan } from './templates.ts';

/** A piece of markup, `text[start, end)`. */
export type MarkupToken = TagToken | TextToken | OtherToken;

export interface TagToken {
  readonly kind: 'start' | 'end';
  /** In lower case, with its prefix. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether it has no end tag. */
  readonly isEmpty: boolean;
  /** The places of the attributes, name and value. */
  readonly attributes: Readonly<Record<string, Place>> | undefined;
}
interface Place {
  readonly startOffset: number;
  readonly endOffset: number;
}
export interface TextToken {
  readonly kind: 'text';
  readonly start: number;
  readonly end: number;
  /** A CDATA section, marks included: the content, in which `&` and `<` are literal. */
  readonly content?: Section;
}
export interface Section {
  readonly start: number;
  readonly end: number;
}
/** A comment, a DOCTYPE, a processing instruction, or a template statement. */
export interface OtherToken {
  readonly kind: 'other';
  readonly start: number;
  readonly end: number;
  /** Separates texts (`<% if %>`): no word crosses it; others stay in place (`<%= name %>`). */
  readonly isWall: boolean;
  /** A template statement that prints a value. */
  readonly isWord?: true;
}

export interface MarkupSyntax {
  /** XML: any element may be empty (`<p/>`). */
  readonly isXml: boolean;
  /** Whether elements are HTML's (default): `<meta>` has no end, and a `<title>` no tags. */
  readonly isHtml?: boolean;
}

/** parse5's tokenizer does not know its current element: the handler sets the mode (HTML §13.2.6). */
const MODES: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
};

const [CDATA, CDATA_END] = ['<![CDATA[', ']]>'];

/** The tokens of a page or fragment, covering its whole text, as a browser without scripts reads it. */
export function markupTokens(text: string, { isXml, isHtml = true }: MarkupSyntax): MarkupToken[] {
  const tokens: MarkupToken[] = [];
  const templates = templateSpans(text);
  /** Open `svg`, `math` and what is HTML again within them, the innermost last. */
  const foreign: string[] = [];
  const texts = textCollector(text, templates, tokens, () => isXml || isForeign(foreign));
  const onCharacters = ({ location }: Parse5.CharacterToken) => {
    texts.add(location!.startOffset, location!.endOffset);
  };
  const onOther = ({ location }: { location: Parse5.Location | null }) => {
    texts.flush();
    tokens.push({ kind: 'other', start: location!.startOffset, end: location!.endOffset, isWall: false });
  };
  const onTag = (tag: Parse5.TagToken, kind: 'start' | 'end') => {
    texts.flush();
    const { tagName: name, location } = tag;
    const { startOffset: start, endOffset: end, attrs: attributes } = location!;
    const inForeign = isForeign(foreign);
    const isEmpty =
      (tag.selfClosing && (isXml || inForeign || FOREIGN.has(name))) || (isHtml && VOID.has(name));
    tokens.push({ kind, name, start, end, isEmpty, attributes });
    if (isHtml && kind === 'start' && !isEmpty && !inForeign && Object.hasOwn(MODES, name))
      tokenizer.state = MODES[name]!;
    if (isHtml && !isEmpty) followForeign(foreign, name, kind);
    tokenizer.inForeignNode = isXml || isForeign(foreign);
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onComment: onOther,
      onDoctype: onOther,
      onStartTag: (tag) => {
        onTag(tag, 'start');
      },
      onEndTag: (tag) => {
        onTag(tag, 'end');
      },
      onEof: texts.flush,
      onCharacter: onCharacters,
      onNullCharacter: onCharacters,
      onWhitespaceCharacter: onCharacters,
    },
  );
  tokenizer.inForeignNode = isXml;
  tokenizer.write(withoutTemplates(text, templates), true);
  return tiled(tokens, text.length);
}

/**
 * Texts among the tokens: parse5 gives words and the white space between them one by one, a text is what is
 * between two tags. CDATA sections, where there are any, and templates are separate pieces.
 */
function textCollector(
  text: string,
  templates: readonly TemplateSpan[],
  tokens: MarkupToken[],
  mayHaveSections: () => boolean,
) {
  let [textStart, textEnd] = [0, 0];
  let nextSection = text.indexOf(CDATA);
  let nextTemplate = 0;
  const passTemplates = (before: number) => {
    while (nextTemplate < templates.length && templates[nextTemplate]!.end <= before) nextTemplate++;
  };
  const addText = (start: number, end: number) => {
    if (end > start) tokens.push({ kind: 'text', start, end });
  };
  const addTextAround = (from: number, to: number) => {
    let at = from;
    passTemplates(at);
    for (; nextTemplate < templates.length && templates[nextTemplate]!.start < to; nextTemplate++) {
      const { start, end, kind } = templates[nextTemplate]!;
      if (kind === 'value' || start < at) continue;
      addText(at, start);
      const shown = kind === 'shown' ? { isWord: true as const } : {};
      tokens.push({ kind: 'other', start, end: Math.min(end, to), isWall: kind === 'wall', ...shown });
      at = Math.min(end, to);
      if (end > to) break;
    }
    addText(at, to);
  };
  const addSection = (start: number, end: number) => {
    passTemplates(start);
    for (; nextTemplate < templates.length && templates[nextTemplate]!.start < end; nextTemplate++) {
      if (templates[nextTemplate]!.kind === 'value') continue;
      tokens.push({ kind: 'other', start, end, isWall: true });
      return;
    }
    const content = { start: start + CDATA.length, end: end - CDATA_END.length };
    tokens.push({ kind: 'text', start, end, content });
  };
  const flush = () => {
    const hasSections = mayHaveSections();
    while (nextSection !== -1 && nextSection < textEnd) {
      if (hasSections && nextSection >= textStart) {
        const close = text.indexOf(CDATA_END, nextSection);
        if (close === -1) break;
        addTextAround(textStart, nextSection);
        textStart = close + CDATA_END.length;
        addSection(nextSection, textStart);
      }
      nextSection = text.indexOf(CDATA, Math.max(nextSection + 1, textStart));
    }
    if (textEnd > textStart) addTextAround(textStart, textEnd);
    textStart = textEnd = Math.max(textStart, textEnd);
  };
  return {
    flush,
    add(start: number, end: number) {
      if (start !== textEnd) {
        flush();
        textStart = Math.max(start, textEnd);
      }
      textEnd = end;
    },
  };
}

/** The characters of a text, as they are written. */
export function rawText(text: string, { start, end, content }: TextToken): string {
  return content ? text.slice(content.start, content.end) : text.slice(start, end);
}

const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math']);
const HTML_AGAIN: ReadonlySet<string> = new Set(['foreignobject', 'annotation-xml']);

function isForeign(open: readonly string[]): boolean {
  return FOREIGN.has(open.at(-1) ?? '');
}

function followForeign(open: string[], name: string, kind: 'start' | 'end'): void {
  if (kind === 'end') {
    if (open.at(-1) === name) open.pop();
  } else if (FOREIGN.has(name) || (open.length > 0 && HTML_AGAIN.has(name))) {
    open.push(name);
  } else if (isForeign(open) && placeOf(name) === 'block' && !WITHIN_SVG.has(name)) {
    // A browser leaves an unclosed drawing at the first paragraph (HTML §13.2.6.5).
    open.length = 0;
  }
}

const WITHIN_SVG: ReadonlySet<string> = new Set(['title', 'desc', 'text', ...RAW, 'link', 'a']);

/** Text that the tokenizer drops, such as an unfinished tag at the end, becomes a token. */
function tiled(tokens: readonly MarkupToken[], length: number): MarkupToken[] {
  const all: MarkupToken[] = [];
  let at = 0;
  for (const token of tokens) {
    if (token.start > at) all.push({ kind: 'other', start: at, end: token.start, isWall: false });
    all.push(token);
    at = token.end;
  }
  if (at < length) all.push({ kind: 'other', start: at, end: length, isWall: false });
  return all;
}

/** The text with letters in place of template code, whose signs would look like tags. */
function withoutTemplates(text: string, templates: readonly TemplateSpan[]): string {
  if (templates.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of templates) {
    pieces.push(text.slice(at, start), 'x'.repeat(end - start));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}
