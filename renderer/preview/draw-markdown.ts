import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { bodyOf } from './draw-html.ts';
import { make, textOf } from './pages.ts';
import type { Draw } from './pages.ts';

const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\r?\n([^]*?)\r?\n\1[ \t]*(?:\r?\n|$)/;

/** CommonMark and GitHub's additions; the front matter as it is in the file. */
export const drawMarkdown: Draw = (source) => {
  const text = textOf(source);
  const [whole = '', , front] = FRONT_MATTER.exec(text) ?? [];
  const html = micromark(text.slice(whole.length), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    // It is disarmed, as a web page is.
    allowDangerousHtml: true,
  });
  const head = front === undefined ? [] : [make('pre', 'front-matter', front)];
  return { root: make('main', 'sheet flows article', ...head, ...bodyOf(html)) };
};
