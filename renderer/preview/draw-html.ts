import { disarm } from './disarm.ts';
import { make, textOf } from './pages.ts';
import type { Draw, Drawn } from './pages.ts';

/** A web page by its own styles; what it would load is left out. */
export const drawHtml: Draw = (source) => drawMarkup(textOf(source));

export function drawMarkup(markup: string): Drawn {
  return { root: make('main', 'sheet flows web', ...bodyOf(markup)) };
}

/**
 * The styles and the content of a page, disarmed, with its title above, as in the tab of a browser. A parsed page is inert
 * until its nodes are shown.
 */
export function bodyOf(markup: string, pictures?: (address: string) => string | undefined): Node[] {
  const page = parse(markup);
  disarm(page, pictures);
  const title = page.querySelector('head > title')?.textContent.trim() ?? '';
  const tab = title === '' ? [] : [make('p', 'tab', title)];
  const styles = [...page.querySelectorAll('head style')];
  const body = page.querySelector('body');
  const content = make('div', body?.className);
  content.dir = page.documentElement.dir || (body?.dir ?? '');
  // A chapter of a book may be a drawing.
  content.append(...(body ? body.childNodes : page.querySelectorAll(':root:is(svg)')));
  return [...tab, ...styles, content].map((node) => document.adoptNode(node));
}

function parse(markup: string): Document {
  if (/^\s*<\?xml|<html[^>]*\bxmlns=/i.test(markup.slice(0, 1_000))) {
    const page = new DOMParser().parseFromString(markup, 'application/xhtml+xml');
    // Entities of a DTD are unknown to it, and a damaged page is no page at all.
    if (!page.querySelector('parsererror')) return page;
  }
  return new DOMParser().parseFromString(markup, 'text/html');
}
