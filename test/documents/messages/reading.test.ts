import { expect, it } from 'vitest';
import { readingOf } from '../../../service/documents/messages/message-spans.ts';
import type { Span } from '../../../service/documents/spans/span.ts';

const span = (shape: string): Span => ({
  ...{ start: 0, end: 1, shape, segment: { text: shape } },
  write: () => undefined,
});

it('reads no more of a file of messages than is wanted', () => {
  let read = 0;
  function* endless(): Generator<Span> {
    for (;;) yield span(`key${read++}`);
  }
  for (const { shape } of readingOf(endless(), () => []).spans) if (shape === 'key3') break;
  expect(read).toBe(4);
});

it('leaves out of the finished text the forms that its source does not have', () => {
  const { spans, readBack } = readingOf([span('one'), span('other')], () =>
    ['one', 'few', 'other'].map(span),
  );
  expect([...spans]).toHaveLength(2);
  expect([...readBack!('')].map(({ shape }) => shape)).toEqual(['one', 'other']);
});
