import { decodeText, markupWriter, writable } from '../markup/references.ts';
import { acceleratorAmong } from '../messages/accelerators.ts';
import { messageSpans, readingOf } from '../messages/message-spans.ts';
import type { Span } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { canonicalNames } from '../xml/namespaces.ts';
import { child, parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';

/** .NET resources: the values that are texts. */
export const resxFormat = spanFormat({
  fileType: 'resx',
  ignoresLanguage: true,
  recognise: ({ root, text }) =>
    root?.name === 'root' && root.namespace === '' && /<(?:resheader|data)\s/.test(text ?? '') ? 'yes' : 'no',
  declaredEncoding: (head) => /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:-]+)/.exec(head)?.[1],
  reference: (char) => `&#x${char.codePointAt(0)!.toString(16)};`,

  read(text, { to }) {
    const resources = [...resourcesOf(text)];
    // Windows Forms, and WPF.
    const accelerators = acceleratorAmong(
      ['&', '_'],
      resources.map(({ value }) => value),
    );
    return readingOf(resourceSpans(resources, to, accelerators), (written) =>
      resourceSpans(resourcesOf(written), to, accelerators),
    );
  },
});

const NAMES = canonicalNames({});

interface Resource {
  readonly node: XmlNode;
  /** Offset of its text, which may be CDATA or contain references. */
  readonly start: number;
  readonly inner: string;
  readonly isCdata: boolean;
  readonly value: string;
}

function* resourcesOf(text: string): Generator<Resource> {
  const root = parseXml(text, 'resx', { names: NAMES, textOf: new Set(['comment']) });
  for (const node of root.children) {
    const value = node.name === 'data' && isText(node) ? child(node, 'value') : undefined;
    if (!value || value.children.length > 0 || value.contentEnd === value.contentStart) continue;
    const raw = text.slice(value.contentStart, value.contentEnd);
    const cdata = /^(\s*<!\[CDATA\[)([^]*)\]\]>\s*$/.exec(raw);
    if (!cdata && raw.includes('<')) continue;
    const inner = cdata ? cdata[2]! : raw;
    yield {
      node,
      start: value.contentStart + (cdata ? cdata[1]!.length : 0),
      inner,
      isCdata: cdata !== null,
      value: cdata ? inner : decodeText(inner),
    };
  }
}

function* resourceSpans(
  resources: Iterable<Resource>,
  to: string | undefined,
  accelerators: '&' | '_' | undefined,
): Generator<Span> {
  for (const { node, start, inner, isCdata, value } of resources) {
    const note = child(node, 'comment')?.text.trim();
    const writer = markupWriter([inner], { isXml: true });
    yield* messageSpans({
      start,
      end: start + inner.length,
      value,
      key: node.attributes['name'] ?? '',
      note: note === '' ? undefined : note?.slice(0, 1_000),
      isIcu: false,
      to,
      accelerators,
      adapt: writable,
      write: (written) =>
        isCdata ? written.replaceAll(']]>', ']]]]><![CDATA[>') : writer.write(written, false),
    });
  }
}

/** Others are numbers, pictures and files; names with these beginnings belong to a form designer. */
function isText({ attributes }: XmlNode): boolean {
  if (attributes['mimetype'] !== undefined || (attributes['name'] ?? '').startsWith('>>')) return false;
  return attributes['type'] === undefined || attributes['type'].startsWith('System.String');
}
