import { attributeOf } from '../markup/attributes.ts';
import { readMarkup } from '../markup/read-markup.ts';
import type { Markup } from '../markup/read-markup.ts';
import type { TagToken } from '../markup/tokens.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { resolveTarget, unescapedName } from '../ooxml/part-names.ts';
import { damaged, hostile, refuse } from '../shared/refusals.ts';

/** The structure of an EPUB: its package document, and the parts with texts. */
export interface Publication {
  /** The package document (OPF). */
  readonly opf: Markup;
  readonly opfPart: string;
  /** XHTML and SVG in reading order, without the navigation. */
  readonly chapters: readonly string[];
  /** The table of contents of EPUB 3 (XHTML), and of EPUB 2 (NCX). */
  readonly nav: string | undefined;
  readonly ncx: string | undefined;
  readonly isEpub3: boolean;
  /** Pages are laid out for their exact words. */
  readonly isFixed: boolean;
  /** Whether it has audio synchronised with the text. */
  readonly hasNarration: boolean;
  /** Whether it has more than one rendition; the first is read. */
  readonly hasOthers: boolean;
}

const XHTML = 'application/xhtml+xml';
const NCX = 'application/x-dtbncx+xml';
/** Algorithms that only obfuscate fonts. */
const OBFUSCATION: ReadonlySet<string> = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
]);

export function readPublication(pkg: OoxmlPackage): Publication {
  const container = readXml(pkg, pkg.find('/META-INF/container.xml')!);
  const roots = tagsOf(container, 'rootfile').flatMap((tag) => {
    const path = attributeOf(container.text, tag, 'full-path');
    const part = path === undefined ? undefined : pkg.find(resolveTarget('/', path) ?? '');
    return part === undefined ? [] : [part];
  });
  const [opfPart] = roots;
  if (opfPart === undefined) throw damaged('the package document (OPF) of the book is missing');
  const opf = readXml(pkg, opfPart);
  const items = itemsOf(pkg, opf, opfPart);
  const byId = new Map(items.map((item) => [item.id, item]));
  const nav = items.find(({ properties }) => properties.includes('nav'))?.part;
  const spine = tagsOf(opf, 'spine')[0];
  const toc = spine && attributeOf(opf.text, spine, 'toc');
  const ncx = (byId.get(toc ?? '') ?? items.find(({ type }) => type === NCX))?.part;
  const chapters = tagsOf(opf, 'itemref').flatMap((tag) => {
    const item = byId.get(attributeOf(opf.text, tag, 'idref') ?? '');
    return item && (item.type === XHTML || item.type === 'image/svg+xml') && item.part !== nav
      ? [item.part]
      : [];
  });
  const publication = {
    opf,
    opfPart,
    chapters: [...new Set(chapters)],
    nav,
    ncx,
    isEpub3: /^\s*3/.test(attributeOf(opf.text, tagsOf(opf, 'package')[0]!, 'version') ?? ''),
    isFixed: isFixed(opf),
    hasNarration: items.some(({ type }) => type === 'application/smil+xml'),
    hasOthers: roots.length > 1,
  };
  refuseEncrypted(pkg, [...publication.chapters, opfPart, nav, ncx]);
  return publication;
}

/** A part as XML of any kind. Allows a DOCTYPE without declarations. */
export function readXml(pkg: OoxmlPackage, part: string): Markup {
  const text = pkg.text(part);
  refuseEntities(text);
  return readMarkup(text, { isXml: true, vocabulary: 'none' });
}

export function refuseEntities(text: string): void {
  if (/<!ENTITY\s/i.test(text.slice(0, HEAD))) throw hostile('one of its parts declares entities');
}

/** UTF-16 units in which a DOCTYPE must begin. */
const HEAD = 65_536;

/** The start tags of an element, whatever its prefix; `name` in lower case. */
export function tagsOf({ tokens }: Markup, name: string): TagToken[] {
  return tokens.filter(
    (token): token is TagToken => token.kind === 'start' && token.name.replace(/^.*:/, '') === name,
  );
}

interface Item {
  readonly id: string;
  readonly part: string;
  readonly type: string;
  readonly properties: readonly string[];
}

/** The items that are both in the manifest and in the archive. */
function itemsOf(pkg: OoxmlPackage, opf: Markup, opfPart: string): Item[] {
  return tagsOf(opf, 'item').flatMap((tag) => {
    const read = (name: string) => attributeOf(opf.text, tag, name) ?? '';
    const target = resolveTarget(opfPart, unescapedName(read('href')));
    const part = target === undefined ? undefined : pkg.find(target);
    if (part === undefined) return [];
    return [
      {
        id: read('id'),
        part,
        type: read('media-type').trim().toLowerCase(),
        properties: read('properties').split(/\s+/),
      },
    ];
  });
}

function isFixed(opf: Markup): boolean {
  return tagsOf(opf, 'meta').some((tag) => {
    const read = (name: string) => (attributeOf(opf.text, tag, name) ?? '').trim();
    if (read('name') === 'fixed-layout') return read('content') === 'true';
    return (
      read('property') === 'rendition:layout' &&
      opf.text.slice(tag.end).trimStart().startsWith('pre-paginated')
    );
  });
}

function refuseEncrypted(pkg: OoxmlPackage, parts: readonly (string | undefined)[]): void {
  const found = pkg.find('/META-INF/encryption.xml');
  if (found === undefined) return;
  const list = readXml(pkg, found);
  const methods = tagsOf(list, 'encryptionmethod').map(
    (tag) => attributeOf(list.text, tag, 'algorithm') ?? '',
  );
  if (methods.every((method) => OBFUSCATION.has(method))) return;
  const isText = tagsOf(list, 'cipherreference').some((tag) => {
    const target = resolveTarget('/', unescapedName(attributeOf(list.text, tag, 'uri') ?? ''));
    return target !== undefined && parts.includes(pkg.find(target));
  });
  if (!isText) return;
  throw refuse(
    'password_protected',
    'The book is protected against copying (DRM), so its text cannot be read. Ask whoever sold it for a copy without protection.',
  );
}
