import { describe, expect, it } from 'vitest';
import { INCLUDED } from '../../../service/contract/index.ts';
import { openOdfDocument } from '../../../service/documents/odf/document.ts';
import { openOdf } from '../../../service/documents/odf/package.ts';
import { applyEdits } from '../../../service/documents/shared/spans.ts';
import { writeSpans } from '../../../service/documents/spans/write-spans.ts';
import { odfFile } from './odf-file.ts';

const BODY =
  '<text:table-of-content><text:index-body><text:p>One<text:tab/>1</text:p></text:index-body></text:table-of-content>' +
  '<text:h text:outline-level="1">One</text:h><text:p>Two<text:note><text:note-body><text:p>Note</text:p></text:note-body></text:note></text:p><text:p>Three</text:p>';

function opened(body: string) {
  const document = openOdfDocument(openOdf(odfFile('text', body)), {
    enter: () => () => undefined,
    included: INCLUDED,
    from: 'en',
    to: 'es',
  });
  const [part] = [...document.parts];
  return { text: document.text('content.xml'), spans: [...part!.spans], readBack: part!.readBack };
}

describe('an OpenDocument text that has been written', () => {
  it('is read again without what goes with other texts, and nothing is broken', () => {
    const { text, spans, readBack } = opened(BODY);
    expect(spans.map(({ segment }) => segment.text)).toEqual(['One', 'Two', 'Note', 'Three']);
    const written = writeSpans(text, spans, ['Uno', 'Dos  y', 'Nota', 'Tres\tx\u0001'], readBack);
    expect(written).toMatchObject({ changed: [0, 1, 2, 3], kept: [] });
  });

  it.each([
    ['two paragraphs', 'Dos</text:p><text:p>y'],
    ['a heading', '</text:p><text:h>Dos</text:h><text:p>'],
    ['no XML', 'Dos</text:span>'],
    ['another text', 'Otro'],
  ])('keeps the source of a paragraph that has become %s', (_, broken) => {
    const { text, spans, readBack } = opened(BODY);
    spans[3] = { ...spans[3]!, write: () => broken };
    const { edits, kept } = writeSpans(text, spans, ['Uno', 'Dos', null, 'Tres'], readBack);
    expect(kept).toEqual([3]);
    const result = applyEdits(text, edits);
    expect(result).toContain('>Uno</text:h><text:p>Dos<text:note>');
    expect(result).toContain('<text:p>Three</text:p>');
  });
});
