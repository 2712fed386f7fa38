import type { Warning } from '../../contract/index.ts';
import { attributeValue } from '../markup/attributes.ts';
import { languageEdits } from '../markup/language.ts';
import { namesLanguage } from '../shared/language-tags.ts';
import { isRightToLeft } from '../shared/text-direction.ts';
import { readMarkup } from '../markup/read-markup.ts';
import type { Markup } from '../markup/read-markup.ts';
import { openPackage } from '../ooxml/package.ts';
import { packageFormat } from '../packages/package-format.ts';
import type { PackagePart, PartEdit } from '../packages/package-format.ts';
import type { Span } from '../spans/span.ts';
import { contents } from './contents.ts';
import { readPublication, readXml, refuseEntities, tagsOf } from './publication.ts';
import type { Publication } from './publication.ts';

/** EPUB 2 and 3: chapters in reading order, then tables of contents and the book's description. */
export const epubFormat = packageFormat({
  fileType: 'epub',
  recognise: ({ archive }) =>
    archive?.entries.some(({ name }) => name.toLowerCase() === 'meta-inf/container.xml') === true
      ? 'yes'
      : 'no',

  open(source, { from, to, options: { book_title: hasTitle } }) {
    const pkg = openPackage(source);
    const publication = readPublication(pkg);
    const { opf, opfPart, chapters, nav, ncx } = publication;
    const labels = contents();
    const pages = new Map<string, Markup>();
    let count = 0;
    return {
      parts: partsOf(),
      text: (part) => pkg.text(part),
      save: (changes) => pkg.save(new Map(Array.from(changes, ([part, text]) => [part, inEncoding(text)]))),
      warnings: () => warningsOf(publication),
      closing: (changed) => {
        const edits = labels.edits(changed, (part) => pkg.text(part));
        if (from === undefined || to === undefined || changed.length === 0) return { edits };
        for (const [part, markup] of pages)
          for (const edit of languageEdits(markup, from, to, !publication.isFixed))
            edits.push({ part, ...edit });
        edits.push(...packageEdits(publication, from, to));
        return { edits };
      },
    };

    function* partsOf(): Generator<PackagePart> {
      for (const name of chapters) yield* page(name);
      if (nav !== undefined) yield* page(nav, true);
      if (ncx !== undefined) yield others(ncx, readXml(pkg, ncx), (name) => name === 'text');
      yield others(opfPart, opf, (name) => name === 'description' || (hasTitle && name === 'title'));
    }

    function* page(name: string, isNav = false): Generator<PackagePart> {
      const text = pkg.text(name);
      refuseEntities(text);
      const how = { isXml: true, from };
      const markup = readMarkup(text, how);
      pages.set(name, markup);
      const again = (written: string) => [
        ...readMarkup(written, { ...how, holdsCode: markup.holdsCode }).spans(),
      ];
      const spans = isNav ? labels.ownLabels(name, [...markup.spans()]) : markup.spans();
      yield {
        name,
        spans: counted(spans, isNav),
        readBack: (written) => (isNav ? labels.ownLabelsAgain(name, again(written)) : again(written)),
      };
    }

    /** The texts of some elements of XML other than pages. */
    function others(name: string, markup: Markup, isText: (element: string) => boolean): PackagePart {
      const textsOf = (read: Markup) => [...read.spans()].filter((span) => isText(elementOf(read, span)));
      const spans = labels.ownLabels(name, textsOf(markup));
      return {
        name,
        spans: counted(spans, true),
        readBack: (written) =>
          labels.ownLabelsAgain(name, textsOf(readMarkup(written, { isXml: true, vocabulary: 'none' }))),
      };
    }

    function* counted(spans: Iterable<Span>, areLabels: boolean): Generator<Span> {
      for (const span of spans) {
        labels.note(areLabels ? { ...span, shape: 'label' } : span, count++);
        yield span;
      }
    }
  },
});

/** The element around a text, without prefix; empty for a table of contents' title and author, which stay. */
function elementOf({ tokens, nesting }: Markup, { start }: Span): string {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.end > start) high = middle;
    else low = middle + 1;
  }
  const parent = nesting.parents[low] ?? -1;
  const outer = nesting.parents[parent] ?? -1;
  const nameOf = (at: number) => {
    const token = tokens[at];
    return token?.kind === 'start' ? token.name.replace(/^.*:/, '') : '';
  };
  return /^doc(?:title|author)$/.test(nameOf(outer)) ? '' : nameOf(parent);
}

/** How a dictionary names its two languages, beside `dc:language` (EPUB Dictionaries and Glossaries 1.0). */
const DICTIONARY_LANGUAGE = /\bproperty\s*=\s*["'](?:source|target)-language["']/;

/** The book's language, if it is named, and the direction of page progression. */
function packageEdits({ opf, opfPart, isEpub3, isFixed }: Publication, from: string, to: string): PartEdit[] {
  const edits: PartEdit[] = [];
  const { text } = opf;
  const language = tagsOf(opf, 'language')
    .map(({ end }) => ({ start: end, end: text.indexOf('<', end) }))
    .find(({ start, end }) => namesLanguage(text.slice(start, end), from));
  if (language && !DICTIONARY_LANGUAGE.test(text)) edits.push({ part: opfPart, ...language, text: to });
  const [root] = tagsOf(opf, 'package');
  const lang = root && attributeValue(text, root, 'xml:lang');
  if (lang && namesLanguage(lang.raw, from)) edits.push({ part: opfPart, ...quoted(lang, to) });
  const [spine] = tagsOf(opf, 'spine');
  if (!spine || !isEpub3 || isFixed || isRightToLeft(from) === isRightToLeft(to)) return edits;
  const direction = isRightToLeft(to) ? 'rtl' : 'ltr';
  const given = attributeValue(text, spine, 'page-progression-direction');
  const at = spine.start + 1 + spine.name.length;
  if (given) edits.push({ part: opfPart, ...quoted(given, direction) });
  else if (direction === 'rtl')
    edits.push({ part: opfPart, start: at, end: at, text: ' page-progression-direction="rtl"' });
  return edits;
}

function quoted({ start, end }: { start: number; end: number }, value: string) {
  return { start, end, text: `"${value}"` };
}

/** A part in an older encoding keeps it: characters that it lacks become references. */
function inEncoding(text: string): string {
  const encoding = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:-]+)/.exec(text.slice(0, 200))?.[1];
  if (encoding === undefined || /^utf|^ucs/i.test(encoding)) return text;
  return text.replace(/[^\0-\xff]/gu, (char) => `&#x${char.codePointAt(0)!.toString(16)};`);
}

function warningsOf({ isFixed, hasNarration, hasOthers }: Publication): Warning[] {
  const warnings: Warning[] = [];
  if (isFixed)
    warnings.push({
      code: 'fixed_layout',
      message:
        'The pages of this book are laid out for the words that are on them, so longer translations may cover pictures or be cut off. Look through its pages.',
    });
  if (hasNarration)
    warnings.push({
      code: 'narration_kept',
      message: 'The recorded voice of this book stays in its language.',
    });
  if (hasOthers)
    warnings.push({
      code: 'rendition_kept',
      message: 'The book is in this file in more than one version. Only the first was translated.',
    });
  return warnings;
}
