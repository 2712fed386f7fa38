import { applyEdits } from '../shared/spans.ts';
import type { Joint, Span } from '../spans/span.ts';
import { writeSpans } from '../spans/write-spans.ts';
import type { AttributeValue } from './attributes.ts';
import { decodeAttribute } from './references.ts';

interface Page {
  spans(): Iterable<Span>;
  readonly holdsCode: readonly boolean[];
}

/**
 * The texts of the page in an attribute (`srcdoc` of `iframe`, HTML §4.8.5), which are written together.
 * `read` reads the page; with `holdsCode` its translation.
 */
export function embeddedSpans(
  value: AttributeValue,
  { isXml, read }: { isXml: boolean; read: (page: string, holdsCode?: readonly boolean[]) => Page },
): Span[] {
  const { start, end, quote, raw } = value;
  const page = decodeAttribute(raw);
  const markup = read(page);
  const spans = [...markup.spans()];
  const joint: Joint = {
    size: spans.length,
    write(targets) {
      const { edits } = writeSpans(page, spans, targets, (written) =>
        read(written, markup.holdsCode).spans(),
      );
      // An unquoted value gets quotes.
      const mark = quote === '' ? '"' : quote;
      return mark + escapePage(applyEdits(page, edits), mark, raw, isXml) + mark;
    },
  };
  return spans.map((span) => {
    const shape = `srcdoc ${span.shape ?? ''}`;
    return { ...span, start, end, shape, joint };
  });
}

/** Escapes what it must, and the brackets of tags that the source escapes. */
function escapePage(page: string, quote: string, raw: string, isXml: boolean): string {
  const escaped = page.replaceAll('&', '&amp;').replaceAll(quote, quote === '"' ? '&quot;' : '&#39;');
  const opened = isXml || raw.includes('&lt;') ? escaped.replaceAll('<', '&lt;') : escaped;
  return raw.includes('&gt;') ? opened.replaceAll('>', '&gt;') : opened;
}
