// Damage to the XML of a part. Most mutations keep it well-formed: what is refused as broken tests little.
import type { Random } from '../support/random.ts';

export interface Span {
  start: number;
  end: number;
}
export type XmlMutator = (xml: string, random: Random) => string;

/** Pieces that make trouble where they do not belong: fields, controls, text boxes, revisions, cells. */
const SNIPPETS = [
  '<w:p/>',
  '<w:p><w:r><w:t>one more</w:t></w:r></w:p>',
  '<w:r><w:t xml:space="preserve"> word </w:t></w:r>',
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
  '<w:r><w:instrText> HYPERLINK "x" </w:instrText></w:r>',
  '<w:r><w:fldChar w:fldCharType="separate"/></w:r>',
  '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
  '<w:fldSimple w:instr="HYPERLINK x"><w:r><w:t>link</w:t></w:r></w:fldSimple>',
  '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a/b[9]" w:storeItemID="{1}"/></w:sdtPr><w:sdtContent><w:r><w:t>data</w:t></w:r></w:sdtContent></w:sdt>',
  '<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>prompt</w:t></w:r></w:p></w:sdtContent></w:sdt>',
  '<w:sdt/>',
  '<w:hyperlink/>',
  '<w:ins><w:r><w:t>new</w:t></w:r></w:ins>',
  '<w:del><w:r><w:delText>old</w:delText></w:r></w:del>',
  '<w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent>',
  '<w:r><w:pict><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>',
  '<w:rPr><w:b/></w:rPr>',
  '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>',
  '<w:bookmarkStart w:id="1" w:name="x"/>',
  '<w:r><w:br/><w:tab/><w:sym w:char="F020"/></w:r>',
  '<w:t/>',
  'bare text',
  '<c><v>0</v></c>',
  '<c t="s"><v>0</v></c>',
  '<c t="s"><v>99999</v></c>',
  '<c t="s"><v>-1</v></c>',
  '<c t="inlineStr"><is><t>in line</t></is></c>',
  '<c t="inlineStr"><is><r><rPr><b/></rPr><t>rich</t></r><r><t> text</t></r></is></c>',
  '<c t="str"><f>A1</f><v>formula</v></c>',
  '<row><c t="str"><v>a row</v></c></row>',
  '<row r="0"/>',
  '<si/>',
  '<si><t>a string</t></si>',
  '<si><r><t>run</t></r><rPh sb="0" eb="1"><t>guide</t></rPh></si>',
  '<calcPr/>',
  '<extLst><ext uri="x"/></extLst>',
  '<!-- a comment <w:p> -->',
  '<?pi data?>',
  '<![CDATA[<w:t>]]>',
];
const ODD_VALUES = [
  '',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'A0',
  'ZZZZZZ9',
  '$A$1:B2',
  'true',
  'x',
  '../../x',
  'http://x/',
  'rId1',
  's',
  'inlineStr',
  '&#10;',
  '&lt;',
  '{}',
  '[1]',
];
const BROKEN = [
  '&',
  '&x;',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&lt',
  '<',
  '</',
  '<x',
  ']]>',
  '\0',
  '\x01',
  '\uffff',
  '<!DOCTYPE x>',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '<?xml version="1.0"?>',
];

