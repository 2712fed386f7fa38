import { expectTypeOf, it } from 'vitest';
import type { Words } from '../../renderer/i18n/words.ts';

// Checked by tsc: each line marked as an expected error is one when tsc finds nothing wrong with it.
it('a key that is not there, and a value that is missing or misnamed, are type errors', () => {
  const uses = ({ t, counted }: Words, name: 'documents' | 'batch', code: string): string[] => [
    t('batch.title'),
    t('job.segments', { done: 1, total: '2' }),
    t(`rail.${name}`),
    counted('batch.run', 2),
    counted('status.running', 2, { done: 1, total: 2 }),
    // @ts-expect-error -- no such message
    t('batch.titel'),
    // @ts-expect-error -- any text is not a key
    t(code),
    // @ts-expect-error -- not all of `fileType.…`
    t(`fileType.${code}`),
    // @ts-expect-error -- the message has names in it
    t('job.segments'),
    // @ts-expect-error -- one of them is missing
    t('job.segments', { done: 1 }),
    // @ts-expect-error -- and this one it has not
    t('job.segments', { done: 1, total: 2, left: 3 }),
    // @ts-expect-error -- nothing to put in
    t('batch.title', { n: 1 }),
  ];
  expectTypeOf(uses).returns.toEqualTypeOf<string[]>();
});
