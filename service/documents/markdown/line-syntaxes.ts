/** A line that is kept as a whole, its list markers and quotes aside, or the title of a block. */
export interface LineSyntax {
  /** The groups `title` and `label` have the text of a title. */
  readonly pattern: RegExp;
  /** How the parser is shown a title: as a heading, which takes no more lines; in a list item where its block is indented. */
  readonly shown?: '#' | '- #';
  /** The title is between quotation marks, so it has none. */
  readonly isQuoted?: true;
  /** Only a title in a quote. */
  readonly isInQuote?: true;
}

/** UTF-16 units: longer lines are none of these. */
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
  { pattern: /^\*\[[^\]\n]+\]:.*$/ },
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

/** The first syntax that a line is of; `line` is without its list markers and quotes. */
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
