import { mainPart } from '../ooxml/kind.ts';
import { openPackage } from '../ooxml/package.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { drawingParts } from '../ooxml/drawing/drawing-parts.ts';
import type { DrawingParts } from '../ooxml/drawing/drawing-parts.ts';
import { damaged } from '../shared/refusals.ts';
import { XmlReader } from '../xml/reader.ts';
import { scanXml } from '../xml/scan.ts';

/** A presentation, its parts read on demand. */
export interface Deck extends DrawingParts {
  readonly mainPart: string;
  /** In presentation order. */
  readonly slides: readonly Slide[];
  /** Number of listed slides that the file does not contain. */
  readonly missing: number;
  /** Layouts in the order of their first use by slides; then their masters. */
  readonly designs: readonly string[];
}

export interface Slide {
  readonly part: string;
  readonly isHidden: boolean;
  readonly notes: string | undefined;
  readonly comments: readonly string[];
  readonly layout: string | undefined;
  readonly master: string | undefined;
}

export function openDeck(source: Uint8Array): Deck {
  const pkg = openPackage(source);
  const main = mainPart(pkg);
  if (main === undefined) throw damaged('it holds no presentation');
  const opened = drawingParts(pkg);
  const { parts, missing } = slideParts(pkg, main);
  const slides = parts.map((part): Slide => {
    const notes = related(pkg, part, 'notesSlide');
    const layout = related(pkg, part, 'slideLayout');
    const master = layout === undefined ? undefined : related(pkg, layout, 'slideMaster');
    const comments = pkg
      .relationships(part)
      .flatMap((rel) => (rel.kind === 'comments' && rel.part !== undefined ? [rel.part] : []));
    return { part, isHidden: isHidden(opened.text(part), part), notes, comments, layout, master };
  });
  const designs = [...slides.map(({ layout }) => layout), ...slides.map(({ master }) => master)];
  return {
    ...opened,
    mainPart: main,
    slides,
    missing,
    designs: [...new Set(designs.filter((part) => part !== undefined))],
  };
}

function isHidden(slide: string, part: string): boolean {
  const reader = new XmlReader(slide, part);
  reader.next();
  const show = reader.attribute('show');
  return show === '0' || show === 'false';
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
