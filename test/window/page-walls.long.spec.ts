import { expect } from '@playwright/test';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { deck, shape, workbook } from '../support/ooxml.ts';
import { unzip, zip } from '../support/zip.ts';
import type { TestService } from '../support/service.ts';
import { hostileDocx, hostileMarkup, openTrap, page as pageOf } from './support/hostile-pages.ts';
import { target } from './support/review.ts';
import { openApp, test } from './support/test.ts';

/** Each kind of hostile document alone, and each wall around the page alone. */

test.use({ ownService: true });

interface Heard {
  heard: unknown[];
}
const RUN = "parent.postMessage({type:'ran'},'*')";

async function openWindow(context: BrowserContext, service: TestService): Promise<Page> {
  const app = await context.newPage();
  await openApp(app, service);
  await app.evaluate(() => {
    const heard: unknown[] = ((window as unknown as Heard).heard = []);
    window.addEventListener(
      'message',
      ({ data }) => (data as { type?: string }).type === 'ran' && heard.push(data),
    );
  });
  return app;
}

async function show(
  app: Page,
  service: TestService,
  name: string,
  content: string | Uint8Array,
): Promise<Frame> {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  const { body, status } = await service.upload({ name, content: bytes }, { from: 'en', to: 'en-XA' });
  expect(status, name).toBe(202);
  await service.ended(body.data.id);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), body.data.id);
  await expect(target(app, 1)).toBeVisible();
  if ((await app.locator('iframe').count()) === 0) await app.keyboard.press('F8');
  const frame = await (await app.locator('iframe').elementHandle()).contentFrame();
  await frame!.locator('[data-segment]').first().waitFor();
  return frame!;
}

/** Clicks all that might lead away, and gives what was begun half a second. */
async function provoke(frame: Frame): Promise<void> {
  for (const bad of await frame.locator('a, .bad').all())
    await bad.click({ force: true, timeout: 1_000 }).catch(() => undefined);
  await frame.evaluate(() => new Promise((settled) => setTimeout(settled, 500)));
}

const ran = (app: Page): Promise<unknown[]> => app.evaluate(() => (window as unknown as Heard).heard);

/** Answers the frame's address without its policy, and lets the window show any frame. */
async function dropPolicy(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname === '/preview/page' || url.pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      const { 'content-security-policy': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    },
  );
}

/** The frame gets the origin of the window. */
function dropSandbox(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const prototype = Element.prototype as { setAttribute: (name: string, value: string) => void };
    const set = prototype.setAttribute.call.bind(prototype.setAttribute);
    prototype.setAttribute = function (name, value) {
      if (name !== 'sandbox') set(this, name, value);
    };
  });
}

/** Text that is markup in the copies of formats whose texts are XML. */
const escaped = (markup: string): string =>
  markup.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const ODF =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:html="http://www.w3.org/1999/xhtml"';

function hostileOdt(trap: string): Buffer {
  const look = `fo:color="red;background:url(${trap}/a.png)" fo:background-color="url(${trap}/b.png)" fo:font-family="x}body{background:url(${trap}/c.png)"`;
  const content = `<office:document-content ${ODF} office:version="1.3"><office:automatic-styles><style:style style:name="P1" style:family="paragraph"><style:text-properties ${look}/></style:style></office:automatic-styles><office:body><office:text><text:p text:style-name="P1">One good sentence.</text:p><text:p>${escaped(`<img src=x onerror="${RUN}">`)} and more.</text:p><html:script>${RUN}</html:script><text:p><text:a xlink:href="javascript:${RUN}">A link.</text:a> <text:a xlink:href="${trap}/link">Another link.</text:a></text:p><draw:frame svg:width="url(${trap}/d.png)"><draw:image xlink:href="${trap}/e.png"/></draw:frame></office:text></office:body></office:document-content>`;
  return zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content });
}

