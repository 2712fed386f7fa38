import type { Layout } from '../format.ts';
import type { Box, Place } from './blocks.ts';
import type { PageShape } from './read-pdf.ts';

/** Pages and places as they are shown, after the pages' turns. Pages that were not read have no size. */
export function layoutOf(read: readonly PageShape[], pageCount: number, places: readonly Place[]): Layout {
  const shapes = new Map(read.map((shape) => [shape.page, shape]));
  const pages = Array.from({ length: pageCount }, (_, page): [number, number] => {
    const { width = 0, height = 0, turns = 0 } = shapes.get(page) ?? {};
    return turns % 2 === 1 ? [tenth(height), tenth(width)] : [tenth(width), tenth(height)];
  });
  return {
    pages,
    places: places.map(({ page, box }) => {
      const shape = shapes.get(page);
      const { left, top, right, bottom } = shape ? shown(box, shape) : box;
      return [page, tenth(left), tenth(top), tenth(right), tenth(bottom)];
    }),
  };
}

function shown({ left, top, right, bottom }: Box, { width, height, turns }: PageShape): Box {
  switch (turns) {
    case 1:
      return { left: height - bottom, right: height - top, top: left, bottom: right };
    case 2:
      return { left: width - right, right: width - left, top: height - bottom, bottom: height - top };
    case 3:
      return { left: top, right: bottom, top: width - right, bottom: width - left };
    default:
      return { left, top, right, bottom };
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