const XML_MUTATORS: Record<string, XmlMutator> = {
  'drop an element': (xml, random) => edited(xml, elementIn(xml, random), () => ''),
  'drop a tag': (xml, random) => edited(xml, tagIn(xml, random), () => ''),
  'repeat an element': (xml, random) => edited(xml, elementIn(xml, random), (element) => element + element),
  'empty an element': (xml, random) =>
    edited(xml, elementIn(xml, random), (element) => element.replace(/>.*</s, '><')),
  'swap two elements'(xml, random) {
    const [a, b] = [elementIn(xml, random), elementIn(xml, random)].sort((x, y) => x.start - y.start);
    if (!a || !b || a.end > b.start) return xml;
    const [first, second] = [xml.slice(a.start, a.end), xml.slice(b.start, b.end)];
    return xml.slice(0, a.start) + second + xml.slice(a.end, b.start) + first + xml.slice(b.end);
  },
  'wrap an element': (xml, random) => {
    const wrapper = random.pick([
      'w:p',
      'w:r',
      'w:sdt',
      'w:ins',
      'w:del',
      'w:txbxContent',
      'w:hyperlink',
      'row',
      'c',
      'si',
      'x',
    ]);
    return edited(xml, elementIn(xml, random), (element) => `<${wrapper}>${element}</${wrapper}>`);
  },
  'nest an element deep': (xml, random) => {
    const depth = random.pick([3, 100, 300, 5_000]);
    const tag = random.pick(['w:r', 'w:ins', 'w:sdt', 'x']);
    const wrap = (element: string) => `<${tag}>`.repeat(depth) + element + `</${tag}>`.repeat(depth);
    return edited(xml, elementIn(xml, random), wrap);
  },
  'change an attribute': (xml, random) =>
    edited(xml, tagIn(xml, random, '='), (tag) =>
      tag.replace(/="[^"]*"/, () => `="${random.pick(ODD_VALUES)}"`),
    ),
  'drop an attribute': (xml, random) =>
    edited(xml, tagIn(xml, random, '='), (tag) => tag.replace(/\s[^\s=]+="[^"]*"/, '')),
  'repeat an attribute': (xml, random) =>
    edited(xml, tagIn(xml, random, '='), (tag) => tag.replace(/\s[^\s=]+="[^"]*"/, '$&$&')),
  'a huge attribute': (xml, random) =>
    edited(xml, tagIn(xml, random), (tag) => tag.replace(/\/?>$/, ` huge="${'x'.repeat(200_000)}"$&`)),
  'many attributes': (xml, random) =>
    edited(xml, tagIn(xml, random), (tag) =>
      tag.replace(/\/?>$/, `${Array.from({ length: 2_000 }, (_, i) => ` a${i}="${i}"`).join('')}$&`),
    ),
  'single quotes': (xml, random) => edited(xml, tagIn(xml, random, '='), (tag) => tag.replaceAll('"', "'")),
  'rename a tag': (xml, random) =>
    edited(xml, tagIn(xml, random), (tag) => tag.replace(/^<\/?[\w:.-]+/, '$&x')),
  'rename elements'(xml, random) {
    const names = [...new Set(xml.match(/<[\w:.-]+/g))].map((name) => name.slice(1));
    const [from, to] = [random.pick(names), random.pick(names)];
    return from && to ? xml.replace(new RegExp(`(</?)${from}(?=[\\s/>])`, 'g'), `$1${to}`) : xml;
  },
  'another prefix throughout'(xml, random) {
    const prefix = random.pick(['ns0', 'W', 'x', 'ä', '_']);
    return xml.replaceAll(/(<\/?|xmlns:|\s)w(?=[:=])/g, `$1${prefix}`);
  },
  'an unbound prefix': (xml, random) =>
    edited(xml, tagIn(xml, random), (tag) => tag.replace(/^<(\/?)(?:\w+:)?/, '<$1nope:')),
  'another namespace': (xml, random) =>
    xml.replace(/xmlns(?::\w+)?="[^"]*"/, (declared) =>
      random.pick(['', declared.replace(/"[^"]*"/, '"urn:x"')]),
    ),
  'something odd within': (xml, random) => inserted(xml, tagIn(xml, random).end, random.pick(SNIPPETS)),
  'something odd between': (xml, random) => inserted(xml, elementIn(xml, random).end, random.pick(SNIPPETS)),
  'something odd in a known place': (xml, random) =>
    inserted(
      xml,
      tagIn(
        xml,
        random,
        random.pick([
          '<w:p>',
          '<w:p ',
          '</w:r>',
          '<w:body>',
          '</w:tc>',
          '<row',
          '<sheetData',
          '<sst',
          '<si>',
        ]),
      ).end,
      random.pick(SNIPPETS),
    ),
  'broken text': (xml, random) => inserted(xml, tagIn(xml, random).end, random.pick(BROKEN)),
  'broken anywhere': (xml, random) => inserted(xml, random.below(xml.length), random.pick(BROKEN)),
  'other text'(xml, random) {
    const text = random.pick([
      '',
      ' ',
      '\u00a0',
      '\t',
      '\r\n',
      'x'.repeat(40_000),
      '_x000D_ _x005F_',
      '=1+1',
      '1234',
      '\u202e\u200f',
      '👩‍👩‍👧',
      '&amp;lt;1&amp;gt;',
      '&lt;1/&gt;',
      'a  b',
    ]);
    return xml.replace(
      new RegExp(`^((?:[^>]*>){${random.below(400)}}[^<>]*>)[^<>]+(?=<)`),
      (_, before: string) => before + text,
    );
  },
  'cut off': (xml, random) => xml.slice(0, random.below(xml.length)),
  'nothing after the root': (xml) => `${xml}<x/>`,
};

export function mutateXml(xml: string, random: Random): { xml: string; how: string[] } {
  const how = [];
  for (let n = 1 + random.below(3); n > 0; n--) {
    const name = random.pick(Object.keys(XML_MUTATORS));
    how.push(name);
    xml = XML_MUTATORS[name]?.(xml, random) ?? xml;
  }
  return { xml, how };
}

function edited(xml: string, { start, end }: Span, change: (piece: string) => string) {
  return xml.slice(0, start) + change(xml.slice(start, end)) + xml.slice(end);
}

function inserted(xml: string, at: number, piece: string) {
  return xml.slice(0, at) + piece + xml.slice(at);
}

/** A tag, the first after a random place that begins with, or contains, `mark`. */
function tagIn(xml: string, random: Random, mark = '<'): Span {
  const from = random.below(xml.length);
  const found = xml.indexOf(mark, from);
  const at = found === -1 ? xml.indexOf(mark) : found;
  const start = Math.max(0, xml.lastIndexOf('<', Math.max(0, at)));
  const end = xml.indexOf('>', start) + 1;
  return { start, end: end === 0 ? xml.length : end };
}

/** An element other than the root, tags included. */
function elementIn(xml: string, random: Random): Span {
  const tag = tagIn(xml, random);
  const name = /^<([\w:.-]+)/.exec(xml.slice(tag.start, tag.end))?.[1];
  if (name === undefined || xml[tag.end - 2] === '/') return tag;
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])[^>]*?(/?)>`, 'g');
  tags.lastIndex = tag.start;
  let depth = 0;
  for (let match = tags.exec(xml); match; match = tags.exec(xml)) {
    if (match[2] !== '/') depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return { start: tag.start, end: tags.lastIndex };
  }
  return tag;
}