function hostileOdp(trap: string): Buffer {
  const look = `fo:color="red;background:url(${trap}/a.png)" fo:font-family="x}body{background:url(${trap}/b.png)"`;
  const box = (text: string, place: string): string =>
    `<draw:frame ${place} svg:width="10cm" svg:height="2cm" draw:style-name="gr1"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const content = `<office:document-content ${ODF} office:version="1.3"><office:automatic-styles><style:style style:name="gr1" style:family="graphic"><style:text-properties ${look}/></style:style></office:automatic-styles><office:body><office:presentation><draw:page draw:name="one">${box('One good sentence.', 'svg:x="1cm" svg:y="1cm"')}${box(`${escaped(`<script>${RUN}</script>`)} and more.`, `svg:x="1cm;background:url(${trap}/c.png)" svg:y="calc(1px)"`)}<draw:frame><draw:image xlink:href="${trap}/d.png"/><draw:plugin xlink:href="${trap}/e.swf"/></draw:frame></draw:page></office:presentation></office:body></office:document-content>`;
  return zip({ mimetype: 'application/vnd.oasis.opendocument.presentation', 'content.xml': content });
}

/** Two billion columns, cells merged over all of a sheet, colours and links that lead away. */
function hostileOds(trap: string): Buffer {
  const many = 'table:number-columns-repeated="2000000000" table:number-rows-repeated="2000000000"';
  const cell = (text: string, more = ''): string =>
    `<table:table-cell office:value-type="string" ${more}><text:p>${text}</text:p></table:table-cell>`;
  const content = `<office:document-content ${ODF} xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3"><office:automatic-styles><style:style style:name="ce1" style:family="table-cell"><style:table-cell-properties fo:background-color="url(${trap}/a.png)"/></style:style></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="&lt;img src=x onerror=&quot;${RUN}&quot;&gt;"><table:table-column ${many}/><table:table-row>${cell('One good sentence.', 'table:number-columns-spanned="2000000000" table:number-rows-spanned="2000000000" table:style-name="ce1"')}</table:table-row><table:table-row>${cell(`${escaped(`<script>${RUN}</script>`)} and more.`)}<table:table-cell ${many}/></table:table-row><table:table-row>${cell(`<text:a xlink:href="javascript:${RUN}">A link.</text:a>`)}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
  return zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content });
}

function hostileWorkbook(trap: string): Buffer {
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="1" max="2000000000" width="1e9"/></cols><sheetData><row r="1"><c r="A1" s="0" t="inlineStr"><is><t>One good sentence.</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><r><rPr><b/></rPr><t>${escaped(`<script>${RUN}</script>`)}</t></r><r><t> and more.</t></r></is></c></row><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>Far away</t></is></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`;
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font><color rgb="FF;background:url(${trap}/a.png)"/></font></fonts><fills count="1"><fill><patternFill><fgColor rgb="url(${trap}/b.png)"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf fontId="0" fillId="0"/></cellXfs></styleSheet>`;
  return workbook({ sheets: [''], more: { 'xl/worksheets/sheet1.xml': sheet, 'xl/styles.xml': styles } });
}

function hostileDeck(trap: string): Buffer {
  const run = (text: string, more = '') => `<a:p><a:r><a:rPr>${more}</a:rPr><a:t>${text}</a:t></a:r></a:p>`;
  const color = `<a:solidFill><a:srgbClr val="f00;background:url(${trap}/a.png)"/></a:solidFill>`;
  return deck({
    slides: [
      {
        tree: shape(
          run('One good sentence.', color) + run(`${escaped(`<script>${RUN}</script>`)} and more.`),
        ),
      },
    ],
  });
}

