import { describe, expect, it } from 'vitest';
import { fieldProblem } from '../../../service/contract/index.ts';
import { applyEdits } from '../../../service/documents/shared/spans.ts';
import { plainSpan } from '../../../service/documents/spans/span.ts';
import type { Joint, Span } from '../../../service/documents/spans/span.ts';
import { writeSpans } from '../../../service/documents/spans/write-spans.ts';

/**
 * Values of `key=value;` entries. A semicolon ends one unless a backslash is before it, which the usual form
 * forgets.
 */
function* entries(text: string): Generator<Span> {
  if (text.includes('!!')) throw fieldProblem('file', 'damaged_file', 'Two exclamation marks.');
  for (const { 0: whole, 1: key = '', 2: written = '', index } of text.matchAll(/(\w+)=((?:\\.|[^;])*);/g)) {
    const start = index + key.length + 1;
    yield plainSpan({
      start,
      end: index + whole.length - 1,
      value: written.replace(/\\(.)/g, '$1'),
      shape: key,
      write: (value, { harder }) => (harder ? value.replace(/[\\;]/g, '\\$&') : value),
    });
  }
}

const source = 'a=one; b=two; c=three;';

function written(targets: (string | null)[], readBack: typeof entries | undefined = entries) {
  const { edits, ...counts } = writeSpans(source, [...entries(source)], targets, readBack);
  return { text: applyEdits(source, edits), ...counts };
}

describe('spans that are written', () => {
  it('change nothing but themselves', () => {
    expect(written([null, 'zwei', null])).toEqual({
      text: 'a=one; b=zwei; c=three;',
      changed: [1],
      kept: [],
    });
    expect(written(['one', 'two', null])).toEqual({ text: source, changed: [], kept: [] });
  });

  it('are escaped harder where the usual form is not read back', () => {
    expect(written([null, 'zwei; drei', 'vier'])).toEqual({
      text: 'a=one; b=zwei\\; drei; c=vier;',
      changed: [1, 2],
      kept: [],
    });
  });

  it('keep their source where no form is read back, and only they do', () => {
    const bad = { text: 'a=eins; b=two; c=drei;', changed: [0, 2], kept: [1] };
    // The source does not allow this text at all: reading it is refused.
    expect(written(['eins', 'zwei!!', 'drei'])).toEqual(bad);
  });

  it('keep their source where a neighbour is lost to them', () => {
    const unescapable = (text: string) =>
      Array.from(entries(text)).map((span) => ({ ...span, write: (target: string) => target }));
    const { edits, kept } = writeSpans(source, unescapable(source), ['eins', 'zwei; d=x', null], unescapable);
    expect(applyEdits(source, edits)).toBe('a=eins; b=two; c=three;');
    expect(kept).toEqual([1]);
  });

  it('are not read back where the format sees no need', () => {
    expect(written(['eins; x=y'], undefined as never).kept).toEqual([]);
  });

  it('end with the source where everything breaks everything', () => {
    const never = () => [];
    const { edits, kept } = writeSpans(source, [...entries(source)], ['x', 'y', 'z'], never);
    expect({ text: applyEdits(source, edits), kept }).toEqual({ text: source, kept: [0, 1, 2] });
  });

  it('are found however many of them are broken', () => {
    const text = Array.from({ length: 3_000 }, (_, index) => `k${index}=v;`).join(' ');
    const unescapable = (one: string) =>
      Array.from(entries(one)).map((span) => ({ ...span, write: (target: string) => target }));
    const targets = Array.from({ length: 3_000 }, (_, index) => (index % 3 === 0 ? 'x; y' : 'w'));
    let reads = 0;
    const { kept } = writeSpans(text, unescapable(text), targets, (one) => {
      reads++;
      return unescapable(one);
    });
    expect(kept).toHaveLength(1_000);
    expect(reads).toBeLessThan(10);
  });

  it('do not take along those that one of them had spoiled', () => {
    // A quote makes what is behind it one value.
    function* quoted(text: string): Generator<Span> {
      for (const span of entries(text.split('"')[0]!)) yield { ...span, write: (target) => target };
    }
    const text = Array.from({ length: 100 }, (_, index) => `k${index}=v;`).join(' ');
    const targets = Array.from({ length: 100 }, (_, index) => (index === 40 ? 'x " y' : 'w'));
    expect(writeSpans(text, [...quoted(text)], targets, quoted).kept).toEqual([40]);
  });

  it('keep the source of what loses a span within it, and only that', () => {
    const text = '<p><i title="one">A</i></p><p><i title="two">B</i></p>';
    function* pages(page: string): Generator<Span> {
      for (const { 0: whole, 1: content = '', index } of page.matchAll(/<p>(.*?)<\/p>/g)) {
        for (const { 1: title = '', index: at } of content.matchAll(/title="(.*?)"/g)) {
          const start = index + 3 + at + 7;
          yield plainSpan({
            start,
            end: start + title.length,
            value: title,
            shape: 'title',
            write: (v) => v,
          });
        }
        yield {
          start: index + 3,
          end: index + whole.length - 4,
          segment: { text: content.replace(/<.*?>/g, '') },
          shape: 'p',
          write: (target, { slice }) =>
            target.endsWith('!')
              ? slice(index + 3, index + whole.length - 4).replace(/>.</, `>${target}<`)
              : target,
        };
      }
    }
    const spans = [...pages(text)];
    const { edits, kept } = writeSpans(text, spans, ['eins', 'a', 'zwei', 'b!'], pages);
    expect(kept).toEqual([1]);
    expect(applyEdits(text, edits)).toBe('<p><i title="eins">A</i></p><p><i title="zwei">b!</i></p>');
  });

  it('may lie within another, which copies them as they have become', () => {
    const text = '<p>See <img alt="the map"> here</p>';
    const alt = text.indexOf('the map');
    const image = { start: text.indexOf('<img'), end: text.indexOf('> here') + 1 };
    const inner = plainSpan({ start: alt, end: alt + 7, value: 'the map', write: (value) => value });
    const outer: Span = {
      start: 3,
      end: text.length - 4,
      segment: { text: 'See <1/> here' },
      write: (target, { slice }) => target.replace('<1/>', slice(image.start, image.end)),
    };
    const both = writeSpans(text, [inner, outer], ['die Karte', 'Hier ist <1/>']);
    expect(applyEdits(text, both.edits)).toBe('<p>Hier ist <img alt="die Karte"></p>');
    const one = writeSpans(text, [inner, outer], ['die Karte', null]);
    expect(applyEdits(text, one.edits)).toBe('<p>See <img alt="die Karte"> here</p>');
  });
});

