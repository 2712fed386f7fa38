import { mainPart } from '../ooxml/kind.ts';
import { openPackage } from '../ooxml/package.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { CHART_TEXTS } from '../ooxml/charts/read-chart.ts';
import { PARAGRAPH_TEXTS } from '../ooxml/drawing/read-paragraph.ts';
import { PROPERTIES } from '../ooxml/drawing/other-texts.ts';
import { damaged } from '../shared/refusals.ts';
import { XmlReader } from '../xml/reader.ts';
import { scanXml } from '../xml/scan.ts';
import { parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';

/** A presentation, its parts read on demand. */
export interface Deck {
  readonly pkg: OoxmlPackage;
  readonly mainPart: string;
  /** In presentation order. */
  readonly slides: readonly Slide[];
  /** Number of listed slides that the file does not contain. */
  readonly missing: number;
  /** Layouts in the order of their first use by slides; then their masters. */
  readonly designs: readonly string[];
  text(part: string): string;
  tree(part: string): XmlNode;
}

export interface Slide {
  readonly part: string;
  readonly isHidden: boolean;
  readonly notes: string | undefined;
  readonly comments: readonly string[];
  readonly layout: string | undefined;
  readonly master: string | undefined;
}

const TEXTS: ReadonlySet<string> = new Set([...PARAGRAPH_TEXTS, ...CHART_TEXTS, ...PROPERTIES, 'p:text']);

export function openDeck(source: Uint8Array): Deck {
  const pkg = openPackage(source);
  const main = mainPart(pkg);
  if (main === undefined) throw damaged('it holds no presentation');
  const texts = new Map<string, string>();
  const trees = new Map<string, XmlNode>();
  const text = (part: string) => remembered(texts, part, () => pkg.text(part));
  const { parts, missing } = slideParts(pkg, main);
  const slides = parts.map((part): Slide => {
    const notes = related(pkg, part, 'notesSlide');
    const layout = related(pkg, part, 'slideLayout');
    const master = layout === undefined ? undefined : related(pkg, layout, 'slideMaster');
    const comments = pkg
      .relationships(part)
      .flatMap((rel) => (rel.kind === 'comments' && rel.part !== undefined ? [rel.part] : []));
    return { part, isHidden: isHidden(text(part), part), notes, comments, layout, master };
  });
  const designs = [...slides.map(({ layout }) => layout), ...slides.map(({ master }) => master)];
  return {
    pkg,
    mainPart: main,
    slides,
    missing,
    designs: [...new Set(designs.filter((part) => part !== undefined))],
    text,
    tree: (part) => remembered(trees, part, () => parseXml(text(part), part, { textOf: TEXTS })),
  };
}

function isHidden(slide: string, part: string): boolean {
  const reader = new XmlReader(slide, part);
  reader.next();
  const show = reader.attribute('show');
  return show === '0' || show === 'false';
}

function remembered<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = read();
  known.set(key, value);
  return value;
}

/** Slides in presentation order, which may differ from part numbers; unlisted parts are not shown. */
function slideParts(pkg: OoxmlPackage, main: string): { parts: string[]; missing: number } {
  const parts = new Map(
    pkg
      .relationships(main)
      .filter(({ kind }) => kind === 'slide')
      .map(({ id, part }) => [id, part]),
  );
  const slides = new Set<string>();
  let missing = 0;
  scanXml(pkg.text(main), main, {
    open(tag) {
      if (tag.name !== 'p:sldId') return;
      const part = parts.get(tag.attribute('r:id') ?? '');
      if (part === undefined) missing++;
      else slides.add(part);
    },
  });
  return { parts: [...slides], missing };
}

function related(pkg: OoxmlPackage, part: string, kind: string): string | undefined {
  return pkg.relationships(part).find((rel) => rel.kind === kind && rel.part !== undefined)?.part;
}
