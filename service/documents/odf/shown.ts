import { parseCoded } from '../../text/codes.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { wholeTarget } from '../inlines/targets.ts';
import type { OdfInline, Piece } from './model.ts';

/** A text, or a standalone with its visible text. */
export interface Leaf {
  readonly kind: 'text' | 'standalone';
  readonly text: string;
  readonly isWall: boolean;
  readonly at: Piece;
}

/** The visible leaves of inlines, in their order. */
export function leavesOf(inlines: readonly OdfInline[]): Leaf[] {
  return inlines.flatMap((inline): Leaf[] => {
    switch (inline.kind) {
      case 'text':
        return [{ kind: 'text', text: inline.text, isWall: false, at: inline.at }];
      case 'standalone':
        return [
          { kind: 'standalone', text: inline.at.shown ?? '', isWall: inline.isWall === true, at: inline.at },
        ];
      case 'group':
        return leavesOf(inline.children);
      case 'marker':
        return [];
    }
  });
}

export function shownText(inlines: readonly OdfInline[]): string {
  return leavesOf(inlines)
    .map(({ text }) => text)
    .join('');
}

/** The visible text of a paragraph with a target in place of its words. */
export function shownTarget(coded: CodedInlines<Piece>, target: string): string {
  // Codes that the target lost are written anyway.
  const tokens = coded.codes.size === 0 ? parseCoded(target) : wholeTarget(target, coded);
  const words = tokens.map((token) => {
    if (token.kind === 'text') return token.text;
    const code = token.kind === 'standalone' ? coded.codes.get(token.id) : undefined;
    return code?.kind === 'standalone' ? (code.standalone.at.shown ?? '') : '';
  });
  return shownText(coded.lead) + words.join('') + shownText(coded.trail);
}

export function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
