import type { Warning } from '../../contract/index.ts';
import { spanFormat } from '../spans/span-format.ts';
import { headings, linkedAnchors } from './headings.ts';
import { readMarkdown } from './read-markdown.ts';

/** Markdown and MDX: the texts of its blocks, of tables, pictures, links and front matter. */
export const markdownFormat = spanFormat({
  fileType: 'markdown',
  // Any text is valid Markdown, so the name decides.
  recognise: ({ text, extension }) =>
    text !== undefined && /^(?:md|markdown|mdx)$/.test(extension) ? 'maybe' : 'no',
  reference: (char) => `&#x${char.codePointAt(0)!.toString(16)};`,

  read(text, { from, fileName, options: { front_matter: frontMatter, attributes, anchors } }) {
    const found = headings();
    const how = { isMdx: isMdx(text, fileName), from, frontMatter, attributes };
    const markdown = readMarkdown(text, { ...how, headings: found });
    return {
      spans: markdown.spans(),
      warnings: () => brokenWarnings(markdown.brokenValues()),
      readBack: (written) => readMarkdown(written, { ...how, holdsCode: markdown.holdsCode }).spans(),
      closing: () => {
        const changed = found.changed();
        if (anchors === 'ids')
          return { edits: changed.map(({ anchor, end }) => ({ start: end, end, text: ` {#${anchor}}` })) };
        return { warnings: anchorWarnings(changed, linkedAnchors(text)) };
      },
    };
  },
});

const FENCED = /^(`{3,}|~{3,})[^\n]*\n(?:[^]*?^\1|[^]*)/gm;

/** Docusaurus reads .md files as MDX too: files with imports outside their code samples count as MDX. */
function isMdx(text: string, fileName: string | undefined): boolean {
  return (
    /\.mdx$/i.test(fileName ?? '') ||
    /^import\s[^\n]*\sfrom\s+['"][^'"\n]+['"];?[ \t]*\r?$/m.test(text.slice(0, 2_000).replace(FENCED, ''))
  );
}

function brokenWarnings(count: number): Warning[] {
  if (count === 0) return [];
  return [
    {
      code: 'unit_untranslated',
      reason: 'source_broken',
      message:
        'Values at the head of the file (front matter) are no valid YAML, so they stay as they are. Correct them, a missing quotation mark for instance, and translate the file again.',
      count,
    },
  ];
}

function anchorWarnings(changed: readonly { anchor: string }[], linked: readonly string[]): Warning[] {
  const lost = new Set(changed.map(({ anchor }) => anchor));
  const count = linked.filter((anchor) => lost.has(anchor)).length;
  if (count === 0) return [];
  return [
    {
      code: 'anchors_changed',
      message:
        'Links within the file lead to headings whose anchors are made of their text, which is translated now. Set the option “anchors” to “ids”, or correct those links by hand.',
      count,
    },
  ];
}
