import { isRtl } from '../../contract/index.ts';
import type { Edit } from '../shared/spans.ts';
import { applyEdits } from '../shared/spans.ts';
import { writtenAttributes } from '../xml/attributes.ts';
import { escapeXml, rawName, rawPrefix, scanXml } from '../xml/scan.ts';
import type { AutomaticStyle, Paragraph, PartModel, StyledTag } from './model.ts';
import { ODF_NAMES } from './names.ts';
import { keyOf } from './styles.ts';

/** The direction that translated paragraphs need; undefined if both languages agree. */
export type Direction = 'rl-tb' | 'lr-tb' | undefined;

export function directionBetween(from: string | undefined, to: string | undefined): Direction {
  if (from === undefined || to === undefined || isRtl(from) === isRtl(to)) return undefined;
  return isRtl(to) ? 'rl-tb' : 'lr-tb';
}

/** Families of styles that have an alignment. */
type AlignedFamily = 'paragraph' | 'table-cell';

/** Styles that paragraphs and cells inherit from `styles.xml`. */
export interface CommonStyles {
  alignOf(family: AlignedFamily, style: string | undefined): string | undefined;
}

/** Reads `office:styles` of `styles.xml`. */
export function readCommonStyles(source: string, part: string): CommonStyles {
  const styles = new Map<string, { parent: string | undefined; align: string | undefined }>();
  let style: { parent: string | undefined; align: string | undefined } | undefined;
  const handler = {
    open(tag: { name: string; attribute(name: string): string | undefined }) {
      if (tag.name === 'style:style' || tag.name === 'style:default-style') {
        style = undefined;
        const family = tag.attribute('style:family') ?? '';
        if (family !== 'paragraph' && family !== 'table-cell') return;
        style = { parent: tag.attribute('style:parent-style-name'), align: undefined };
        const key = keyOf(family, tag.attribute('style:name') ?? '');
        if (!styles.has(key)) styles.set(key, style);
      } else if (tag.name === 'style:paragraph-properties' && style) {
        style.align = tag.attribute('fo:text-align');
      }
    },
  };
  scanXml(source, part, handler, { names: ODF_NAMES });
  return {
    alignOf(family, name) {
      const seen = new Set<string>();
      for (let next = name ?? ''; !seen.has(next);) {
        seen.add(next);
        const style = styles.get(keyOf(family, next));
        if (style?.align !== undefined) return style.align;
        next = style?.parent ?? '';
      }
      return undefined;
    },
  };
}

const FO = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';
const STYLE = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"';
const OFFICE = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"';

/** Sets the direction of paragraphs, cells and tables by automatic styles: ODF stores it only in styles. */
export interface DirectionWriter {
  /** The start tag of a paragraph with such a style. */
  paragraphTag(paragraph: Paragraph): string;
  /** The start tag of a table; undefined if it does not change. */
  tableTag(table: StyledTag): string | undefined;
  /** The name of the style for a cell that has this one. */
  cellStyle(style: string | undefined): string;
  /** The edits that add the styles requested so far. */
  edits(): Edit[];
}

