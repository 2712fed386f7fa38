import { ODF_NAMES } from '../odf/names.ts';
import type { EnterRule } from '../odf/read-part.ts';
import { scanXml } from '../xml/scan.ts';

/** Shapes of a master page that slides fill; their own text is a prompt. */
const FILLED: ReadonlySet<string> = new Set(['title', 'outline', 'subtitle', 'text', 'notes', 'handout']);

/** Which elements of a presentation are text. Read `content.xml` first: it names the master pages in use. */
export function slideRules(): (part: string, source: string) => EnterRule {
  const used = new Set<string>();
  return (part, source) => {
    if (part !== 'content.xml')
      return (reader) => {
        const name = reader.attribute('style:name') ?? '';
        if (reader.name === 'style:master-page') return used.has(name) ? ['masters'] : 'skip';
        if (reader.name === 'presentation:notes' || reader.name === 'style:handout-master') return 'skip';
        return isPrompt(reader) || FILLED.has(reader.attribute('presentation:class') ?? '')
          ? 'skip'
          : undefined;
      };
    const hidden = hiddenStyles(source, part);
    return (reader) => {
      switch (reader.name) {
        case 'draw:page':
          used.add(reader.attribute('draw:master-page-name') ?? '');
          return hidden.has(reader.attribute('draw:style-name') ?? '') ? ['hidden'] : [];
        case 'presentation:notes':
          return ['notes'];
        case 'presentation:footer-decl':
        case 'presentation:header-decl':
          return 'text';
        case 'presentation:date-time-decl':
          return 'skip';
        default:
          return isPrompt(reader) ? 'skip' : undefined;
      }
    };
  };
}

function isPrompt(reader: Parameters<EnterRule>[0]): boolean {
  return reader.attribute('presentation:placeholder') === 'true';
}

/** The styles of hidden pages. */
function hiddenStyles(source: string, part: string): ReadonlySet<string> {
  const hidden = new Set<string>();
  if (!source.includes(':visibility="hidden"')) return hidden;
  let style = '';
  scanXml(
    source,
    part,
    {
      open(tag) {
        if (tag.name === 'style:style') style = tag.attribute('style:name') ?? '';
        else if (tag.attribute('presentation:visibility') === 'hidden') hidden.add(style);
      },
    },
    { names: ODF_NAMES },
  );
  return hidden;
}
