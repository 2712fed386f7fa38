// @ts-check
// The user guide as pages that the window's server serves: Help works without a network.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { slugOf } from './markdown-links.mjs';

/** The pages for users, in the order of their menu. Links to other pages of docs/ lose their address. */
const PAGES = [
  'guide.md',
  'review.md',
  'clients.md',
  'glossaries-and-memory.md',
  'alignment.md',
  'engines.md',
  'formats.md',
  'packages.md',
  'team.md',
  'assistants.md',
  'integrations.md',
  'headless.md',
];

/**
 * Writes the guide's pages, pictures and style.
 * @param {string} docs the folder of the Markdown pages
 * @param {string} style the style sheet
 * @param {string} out
 */
export function writeGuide(docs, style, out) {
  const formats = readdirSync(join(docs, 'formats')).map((name) => `formats/${name}`);
  const pages = [...PAGES, ...formats];
  const texts = new Map(pages.map((page) => [page, readFileSync(join(docs, page), 'utf8')]));
  const titles = new Map([...texts].map(([page, text]) => [page, /^# (.+)$/m.exec(text)?.[1] ?? page]));
  for (const [page, text] of texts) {
    const path = join(out, htmlOf(page));
    mkdirSync(dirname(path), { recursive: true });
    const up = '../'.repeat(page.split('/').length - 1);
    const menu = PAGES.map((one) => {
      const current = one === page ? ' aria-current="page"' : '';
      return `<li><a href="${up}${htmlOf(one)}"${current}>${escaped(titles.get(one) ?? one)}</a></li>`;
    });
    writeFileSync(
      path,
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(titles.get(page) ?? page)} – Interlinear</title>
<link rel="stylesheet" href="${up}guide.css">
</head>
<body>
<nav aria-label="Guide"><ul>
${menu.join('\n')}
</ul></nav>
<main>
${bodyOf(text, page, texts)}
</main>
</body>
</html>
`,
    );
  }
  mkdirSync(join(out, 'guide'), { recursive: true });
  for (const picture of readdirSync(join(docs, 'guide')))
    copyFileSync(join(docs, 'guide', picture), join(out, 'guide', picture));
  copyFileSync(style, join(out, basename(style)));
}

/** @param {string} page */
const htmlOf = (page) => page.replace(/\.md$/, '.html');

/** @param {string} text @param {string} page @param {ReadonlyMap<string, string>} pages */
function bodyOf(text, page, pages) {
  return micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<(h[1-6])>(.*?)<\/\1>/g, (_, tag, inner) => {
      const id = slugOf(inner.replace(/<[^>]+>/g, '').replace(/&\w+;/g, ''));
      return `<${tag} id="${id}">${inner}</${tag}>`;
    })
    .replace(/<table>/g, '<div class="table" tabindex="0"><table>')
    .replace(/<\/table>/g, '</table></div>')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (whole, href, inner) => {
      if (/^[a-z]+:/.test(href)) return whole.replace('<a ', '<a target="_blank" rel="noopener" ');
      const [path = '', hash] = href.split('#');
      if (path === '') return whole;
      const to = posix.normalize(posix.join(posix.dirname(page), path));
      return pages.has(to) ? `<a href="${htmlOf(path)}${hash ? `#${hash}` : ''}">${inner}</a>` : inner;
    });
}

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
