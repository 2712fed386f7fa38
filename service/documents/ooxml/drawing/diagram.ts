import type { Warning } from '../../../contract/index.ts';
import { plainText } from '../../../text/codes.ts';
import type { PartEdit } from '../../packages/package-format.ts';
import { child } from '../../xml/tree.ts';
import type { XmlNode } from '../../xml/tree.ts';
import type { DrawingText } from './drawing-text.ts';
import { paragraphSpan } from './paragraph-span.ts';
import { readParagraph } from './read-paragraph.ts';
import type { DrawingParagraph } from './read-paragraph.ts';
import { paragraphEdits } from './write-paragraph.ts';
import type { DrawingTarget } from './write-paragraph.ts';

interface Part {
  readonly part: string;
  readonly source: string;
  readonly root: XmlNode;
}

export interface DiagramTexts {
  readonly texts: readonly DrawingText[];
  /** Paragraphs of the drawing that are not in the data: they keep their text. */
  readonly stale: number;
}

/**
 * The texts of a SmartArt (ECMA-376 part 1 §21.4): the paragraphs of its data. Until the diagram is edited
 * Office shows its cached drawing, so paragraphs of the drawing change with those of equal text.
 */
export function diagramTexts(data: Part, drawing: Part | undefined, target: DrawingTarget): DiagramTexts {
  const points = child(data.root, 'dgm:ptLst')?.children.filter(({ name }) => name === 'dgm:pt') ?? [];
  const paragraphs = points.flatMap((point) => {
    // A prompt: “[Text]”.
    if (isOn(child(point, 'dgm:prSet')?.attributes['phldr'])) return [];
    const id = point.attributes['modelId'];
    const texts = child(point, 'dgm:t')?.children.filter(({ name }) => name === 'a:p') ?? [];
    return texts.flatMap((node) => {
      const paragraph = readParagraph(data.source, node);
      return paragraph ? [{ id, paragraph, words: wordsOf(paragraph), shown: [] as DrawingParagraph[] }] : [];
    });
  });
  const stale = drawing ? matchDrawing(drawing, points, paragraphs) : 0;
  return {
    stale,
    texts: paragraphs.map(({ paragraph, shown }) => ({
      part: data.part,
      paragraph,
      span: paragraphSpan(data.source, paragraph, target, () => undefined),
      mirrorEdits: (words) =>
        shown.flatMap((mirror): PartEdit[] =>
          paragraphEdits(drawing!.source, mirror, words, target).map((edit) => ({
            ...edit,
            part: drawing!.part,
          })),
        ),
    })),
  };
}

interface DataParagraph {
  /** Id of its point. */
  readonly id: string | undefined;
  readonly words: string;
  readonly shown: DrawingParagraph[];
}

/**
 * Assigns each paragraph of the drawing to the data's paragraph that it shows. Returns how many have none.
 */
function matchDrawing(
  drawing: Part,
  points: readonly XmlNode[],
  paragraphs: readonly DataParagraph[],
): number {
  /** Points of data by the ids of their presentation points, which shapes of the drawing refer to. */
  const presented = new Map(
    points.map((point) => [
      point.attributes['modelId'],
      child(point, 'dgm:prSet')?.attributes['presAssocID'],
    ]),
  );
  const byWords = new Map<string, EqualParagraphs>();
  for (const paragraph of paragraphs) {
    for (const key of [paragraph.words, keyOf(paragraph.id, paragraph.words)]) {
      const same = byWords.get(key);
      if (same) same.paragraphs.push(paragraph);
      else byWords.set(key, { paragraphs: [paragraph], next: 0 });
    }
  }
  const prompts = new Set(
    points
      .filter((point) => isOn(child(point, 'dgm:prSet')?.attributes['phldr']))
      .map(({ attributes }) => attributes['modelId']),
  );
  let stale = 0;
  const read = (node: XmlNode, shape: string | undefined): void => {
    if (node.name === 'a:p') {
      const paragraph = readParagraph(drawing.source, node);
      if (!paragraph) return;
      const words = wordsOf(paragraph);
      const point = presented.get(shape) ?? shape;
      const shown = nextOf(byWords.get(keyOf(point, words)) ?? byWords.get(words));
      if (shown) shown.shown.push(paragraph);
      else if (!prompts.has(point)) stale++;
      return;
    }
    const own = node.name === 'dsp:sp' ? node.attributes['modelId'] : shape;
    for (const inner of node.children) read(inner, own);
  };
  read(drawing.root, undefined);
  return stale;
}

/** Paragraphs of equal text, and which of them the drawing shows next. */
interface EqualParagraphs {
  readonly paragraphs: DataParagraph[];
  next: number;
}

function nextOf(equal: EqualParagraphs | undefined): DataParagraph | undefined {
  return equal?.paragraphs[equal.next++ % equal.paragraphs.length];
}

function keyOf(point: string | undefined, words: string): string {
  return JSON.stringify([point, words]);
}

function wordsOf({ coded }: DrawingParagraph): string {
  return plainText(coded.text).replace(/\s+/g, ' ').trim();
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

export function diagramWarnings(stale: number): Warning[] {
  if (stale === 0) return [];
  return [
    {
      code: 'diagram_drawing_stale',
      message:
        'Some texts of SmartArt are shown otherwise than its data says, so they keep their source where they are shown. Click into the SmartArt in Office, which draws it anew.',
      count: stale,
    },
  ];
}
