/** Documents that try to run, load, lead away or ask. `trap`: an address that notes each request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { docx } from '../../support/ooxml.ts';
import { unzip, zip } from '../../support/zip.ts';

export interface Trap {
  readonly url: string;
  readonly hits: string[];
  close(): Promise<void>;
}

export async function openTrap(): Promise<Trap> {
  const hits: string[] = [];
  const server = createServer((request, answer) => {
    hits.push(request.url ?? '');
    answer.setHeader('Access-Control-Allow-Origin', '*').end('/* caught */');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hits,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

const RUN = "parent.postMessage({type:'ran'},'*')";

/** What is between the tags of a page that also has one good sentence. */
export function hostileMarkup(trap: string): Readonly<Record<string, string>> {
  return {
    script: `<script>${RUN}</script><script src="${trap}/script.js"></script>`,
    handlers: `<img src="x" onerror="${RUN}"><svg onload="${RUN}"></svg><p onclick="${RUN}" onfocus="${RUN}" tabindex="0" autofocus>Click</p>`,
    srcdoc: `<iframe srcdoc="<script>parent.parent.postMessage({type:'ran'},'*')</script>"></iframe><iframe src="${trap}/frame"></iframe>`,
    links: `<a href="javascript:${RUN}" class="bad">one</a> <a href="${trap}/link" class="bad" target="_top">two</a><a href="${trap}/new" target="_blank" ping="${trap}/ping">three</a>`,
    pictures: `<img src="${trap}/a.png" srcset="${trap}/b.png 2x"><picture><source srcset="${trap}/c.png"></picture><svg><image href="${trap}/d.svg"/><use href="${trap}/e.svg#a"/></svg><input type="image" src="${trap}/f.png">`,
    svg: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'><image href='${trap}/in.svg'/></svg>"><svg><script>${RUN}</script><animate onbegin="${RUN}" attributeName="x" dur="1s"/></svg>`,
    styles: `<style>@import "${trap}/a.css"; body{background:url(${trap}/b.png)} @font-face{font-family:x;src:url(${trap}/c.woff)} p{font-family:x} u{background:u\\72l(${trap}/d.png)}</style><p style="background:url('${trap}/e.png');list-style:image-set('${trap}/f.png' 1x)">x</p><link rel="stylesheet" href="${trap}/g.css"><u>u</u>`,
    refresh: `<meta http-equiv="refresh" content="0;url=${trap}/refresh"><base href="${trap}/"><img src="based.png">`,
    forms: `<form action="${trap}/form" method="post" id="f"><button class="bad">Send</button><input name="a" autofocus onfocus="${RUN}"></form><button form="f" formaction="${trap}/other" class="bad">More</button>`,
    media: `<video src="${trap}/a.mp4" autoplay poster="${trap}/b.png"></video><audio src="${trap}/c.mp3" autoplay></audio><object data="${trap}/d.swf"></object><embed src="${trap}/e.pdf"><track src="${trap}/f.vtt">`,
    preload: `<link rel="preload" as="image" href="${trap}/a.png"><link rel="dns-prefetch" href="${trap}"><link rel="prefetch" href="${trap}/b"><link rel="modulepreload" href="${trap}/c.js">`,
    ours: `<span data-segment="99999" data-state="confirmed" tabindex="0">x</span><template><script>${RUN}</script></template><noscript><img src="${trap}/n.png"></noscript>`,
    dialog: `<dialog open>dialog</dialog><details ontoggle="${RUN}" open><summary>s</summary>d</details><div popover="auto" id="p">p</div><button popovertarget="p" class="bad">b</button><marquee onstart="${RUN}">m</marquee>`,
  };
}

export function page(markup: string): string {
  return `<!doctype html><html><head><title>t</title></head><body><p>One good sentence.</p>${markup}</body></html>`;
}

/** A Word document with a page of HTML in it, an external picture and a name of a font that ends a style sheet. */
export function hostileDocx(trap: string): Buffer {
  const body = [
    '<w:p><w:r><w:t>One good sentence.</w:t></w:r></w:p>',
    '<w:altChunk r:id="rId77"/>',
    `<w:p><w:r><w:rPr><w:rFonts w:ascii="x&quot;}body{background:url(${trap}/font.png)}"/></w:rPr><w:t>Another one.</w:t></w:r></w:p>`,
    `<w:p><w:hyperlink r:id="rId78"><w:r><w:t>A link.</w:t></w:r></w:hyperlink></w:p>`,
  ].join('');
  const files = Object.fromEntries(unzip(docx(body)));
  const path = 'word/_rels/document.xml.rels';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const own = `<Relationship Id="rId77" Type="${office}/aFChunk" Target="chunk.html"/><Relationship Id="rId78" Type="${office}/hyperlink" Target="javascript:${RUN.replaceAll("'", '&apos;')}" TargetMode="External"/>`;
  const rels =
    files[path]?.toString() ??
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';
  return zip({
    ...files,
    [path]: rels.replace('</Relationships>', `${own}</Relationships>`),
    'word/chunk.html': page(hostileMarkup(trap)['script']!),
  });
}