describe('spans that are written together', () => {
  /** `(car|cars)`: two texts in one stretch. A bar in one of them makes three. */
  function* forms(text: string): Generator<Span> {
    const parts = text.slice(1, -1).split('|');
    const joint: Joint = {
      size: parts.length,
      write: (targets) => `(${parts.map((part, index) => targets[index] ?? part).join('|')})`,
    };
    for (const [index, part] of parts.entries())
      yield {
        start: 0,
        end: text.length,
        segment: { text: part },
        shape: String(index),
        joint,
        write: () => undefined,
      };
  }
  const write = (targets: (string | null)[]) => {
    const { edits, changed, kept } = writeSpans('(car|cars)', [...forms('(car|cars)')], targets, forms);
    return { text: applyEdits('(car|cars)', edits), changed, kept };
  };

  it('change what has a target, and nothing where none has', () => {
    expect(write(['Auto', 'Autos'])).toEqual({ text: '(Auto|Autos)', changed: [0, 1], kept: [] });
    expect(write([null, 'Autos'])).toEqual({ text: '(car|Autos)', changed: [1], kept: [] });
    expect(write([null, 'cars'])).toEqual({ text: '(car|cars)', changed: [], kept: [] });
  });

  it('keep the others where one of them breaks the stretch', () => {
    expect(write(['Auto', 'A|B'])).toEqual({ text: '(Auto|cars)', changed: [0], kept: [1] });
  });
});
