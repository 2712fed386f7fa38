import { expect, it } from 'vitest';
import { cutAtWalls, formatPiece } from '../../service/text/pieces.ts';
import { parseCoded } from '../../service/text/codes.ts';

const NO_CUTS = { walls: new Set<number>(), kept: new Set<number>() };

it.each([
  ['A: Where is the car?', ['', 'Where is the car?']],
  ['II. The old house', ['', 'The old house']],
  ['<1>B.</1> The white dog', ['<1></1>', '<1></1>', 'The white dog']],
  ['a) red car b) white house', ['', 'red car', 'white house']],
  ['(1) The car', ['', 'The car']],
  ['1) Cars 2) Houses', ['', 'Cars', 'Houses']],
  ['The house (a) or b) the car', ['The house (a) or b) the car']],
  ['(a) the house or (b) the car', ['', 'the house or (b) the car']],
  ['I think so.', ['I think so.']],
  ['A house', ['A house']],
  ['V. old', ['V. old']],
])('labels are no part of the sentences that an engine gets: %s', (coded, pieces) => {
  const cut = cutAtWalls(parseCoded(coded), NO_CUTS).pieces.map(formatPiece);
  expect(cut).toEqual(pieces);
});
