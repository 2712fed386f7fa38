import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { markdownFormat } from '../../../service/documents/markdown/markdown-format.ts';
import { completeCodes } from '../../../service/text/complete-codes.ts';
import { formatCoded, parseCoded } from '../../../service/text/codes.ts';
import type { Token } from '../../../service/text/codes.ts';
import { corpusFiles } from '../support/corpus.ts';

const files = ['.md', '.mdx', '.markdown'].flatMap((ending) => corpusFiles('md', ending));
const oracle = new MarkdownIt({ html: true, linkify: true });
oracle.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
/** Text that CommonMark alone takes for code: it is indented within an admonition, a tab or a component. */
const HAS_CONTENT_INDENTED = /^\s*(?:!!!|\?\?\?|===\s"|<[A-Z])/m;

const longer = (coded: string) => `[${coded} ${'lorem ipsum '.repeat(Math.ceil(coded.length / 40)).trim()}]`;
const withTokens = (change: (tokens: Token[]) => Token[]) => (coded: string) =>
  `${formatCoded(change(parseCoded(coded)))} ñ`;

/** How engines treat codes. */
const ENGINES: Record<string, (coded: string) => string> = {
  'that adds brackets and a third': longer,
  'that loses every second code': withTokens((tokens) =>
    tokens.filter((token) => token.kind === 'text' || token.id % 2 === 0),
  ),
  'that puts codes first': withTokens((tokens) => [
    ...tokens.filter(({ kind }) => kind === 'standalone'),
    ...tokens.filter(({ kind }) => kind !== 'standalone'),
  ]),
};

/** The structure of a text in markdown-it's view, without its words. */
function structureOf(text: string): string[] {
  const body = text.replace(/^(---|\+\+\+)[ \t]*\r?\n(?:[^]*?\n)??\1[ \t]*(?:\r?\n|$)/, '');
  return oracle.parse(body, {}).flatMap(({ type, tag, info, content, children }) => {
    if (type === 'inline') return [(children ?? []).flatMap(inlineStructure).sort().join(' ')];
    if (type === 'html_block') return [(content.match(/<\/?[\w-]+/g) ?? []).join('')];
    return [type === 'fence' || type === 'code_block' ? `${type} ${info} ${content}` : `${type} ${tag}`];
  });
}

function inlineStructure(
  token: NonNullable<ReturnType<typeof oracle.parse>[number]['children']>[number],
): string[] {
  const { type, content } = token;
  if (type.startsWith('text') || type === 'softbreak') return [];
  if (type === 'link_open') return [`link ${token.attrGet('href') ?? ''}`];
  if (type === 'image') return [`image ${token.attrGet('src') ?? ''}`];
  if (type === 'code_inline') return [`code ${content}`];
  return [type === 'html_inline' ? content.replace(/\s(?:alt|title)="[^"]*"/g, '') : type];
}

/** An address moved out of its `<a href>` is its own link to markdown-it, and left out here. */
const linksOf = (structure: string[], source: string) =>
  structure
    .flatMap((line) => line.match(/(?:link|image) \S+/g) ?? [])
    .filter((link) => !source.includes(`<a href="${link.replace(/^link /, '')}"`))
    .sort();

describe.skipIf(files.length === 0)('Markdown of the corpus', () => {
  it.each(Object.keys(ENGINES))('keeps its structure with an engine %s', async (engine) => {
    for (const { name, read } of files) {
      const source = read();
      const options = { from: 'en', to: 'es', fileName: name };
      const { segments } = await markdownFormat.extract(source, { ...options, maxSegments: 1_000_000 });
      const targets = segments.map(({ text, copy, rules }) =>
        copy
          ? null
          : formatCoded(completeCodes(parseCoded(text), parseCoded(ENGINES[engine]!(text)), rules).tokens),
      );
      const { bytes, kept = [] } = await markdownFormat.assemble(source, targets, options);
      expect(kept, name).toEqual([]);
      const written = Buffer.from(source).toString();
      const [before, after] = [source, bytes].map((file) => structureOf(Buffer.from(file).toString()));
      if (engine !== Object.keys(ENGINES)[0])
        expect(linksOf(after!, written), name).toEqual(linksOf(before!, written));
      else if (!HAS_CONTENT_INDENTED.test(written)) expect(after, name).toEqual(before);
    }
  });

  it.each(files)('comes back as it was where nothing is translated: $name', async ({ name, read }) => {
    const source = read();
    const options = { from: 'en', to: 'es', fileName: name };
    const { segments } = await markdownFormat.extract(source, { ...options, maxSegments: 1_000_000 });
    const { bytes } = await markdownFormat.assemble(
      source,
      segments.map(({ text }) => text),
      options,
    );
    expect(Buffer.from(bytes).equals(Buffer.from(source))).toBe(true);
  });
});
