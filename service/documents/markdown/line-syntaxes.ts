/** A line that is kept as a whole, apart from its list markers and quotes, or the title of a block. */
export interface LineSyntax {
  /** The groups `title` and `label` have the text of a title. */
  readonly pattern: RegExp;
  /**
   * How the parser sees a title: as a heading, which takes no more lines; in a list item if its block is
   * indented.
   */
  readonly shown?: '#' | '- #';
  /** The title is between quotation marks, so it contains none. */
  readonly isQuoted?: true;
  /** Only a title in a quote. */
  readonly isInQuote?: true;
}

/** UTF-16 units: longer lines are not recognised. */
const MAX_LINE = 2_000;

const SYNTAXES: readonly LineSyntax[] = [
  // Containers of Docusaurus, VitePress, Starlight and Pandoc: `:::tip Title`, `::: tip Title`, `:::tip[Title]`.
  {
    pattern:
      /^:{3,}[ \t]*[\w-]*(?:[ \t]*\[(?<label>.*)\][ \t]*(?:\{[^}]*\}[ \t]*)?|[ \t]*(?<title>|\S.*?)(?:[ \t]*\{[^{}]*\}[ \t]*:*|[ \t]*:{3,})?[ \t]*)$/d,
    shown: '#',
  },
  // Admonitions and tabs of Python-Markdown and Material for MkDocs.
  {
    pattern:
      /^(?:(?:!!!|\?\?\?\+?)(?=[ \t])[^"\n]*(?:"(?<title>[^"\n]*)"[ \t]*)?|===[!+]?[ \t][^"\n]*"(?<label>[^"\n]*)"[ \t]*)$/d,
    shown: '- #',
    isQuoted: true,
  },
  // Alerts of GitHub, callouts of Obsidian.
  { pattern: /^\[![\w-]+\][-+]?(?:[ \t]+(?<title>\S.*?))?[ \t]*$/d, shown: '#', isInQuote: true },
  // Attribute lists of kramdown.
  { pattern: /^\{:[^}\n]*\}[ \t]*$/ },
  // Abbreviations of PHP Markdown Extra.
  { pattern: /^\*\[[^\]\n]+\]:[ \t]*(?<title>\S.*?)?[ \t]*$/d, shown: '#' },
  // Fields of a note (Dataview for Obsidian): the key stays, the value is a text.
  { pattern: /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,60}::(?:[ \t]+(?<title>\S.*?)?)?[ \t]*$/du, shown: '#' },
  // Places for a table of contents.
  { pattern: /^\[\[?_?toc_?\]\]?[ \t]*$/i },
  // Commands of LaTeX.
  { pattern: /^\\[a-z]+(?:\[[^\]\n]*\]|\{[^{}\n]*\})*[ \t]*$/i },
  // Comments of Obsidian.
  { pattern: /^%%.*%%[ \t]*$/ },
  // Leaf directives (the proposal "generic directives").
  { pattern: /^::[A-Za-z][\w-]*(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})?[ \t]*$/ },
];

export interface FoundLine {
  readonly syntax: LineSyntax;
  /** The title's place in the line; undefined for none. */
  readonly title: readonly [start: number, end: number] | undefined;
}

/** The first syntax that matches a line; `line` is without its list markers and quotes. */
export function lineSyntaxOf(line: string, isInQuote: boolean): FoundLine | undefined {
  if (line.length > MAX_LINE) return undefined;
  for (const syntax of SYNTAXES) {
    if (syntax.isInQuote && !isInQuote) continue;
    const found = syntax.pattern.exec(line);
    if (!found) continue;
    const groups = found.indices?.groups;
    const title = groups?.['label'] ?? groups?.['title'];
    return { syntax, title: title && title[1] > title[0] ? title : undefined };
  }
  return undefined;
}
