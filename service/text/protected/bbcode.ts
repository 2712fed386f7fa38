import { anyOf } from './syntax.ts';
import type { Syntax } from './syntax.ts';

const NAME = '(?!data-)[A-Za-z][\\w-]{0,40}';
const VALUE = '=(?:"[^"\\n]{0,300}"|[^\\]\\n]{1,300})';
const ATTRIBUTES =
  '(?:\\s{1,9}[A-Za-z][\\w-]{0,40}=(?:"[^"\\n]{0,300}"|\'[^\'\\n]{0,300}\'|[^\\s\\]"\']{1,300})){1,20}';
const END = '\\s{0,9}/?\\]';
/** UTF-16 units between two tags. */
const WITHIN = '[^]{0,2000}?';

/** What these hold is an address, a name or code. */
const RAW = bothCases('code|img|youtube|video|media|attach|audio|noparse|php|html|embed');
/** Tags of forums that are no words a text would put in brackets. */
const ALWAYS = bothCases('[bius]|url|img|hr|br|tr|td|th|ul|ol|li|sub|sup|h[1-6]');
/** Others, which may be alone in a line, or begin it right before its first word. */
const OFTEN = bothCases(
  'code|quote|list|center|left|right|table|spoiler|color|size|font|email|video|youtube|noparse|more',
);
/** Tags that divide a text, and shortcodes of page builders. */
const BLOCK = `(?:${bothCases('list|gallery|caption|playlist|embed|quote|code|center|left|right|table|tr|td|th|li|ul|ol|hr|br|spoiler|h[1-6]')}(?![\\w-])|(?:vc|et_pb|fusion|su|av|elementor)_)`;

/** A tag with a value, an end tag, a known name, or a matching end tag in the text. A word in brackets is not a tag. */
const TAG = [
  `\\[/${NAME}${END}`,
  `\\[${NAME}(?:${VALUE}|${ATTRIBUTES})${END}`,
  `\\[(?:${ALWAYS}|\\*)\\]`,
  `(?<=^\\s{0,20})\\[${OFTEN}\\](?=\\s{0,20}$|\\s?[\\p{L}\\p{N}])`,
];

/** Tags of forums, and shortcodes of WordPress. */
export const BBCODE: readonly Syntax[] = [
  {
    id: 'bbcode-raw',
    spec: 'phpBB and vBulletin codes whose content is not text',
    kind: 'code',
    from: 'prose',
    sign: /\[/u,
    pattern: anyOf(`\\[(?<raw>${RAW})(?:${VALUE})?\\]${WITHIN}\\[/\\k<raw>\\]`),
    examples: ['[code]let [b]x[/b] = 1;[/code]', '[img]house.png[/img]'],
    prose: ['The [code] of it'],
  },
  {
    id: 'bbcode-block',
    spec: 'phpBB and vBulletin codes; WordPress shortcodes',
    kind: 'wall',
    from: 'prose',
    sign: /\[/u,
    pattern: anyOf(
      `(?=\\[(?:\\*|/?${BLOCK}))(?:${TAG.join('|')}|\\[(?<block>${NAME})${END}(?=${WITHIN}\\[/\\k<block>\\]))`,
    ),
    examples: ['[gallery ids="1,2"]', '[/caption]', '[*]', '⟦[quote]⟧The house', '[vc_row a="b"]'],
    prose: ['The house [white] is [left] or [quote] by'],
  },
  {
    id: 'bbcode',
    spec: 'phpBB and vBulletin codes; WordPress shortcodes',
    kind: 'word',
    from: 'prose',
    sign: /\[/u,
    pattern: anyOf(...TAG, `\\[(?<word>${NAME})${END}(?=${WITHIN}\\[/\\k<word>\\])`),
    examples: ['[color=red]', '[/color]', '[b]', '[url=https://example.com]', '⟦[note]⟧b[/note]'],
    prose: ['The house [white] is [left] or [quote] by'],
  },
];

function bothCases(names: string): string {
  return `(?:${names}|${names.toUpperCase()})`;
}
