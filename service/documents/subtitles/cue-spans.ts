import { plainText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { codeInlines } from '../inlines/code-inlines.ts';
import type { Span } from '../spans/span.ts';
import { textOf, wordsOf, withoutSigns } from './cue-text.ts';
import type { ReadCue } from './groups.ts';
import { partsOf } from './target-parts.ts';
import { inlinesOf } from './tree.ts';
import type { CueItem } from './tree.ts';
import { joinerOf } from './width.ts';
import type { Unit } from './wrap.ts';
import { commonOpen, limitOf, textOfUnits, withoutArrow, writtenCues } from './write-cues.ts';
import type { CueOptions } from './write-cues.ts';

/** The segment of the cues that a sentence spans; undefined if they have no words. */
export function cueSpan(text: string, group: readonly ReadCue[], options: CueOptions): Span | undefined {
  const coded = codeInlines(inlinesOf(itemsOf(group)));
  if (!coded) return undefined;
  const { start, times } = group[0]!.cue;
  const { end } = group.at(-1)!.cue;
  const plain = plainText(coded.text);
  let last: { readonly target: string; readonly parts: Unit[][] | undefined } | undefined;
  const partsFor = (target: string) => {
    if (last?.target !== target) last = { target, parts: partsOf(target, coded, group, options.to) };
    return last.parts;
  };
  return {
    start,
    end,
    shape: group.map(({ cue }) => cue.times).join('\n'),
    segment: {
      text: coded.text,
      ...(coded.rules && { rules: coded.rules }),
      ...(isTranslatable(plain) ? {} : { copy: true }),
      key: times.split('-->')[0]!.trim(),
      maxChars: group.reduce(
        (sum, { content: { lines } }) => sum + Math.floor(limitOf(lines)) * Math.max(2, lines.length),
        0,
      ),
    },
    readsAs(target) {
      const parts = partsFor(target);
      return parts ? readTexts(group, parts, options) : plain;
    },
    write(target, { harder }) {
      if (target === coded.text) return undefined;
      const parts = partsFor(target);
      if (!parts) return undefined;
      return writtenCues(text, group, parts, { ...options, harder });
    },
  };
}

/** All paragraphs with words, with a cut between each two. */
function itemsOf(group: readonly ReadCue[]): CueItem[] {
  const items: CueItem[] = [];
  let said = '';
  for (const { content } of group) {
    let isWall = false;
    for (const paragraph of content.paragraphs) {
      if (!paragraph.hasWords) continue;
      const words = wordsOf(paragraph);
      const last = items.at(-1);
      if (last) {
        if (joinerOf(said, words) !== '') items.push({ kind: 'text', text: ' ', tags: last.tags });
        items.push({ kind: 'cut', isWall, tags: commonOpen(last.tags, paragraph.items[0]!.tags) });
      }
      items.push(...paragraph.items);
      said = words;
      isWall = true;
    }
  }
  return items;
}

/** The texts that a reader of the finished file finds in these cues. */
function readTexts(
  group: readonly ReadCue[],
  parts: readonly (readonly Unit[])[],
  { dialect, isBilingual }: CueOptions,
): string {
  let next = 0;
  let read = '';
  const add = (text: string) => {
    read += joinerOf(read, text) + text;
  };
  for (const { content } of group) {
    const own = content.paragraphs.filter(({ hasWords }) => hasWords);
    for (const { prefix, suffix } of own) {
      const said = textOf(prefix) + textOfUnits(parts[next++]!) + textOf(suffix);
      add(withoutSigns(dialect === 'srt' ? withoutArrow(said) : said).core.trim());
    }
    if (isBilingual) for (const paragraph of own) add(wordsOf(paragraph));
  }
  return read;
}