export function directionWriter(
  { source, styles }: Pick<PartModel, 'source' | 'styles'>,
  direction: 'rl-tb' | 'lr-tb',
  { common, isDrawn }: { readonly common: () => CommonStyles; readonly isDrawn: boolean },
): DirectionWriter {
  const made = new Map<string, { readonly name: string; readonly xml: string }>();
  const root = /<[^?!][^>]*>/.exec(source)?.[0] ?? '';
  const { copyOf, newStyle } = styleXml(source, root);
  const suffix = direction === 'rl-tb' ? '_rtl' : '_ltr';

  const freeName = (family: string, base: string): string => {
    let name = `${base}${suffix}`;
    const isTaken = () =>
      styles.automatic.has(keyOf(family, name)) || [...made.values()].some((other) => other.name === name);
    while (isTaken()) name += '_';
    return name;
  };
  const alignOf = (own: AutomaticStyle | undefined, from: string | undefined, isShape: boolean): string => {
    const align = own?.layout?.align;
    if (isShape) return align === undefined ? '' : ` fo:text-align="${ENDS.get(align) ?? align}"`;
    return alignment(align ?? common().alignOf('paragraph', own ? own.parent : from), direction);
  };
  const cellAlign = (own: AutomaticStyle | undefined, from: string | undefined): string => {
    const align = own?.layout?.align ?? common().alignOf('table-cell', own ? own.parent : from);
    return align === undefined ? '' : ` fo:text-align="${OPPOSITE.get(align) ?? align}"`;
  };
  const styleNamed = (family: AlignedFamily | 'table', from: string | undefined, isShape = false): string => {
    const key = keyOf(family, from ?? '');
    const kind = isShape ? `shape ${key}` : key;
    const known = made.get(kind);
    if (known) return known.name;
    const own = from === undefined ? undefined : styles.automatic.get(key);
    const name = freeName(family, from ?? family);
    const align =
      family === 'paragraph'
        ? alignOf(own, from, isShape)
        : family === 'table-cell'
          ? cellAlign(own, from)
          : '';
    const properties = ` style:writing-mode="${direction}"${align}`;
    const xml = own
      ? copyOf(own, name, family, properties)
      : newStyle(family, name, family === 'table' ? undefined : from, properties);
    made.set(kind, { name, xml });
    return name;
  };
  const withStyle = (start: number, contentStart: number, style: string): string => {
    const tag = source.slice(start, contentStart);
    const prefix = rawPrefix(source, start);
    for (const attribute of writtenAttributes(tag))
      if (
        attribute.rawName.endsWith(':style-name') &&
        (prefix === '' || attribute.rawName.startsWith(prefix))
      )
        return tag.slice(0, attribute.start) + escapeXml(style) + tag.slice(attribute.end);
    // An attribute without a prefix has no namespace, and the prefix of this one is unknown.
    if (prefix === '') return tag;
    const at = 1 + rawName(source, start).length;
    return `${tag.slice(0, at)} ${prefix}style-name="${escapeXml(style)}"${tag.slice(at)}`;
  };

  return {
    paragraphTag: ({ start, contentStart, styleName, place }) =>
      withStyle(start, contentStart, styleNamed('paragraph', styleName, isDrawn || place.isShape === true)),
    tableTag: ({ start, contentStart, styleName }) =>
      withStyle(start, contentStart, styleNamed('table', styleName)),
    cellStyle: (style) => styleNamed('table-cell', style),
    edits() {
      if (made.size === 0) return [];
      const added = [...made.values()].map(({ xml }) => xml).join('');
      const { container, body } = styles;
      if (!container) {
        const declared = root.includes(OFFICE) ? '' : ` ${OFFICE}`;
        const text = `<office:automatic-styles${declared}>${added}</office:automatic-styles>`;
        return [{ start: body, end: body, text }];
      }
      const { start, contentStart, contentEnd } = container;
      if (!source.slice(start, contentStart).endsWith('/>'))
        return [{ start: contentEnd, end: contentEnd, text: added }];
      const close = `</${rawName(source, start)}>`;
      return [{ start: contentStart - 2, end: contentStart, text: `>${added}${close}` }];
    },
  };
}

/** Writes automatic styles with properties, in the prefixes that the root element of the part binds. */
function styleXml(source: string, root: string) {
  /** Declarations of prefixes that are not bound as usual for the whole part. */
  const declarations = (written: string): string =>
    [STYLE, ...(written.includes(' fo:') ? [FO] : [])]
      .filter((declaration) => !root.includes(declaration))
      .map((declaration) => ` ${declaration}`)
      .join('');
  const copyOf = (style: AutomaticStyle, name: string, family: string, properties: string): string => {
    const { start, end, contentStart, nameAt, layout, layoutAt } = style;
    const edits: Edit[] = nameAt ? [{ ...nameAt, text: escapeXml(name) }] : [];
    const declared = declarations(properties);
    if (layout) {
      for (const written of layout.written) edits.push({ ...written, text: '' });
      const at = layout.start + 1 + rawName(source, layout.start).length;
      edits.push({ start: at, end: at, text: declared + properties });
    } else {
      const element = `<style:${elementOf(family)}${declared}${properties}/>`;
      const isEmpty = source.slice(start, contentStart).endsWith('/>');
      if (isEmpty) {
        const close = `</${rawName(source, start)}>`;
        edits.push({ start: contentStart - 2, end: contentStart, text: `>${element}${close}` });
      } else edits.push({ start: layoutAt, end: layoutAt, text: element });
    }
    const own = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
    return applyEdits(source.slice(start, end), own);
  };
  const newStyle = (family: string, name: string, parent: string | undefined, properties: string): string => {
    const inherits = parent === undefined ? '' : ` style:parent-style-name="${escapeXml(parent)}"`;
    const declared = declarations(`style:${properties}`);
    return `<style:style${declared} style:name="${escapeXml(name)}" style:family="${family}"${inherits}><style:${elementOf(family)}${properties}/></style:style>`;
  };
  return { copyOf, newStyle };
}

/** The element of a family's styles that has a direction. */
function elementOf(family: string): string {
  return family === 'table' ? 'table-properties' : 'paragraph-properties';
}

/** By name in cells, since programs read `start` as left in both directions. */
const OPPOSITE: ReadonlyMap<string, string> = new Map([
  ['start', 'right'],
  ['left', 'right'],
  ['end', 'left'],
  ['right', 'left'],
]);

/** Drawn shapes mirror sides by themselves, so a side means an end of the line there. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['left', 'start'],
  ['right', 'end'],
]);

/** The opposite side, by name: LibreOffice reads `start` as left in both directions. Others stay. */
function alignment(align: string | undefined, direction: 'rl-tb' | 'lr-tb'): string {
  if (align === 'center') return ' fo:text-align="center"';
  if (align === 'justify') return ' fo:text-align="justify"';
  const [first, last] = direction === 'rl-tb' ? ['right', 'left'] : ['left', 'right'];
  const isLast =
    direction === 'rl-tb' ? align === 'end' || align === 'right' : align === 'start' || align === 'left';
  return ` fo:text-align="${isLast ? last : first}"`;
}
