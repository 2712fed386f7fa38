import { disarmStyles } from './disarm.ts';
import { bodyOf } from './draw-html.ts';
import { openPackage, resolvePath } from './package-files.ts';
import type { PackageFiles } from './package-files.ts';
import { make } from './pages.ts';
import type { Draw } from './pages.ts';

/** A book: its chapters in the order of its spine, with the styles and pictures of the package. */
export const drawEpub: Draw = async ({ bytes }) => {
  const files = await openPackage(bytes);
  const container = await files.xml('META-INF/container.xml');
  const path = container?.querySelector('rootfile')?.getAttribute('full-path') ?? '';
  const publication = await files.xml(path);
  if (!publication) throw new Error('The book has no list of its chapters.');
  const items = [...publication.querySelectorAll('manifest > item')];
  const inOrder = Array.from(publication.querySelectorAll('spine > itemref'), (itemref) =>
    items.find(({ id }) => id === itemref.getAttribute('idref')),
  );
  // The contents (EPUB 3.3 §7.4) are often no page of the book, but have its words.
  const contents = items.find((item) => item.getAttribute('properties')?.split(' ').includes('nav'));
  const chapters: HTMLElement[] = [];
  for (const item of new Set([...(inOrder.includes(contents) ? [] : [contents]), ...inOrder])) {
    const chapter = resolvePath(path, item?.getAttribute('href') ?? '');
    const markup = await files.text(chapter);
    if (markup === undefined) continue;
    chapters.push(make('section', 'sheet flows web chapter', ...(await drawChapter(files, chapter, markup))));
  }
  return { root: make('main', 'chapters', ...chapters), pages: chapters.length, drop: files.drop };
};

async function drawChapter(files: PackageFiles, path: string, markup: string): Promise<Node[]> {
  const pictures = new Map<string, string>();
  for (const [, address = ''] of markup.matchAll(
    /<(?:img|image)\b[^>]*?\s(?:src|(?:xlink:)?href)\s*=\s*["']([^"']*)["']/gi,
  )) {
    const own = await files.picture(resolvePath(path, address));
    if (own !== undefined) pictures.set(address, own);
  }
  const styles: Node[] = [];
  for (const [link] of markup.matchAll(/<link\b[^>]*>/gi)) {
    const href = /\shref\s*=\s*["']([^"']*)["']/i.exec(link)?.[1];
    if (href === undefined || !/stylesheet/i.test(link)) continue;
    const css = await files.text(resolvePath(path, href));
    if (css !== undefined) styles.push(make('style', '', css));
  }
  const wrapper = make('div', '', ...styles, ...bodyOf(markup, (address) => pictures.get(address)));
  // The book's style sheets come after the page was disarmed.
  disarmStyles(wrapper);
  return [...wrapper.childNodes];
}
