import { writtenAttributes } from '../xml/attributes.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { AutomaticStyle, LayoutProperties, PartStyles } from './model.ts';

/** Invisible text properties: revision marks, and the language for spell checking. */
const UNSEEN = /rsid$|^(?:fo|style):(?:language|country|script|rfc-language-tag)(?:-asian|-complex)?$/;

/** A part's automatic styles, and each span style's look: equal looks are one format. */
export interface StyleReading extends PartStyles {
  readonly lookOf: (textStyle: string) => string;
}

export function styleReading(): {
  readonly reading: StyleReading;
  /** At the start tag of `office:automatic-styles`. */
  readAutomatic(source: string, reader: XmlReader): void;
  /** At the start tag of the element after them. */
  noteBody(reader: XmlReader): void;
} {
  const automatic = new Map<string, AutomaticStyle>();
  const looks = new Map<string, string>();
  let container: PartStyles['container'];
  let body = 0;
  return {
    reading: {
      automatic,
      get container() {
        return container;
      },
      get body() {
        return body;
      },
      lookOf: (name) => looks.get(name) ?? name,
    },
    readAutomatic(source, reader) {
      const { start, end: contentStart } = reader;
      reader.eachChild(() => {
        if (reader.name !== 'style:style') return;
        const style = startOf(source, reader);
        let look = '';
        let layout: LayoutProperties | undefined;
        let layoutAt = style.contentStart;
        reader.eachChild(() => {
          if (reader.name === 'style:text-properties') look += lookOf(source, reader);
          else if (LAYOUT.has(reader.name)) layout = layoutOf(source, reader);
          else if (reader.name === 'style:table-cell-properties') {
            reader.skipElement();
            layoutAt = reader.end;
          }
        });
        automatic.set(keyOf(style.family, style.name), { ...style, layout, layoutAt, end: reader.end });
        if (style.family === 'text') looks.set(style.name, joined(style.parent, look));
      });
      container = { start, contentStart, contentEnd: reader.start };
    },
    noteBody(reader) {
      body = reader.start;
    },
  };
}

export function keyOf(family: string, name: string): string {
  return `${family} ${name}`;
}

function startOf(source: string, reader: XmlReader) {
  return {
    nameAt: attributesAt(source, reader, ['style:name'])[0],
    name: reader.attribute('style:name') ?? '',
    family: reader.attribute('style:family') ?? '',
    parent: reader.attribute('style:parent-style-name'),
    start: reader.start,
    contentStart: reader.end,
  };
}

const LAYOUT: ReadonlySet<string> = new Set(['style:paragraph-properties', 'style:table-properties']);

function layoutOf(source: string, reader: XmlReader): LayoutProperties {
  return {
    start: reader.start,
    contentStart: reader.end,
    align: reader.attribute('fo:text-align'),
    writingMode: reader.attribute('style:writing-mode'),
    written: attributesAt(source, reader, ['fo:text-align', 'style:writing-mode']).map(
      ({ nameStart, end }) => ({ start: nameStart - 1, end: end + 1 }),
    ),
  };
}

/** The current start tag's attributes: names begin at `nameStart`, values are in [start, end). */
export function attributesAt(
  source: string,
  { start: tagStart, end: tagEnd, scope }: Pick<XmlReader, 'start' | 'end' | 'scope'>,
  names: readonly string[],
): { readonly nameStart: number; readonly start: number; readonly end: number }[] {
  const tag = source.slice(tagStart, tagEnd);
  return Array.from(writtenAttributes(tag)).flatMap(({ rawName, start, end }) =>
    names.includes(scope.attribute(rawName) ?? '')
      ? [
          {
            nameStart: tagStart + tag.lastIndexOf(rawName, start),
            start: tagStart + start,
            end: tagStart + end,
          },
        ]
      : [],
  );
}

function joined(parent: string | undefined, look: string): string {
  return look === '' ? (parent ?? '') : `${parent ?? ''}\t${look}`;
}

function lookOf(source: string, reader: XmlReader): string {
  const { scope } = reader;
  const tag = source.slice(reader.start, reader.end);
  const seen: string[] = [];
  for (const { rawName, start, end } of writtenAttributes(tag)) {
    const name = scope.attribute(rawName) ?? rawName;
    if (!UNSEEN.test(name)) seen.push(`${name}=${tag.slice(start, end)}`);
  }
  return seen.sort().join(' ');
}
