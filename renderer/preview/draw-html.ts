import { disarm } from './disarm.ts';
import { make, textOf } from './pages.ts';
import type { Draw, Drawn } from './pages.ts';

/** A web page by its own styles; what it would load is left out. */
export const drawHtml: Draw = (source) => drawMarkup(textOf(source));

export function drawMarkup(markup: string): Drawn {
  return { root: make('main', 'sheet flows web', ...bodyOf(markup)) };
}

/** The styles and the content of a page, disarmed. A parsed page is inert until its nodes are shown. */
export function bodyOf(markup: string, pictures?: (address: string) => string | undefined): Node[] {
  const page = parse(markup);
  disarm(page, pictures);
  const styles = [...page.querySelectorAll('head style')];
  const body = page.querySelector('body');
  if (!body) return [];
  const content = make('div', body.className);
  content.dir = page.documentElement.dir || body.dir;
  content.append(...body.childNodes);
  return [...styles, content].map((node) => document.adoptNode(node));
}

function parse(markup: string): Document {
  if (/^\s*<\?xml|<html[^>]*\bxmlns=/i.test(markup.slice(0, 1_000))) {
    const page = new DOMParser().parseFromString(markup, 'application/xhtml+xml');
    // Entities of a DTD are unknown to it, and a damaged page is no page at all.
    if (!page.querySelector('parsererror')) return page;
  }
  return new DOMParser().parseFromString(markup, 'text/html');
}
