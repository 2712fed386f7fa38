import { describe, expect, it } from 'vitest';
import { pptxFormat } from '../../../service/documents/pptx/pptx-format.ts';
import { deck, shape } from '../../support/ooxml.ts';
import { unzip, zip } from '../../support/zip.ts';
import { refusalCode } from '../support/refusal.ts';

const ANY = { maxSegments: 1_000 };
const p = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const source = deck({
  slides: [{ tree: shape(p('One')), notes: shape(p('Note')) }, { tree: shape(p('Two')) }],
});

/** The deck with some parts changed, or without them. */
function changed(change: (name: string, content: Buffer) => string | Buffer | undefined): Buffer {
  const parts = [...unzip(source)].flatMap(([name, content]) => {
    const now = change(name, content);
    return now === undefined ? [] : [[name, now] as const];
  });
  return zip(Object.fromEntries(parts));
}

const textsOf = async (bytes: Buffer) =>
  (await pptxFormat.extract(bytes, ANY)).segments.map(({ text }) => text);

describe('a presentation that is not whole', () => {
  it('is translated where a slide has no relationships: it has no notes and no layout then', async () => {
    const bytes = changed((name, content) => (name.includes('slides/_rels/') ? undefined : content));
    expect(await textsOf(bytes)).toEqual(['One', 'Two']);
    const result = await pptxFormat.assemble(bytes, ['Uno', 'Dos'], { from: 'en', to: 'es' });
    expect(await textsOf(Buffer.from(result.bytes))).toEqual(['Uno', 'Dos']);
  });

  it('is translated without a slide that its list names and it does not hold', async () => {
    const bytes = changed((name, content) => (name === 'ppt/slides/slide1.xml' ? undefined : content));
    const { segments, warnings } = await pptxFormat.extract(bytes, ANY);
    expect(segments.map(({ text }) => text)).toEqual(['One', 'Note']);
    expect(warnings).toMatchObject([{ code: 'part_missing', count: 1 }]);
  });

  it.each(['ppt/slides/slide1.xml', 'ppt/presentation.xml'])(
    'is refused as damaged with %s cut short',
    async (part) => {
      const bytes = changed((name, content) =>
        name === part ? content.subarray(0, content.length - 9) : content,
      );
      expect(await refusalCode(() => textsOf(bytes))).toBe('damaged_file');
    },
  );

  it('is refused as hostile with a DOCTYPE in a slide', async () => {
    const bytes = changed((name, content) =>
      name === 'ppt/slides/slide2.xml'
        ? content.toString().replace('<p:sld', '<!DOCTYPE a [<!ENTITY b "c">]><p:sld')
        : content,
    );
    expect(await refusalCode(() => textsOf(bytes))).toBe('hostile_file');
  });
});

it('is translated as a strict document, and with a password that only guards against changes', async () => {
  const STRICT: readonly (readonly [string, string])[] = [
    [
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
      'http://purl.oclc.org/ooxml/officeDocument/relationships',
    ],
    [
      'http://schemas.openxmlformats.org/presentationml/2006/main',
      'http://purl.oclc.org/ooxml/presentationml/main',
    ],
    ['http://schemas.openxmlformats.org/drawingml/2006/main', 'http://purl.oclc.org/ooxml/drawingml/main'],
  ];
  const bytes = changed((name, content) => {
    let text = content.toString();
    for (const [transitional, strict] of STRICT) text = text.replaceAll(transitional, strict);
    const guard =
      '<p:modifyVerifier algorithmName="SHA-512" hashData="aGFzaA==" saltData="c2FsdA==" spinValue="100000"/>';
    return name === 'ppt/presentation.xml' ? text.replace('</p:presentation>', `${guard}$&`) : text;
  });
  expect(await textsOf(bytes)).toEqual(['One', 'Note', 'Two']);
  const result = await pptxFormat.assemble(bytes, ['Uno', 'Nota', 'Dos'], { from: 'en', to: 'es' });
  expect(await textsOf(Buffer.from(result.bytes))).toEqual(['Uno', 'Nota', 'Dos']);
  expect(unzip(Buffer.from(result.bytes)).get('ppt/presentation.xml')).toEqual(
    unzip(bytes).get('ppt/presentation.xml'),
  );
});
