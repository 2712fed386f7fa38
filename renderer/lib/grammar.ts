import type { GrammarFlag, SegmentFlag, SegmentResource } from '../../service/contract/index.ts';

type Flags = SegmentResource['flags'];

/** The flags that a checker of grammar raised. */
export function grammarFlags(flags: Flags): GrammarFlag[] {
  return flags.filter((flag) => flag.code === 'grammar');
}

/** The others. */
export function ownFlags(flags: Flags): SegmentFlag[] {
  return flags.filter((flag) => flag.code !== 'grammar');
}

/**
 * A translation with a replacement in place of what a flag marks, and where it is then, in UTF-16 units. Codes within the
 * marked text stay, behind the replacement.
 */
export function withReplacement(
  text: string,
  { details: { offset, length } }: GrammarFlag,
  replacement: string,
  coded: boolean,
): { text: string; change: { at: number; length: number } } {
  const points = Array.from(text);
  const [before, after] = [points.slice(0, offset).join(''), points.slice(offset + length).join('')];
  const marked = points.slice(offset, offset + length).join('');
  const codes = coded ? (marked.match(/<\/?\d{1,9}\/?>/g) ?? []).join('') : '';
  return {
    text: before + replacement + codes + after,
    change: { at: before.length, length: replacement.length },
  };
}