function hostileEpub(markup: string): Buffer {
  const body = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>One good sentence.</p>${markup}</body></html>`;
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'book.opf':
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': body,
  });
}

/** In XHTML, where tags are closed and attributes quoted. */
const xhtml = (trap: string): string =>
  `<script>${RUN}</script><script src="${trap}/s.js"></script><img src="x" onerror="${RUN}" alt=""/><img src="${trap}/a.png" alt=""/><iframe src="${trap}/frame"></iframe><link rel="stylesheet" href="${trap}/a.css"/><style>body{background:url(${trap}/b.png)}</style><a href="javascript:${RUN}">one</a> <a href="${trap}/link" target="_top">two</a><form action="${trap}/form"><button class="bad">Send</button></form><svg xmlns="http://www.w3.org/2000/svg"><script>${RUN}</script><image href="${trap}/c.svg"/></svg>`;

for (const kind of Object.keys(hostileMarkup('x'))) {
  test(`a page with ${kind}, alone`, async ({ context, service }) => {
    const trap = await openTrap();
    const app = await openWindow(context, service);
    const frame = await show(app, service, `${kind}.html`, pageOf(hostileMarkup(trap.url)[kind]!));
    await provoke(frame);
    expect(trap.hits).toEqual([]);
    expect(await ran(app)).toEqual([]);
    expect(frame.url()).toBe(`${service.baseUrl}/preview/page`);
    await trap.close();
  });
}

const COPIES: Readonly<Record<string, (trap: string) => Uint8Array | string>> = {
  'odt.odt': hostileOdt,
  'deck.pptx': hostileDeck,
  'deck.odp': hostileOdp,
  'sheet.ods': hostileOds,
  'sheet.xlsx': hostileWorkbook,
  'book.epub': (trap) => hostileEpub(xhtml(trap)),
  'table.csv': (trap) =>
    `One good sentence,"<img src=${trap}/a.png onerror=""${RUN}"">"\nAnother one,"<script>${RUN}</script>"\n`,
  'cues.srt': (trap) =>
    `1\n00:00:01,000 --> 00:00:02,000\nOne good <font color="red;background:url(${trap}/a.png)">sentence</font>.<img src=${trap}/b.png onerror="${RUN}">\n`,
};
for (const [name, make] of Object.entries(COPIES)) {
  test(`a hostile ${name}`, async ({ context, service }) => {
    const trap = await openTrap();
    const app = await openWindow(context, service);
    const frame = await show(app, service, name, make(trap.url));
    await provoke(frame);
    expect(trap.hits).toEqual([]);
    expect(await ran(app)).toEqual([]);
    expect(frame.url()).toBe(`${service.baseUrl}/preview/page`);
    await trap.close();
  });
}

test('without policy and sandbox, what is taken out neither runs nor asks', async ({ context, service }) => {
  const trap = await openTrap();
  await dropPolicy(context);
  await dropSandbox(context);
  const app = await openWindow(context, service);
  const frame = await show(
    app,
    service,
    'bad.html',
    pageOf(Object.values(hostileMarkup(trap.url)).join('\n')),
  );
  // Without the sandbox the frame is one with the window: the wall is really gone.
  expect(await frame.evaluate(() => parent.document.title)).not.toBe('');
  await provoke(frame);
  expect(trap.hits).toEqual([]);
  expect(await ran(app)).toEqual([]);
  const book = await show(app, service, 'book.epub', hostileEpub(xhtml(trap.url)));
  await provoke(book);
  expect(trap.hits).toEqual([]);
  expect(await ran(app)).toEqual([]);
  await trap.close();
});

test('a script that ran in the frame would reach neither the window, nor its key, nor other pages', async ({
  context,
  service,
}) => {
  const app = await openWindow(context, service);
  const frame = await show(app, service, 'good.html', pageOf(''));
  const tried = await frame.evaluate(async () => {
    const refused = (act: () => unknown): boolean => {
      try {
        return act() === null;
      } catch {
        return true;
      }
    };
    return {
      window: refused(() => parent.document.title),
      storage: refused(() => localStorage.length),
      cookie: refused(() => document.cookie),
      top: refused(() => (top!.location.href = 'about:blank')),
      opened: refused(() => window.open('about:blank')),
      service: await fetch('/v1/jobs').then(
        ({ status }) => status === 401 || status === 403,
        () => true,
      ),
    };
  });
  expect(tried).toEqual({
    window: true,
    storage: true,
    cookie: true,
    top: true,
    opened: true,
    service: true,
  });
  expect(app.url()).toContain(service.baseUrl);
});

test('what is too deep or too large is refused before anything is drawn', async ({ service }) => {
  const deep = `<office:document-content ${ODF} office:version="1.3"><office:body><office:text><text:p>${'<text:span>'.repeat(3_000)}Deep${'</text:span>'.repeat(3_000)}</text:p></office:text></office:body></office:document-content>`;
  const nested = zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': deep });
  const large = zip({
    ...Object.fromEntries(unzip(hostileDocx('http://127.0.0.1:1'))),
    'word/media/zeros.png': Buffer.alloc(120 * 1_048_576),
  });
  const asked = async (name: string, content: Buffer): Promise<string | undefined> => {
    const { status, body } = await service.upload({ name, content: new Uint8Array(content) });
    if (status !== 202) return 'upload';
    await service.ended(body.data.id);
    const preview = `/v1/translate/documents/${body.data.id}/preview`;
    return (await service.send<{ reason?: string }>('GET', preview)).body.reason;
  };
  expect(await asked('deep.odt', nested)).toBe('upload');
  expect(await asked('large.docx', large)).toBe('preview_too_large');
});
