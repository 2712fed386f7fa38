import type { Inline, TextInline } from '../inlines/code-inlines.ts';
import type { Item, Tag } from './cue-text.ts';

/** The meaning of a cue's inlines. */
export interface At {
  readonly tags: readonly Tag[];
  /** Codes only. */
  readonly raw?: string;
  /** Set where a paragraph or a cue ends. */
  readonly isCut?: true;
}

export type CueItem =
  Item | { readonly kind: 'cut'; readonly isWall: boolean; readonly tags: readonly Tag[] };

interface Frame {
  readonly tag: Tag | undefined;
  readonly children: Inline<At>[];
}

/** Items of cues as inline content: mere formatting as formats, voices and the like as groups. */
export function inlinesOf(items: readonly CueItem[]): Inline<At>[] {
  const frames: Frame[] = [{ tag: undefined, children: [] }];
  const close = () => {
    const { tag, children } = frames.pop()!;
    frames.at(-1)!.children.push({ kind: 'group', at: { tags: [tag!] }, children });
  };
  for (const item of items) {
    const groups = item.tags.filter(({ isFormat }) => !isFormat);
    let shared = 0;
    while (shared < groups.length && frames[shared + 1]?.tag === groups[shared]) shared++;
    while (frames.length > shared + 1) close();
    for (const tag of groups.slice(shared)) frames.push({ tag, children: [] });
    frames.at(-1)!.children.push(inlineOf(item));
  }
  while (frames.length > 1) close();
  return frames[0]!.children;
}

function inlineOf(item: CueItem): Inline<At> {
  const { tags } = item;
  if (item.kind === 'cut') return { kind: 'standalone', at: { tags, isCut: true }, isWall: item.isWall };
  if (item.kind === 'raw') return { kind: 'standalone', at: { tags, raw: item.text } };
  return textOf(item.text, tags);
}

function textOf(text: string, tags: readonly Tag[]): TextInline<At> {
  const format = tags.flatMap(({ isFormat, open }) => (isFormat ? [open] : [])).join('');
  return { kind: 'text', text, format, at: { tags } };
}
