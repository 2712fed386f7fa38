import type { Warning } from '../../contract/index.ts';
import { attributeOf } from '../markup/attributes.ts';
import { languageEdits } from '../markup/language.ts';
import { readMarkup } from '../markup/read-markup.ts';
import type { Markup } from '../markup/read-markup.ts';
import { hostile } from '../shared/refusals.ts';
import { spanFormat } from '../spans/span-format.ts';

/** HTML and XHTML: the texts of a page between its block tags, and visible attributes. */
export const htmlFormat = spanFormat({
  fileType: 'html',
  recognise: ({ text, root, extension }) => {
    if (text === undefined) return 'no';
    if (root?.name.toLowerCase() === 'html' || /^\s*<!doctype html/i.test(text)) return 'yes';
    return /^x?html?$|^xht$/.test(extension) ? 'maybe' : 'no';
  },
  declaredEncoding,
  reference: (char) => `&#x${char.codePointAt(0)!.toString(16)};`,

  read(text, { from, to, fileName, options: { attributes } }) {
    if (/<!ENTITY\s/i.test(text.slice(0, HEAD))) throw hostile('its DOCTYPE declares entities');
    const how = { isXml: isXhtml(text, fileName), from, attributes };
    const markup = readMarkup(text, how);
    return {
      spans: markup.spans(),
      readBack: (written) => readMarkup(written, { ...how, holdsCode: markup.holdsCode }).spans(),
      warnings: () => [...structuredDataWarnings(markup), ...embeddedPageWarnings(markup)],
      closing: ({ changed }) => ({
        edits: changed > 0 && from !== undefined && to !== undefined ? languageEdits(markup, from, to) : [],
      }),
    };
  },
});

/** UTF-16 units in which a DOCTYPE must begin. */
const HEAD = 65_536;

/** `<p/>` is empty in XHTML and open in HTML: as in browsers, name and XML declaration decide. */
function isXhtml(text: string, fileName: string | undefined): boolean {
  return /\.xht(?:ml)?$/i.test(fileName ?? '') || text.startsWith('<?xml');
}

function declaredEncoding(head: string): string | undefined {
  return (/<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:-]+)/i.exec(head) ??
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:-]+)/.exec(head))?.[1];
}

/** Only search engines read it: it repeats texts of the page, in JSON. */
function structuredDataWarnings({ text, tokens }: Markup): Warning[] {
  const count = tokens.filter(
    (token) =>
      token.kind === 'start' &&
      token.name === 'script' &&
      attributeOf(text, token, 'type')?.trim().toLowerCase() === 'application/ld+json',
  ).length;
  if (count === 0) return [];
  return [
    {
      code: 'structured_data_kept',
      message:
        'The page has data for search engines (JSON-LD), which is kept as it is. Translate its texts by hand.',
      count,
    },
  ];
}

/** A page in an attribute is translated, but not one in an attribute of that. */
function embeddedPageWarnings({ text, tokens }: Markup): Warning[] {
  const count = tokens.filter(
    (token) =>
      token.kind === 'start' &&
      token.name === 'iframe' &&
      /<iframe\s[^>]*srcdoc/i.test(attributeOf(text, token, 'srcdoc') ?? ''),
  ).length;
  if (count === 0) return [];
  return [
    {
      code: 'embedded_page_kept',
      message:
        'Pages embedded within embedded pages (the attribute "srcdoc") are kept as they are. Translate them as separate files.',
      count,
    },
  ];
}
