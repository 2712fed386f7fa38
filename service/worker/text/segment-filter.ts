import type { MatchBand, SegmentResource } from '../../contract/index.ts';
import { escapeText, plainText } from '../../text/codes.ts';
import { compileGlossary, missingTerms } from '../../text/glossary.ts';
import { searchForm } from '../../text/normal-form.ts';
import type { SegmentsFilter, SegmentsTask } from '../document-port.ts';

type Test = (segment: SegmentResource) => boolean;

/** Lowest per cent of each band, highest first. */
const BANDS: readonly (readonly [MatchBand, number])[] = [
  ['match_100', 100],
  ['match_95', 95],
  ['match_85', 85],
  ['match_75', 75],
  ['match_50', 50],
];

/** Whether a segment passes all filters of a task. `isFirst`: no earlier one equals it. */
export function segmentFilter(
  task: Pick<SegmentsTask, 'kind' | 'to' | keyof SegmentsFilter>,
  isFirst: (index: number) => boolean,
): Test {
  const { state, flag, match, repeated, min_length: shortest, max_length: longest } = task;
  const plain = (text: string): string => (task.kind === 'batch' ? text : plainText(text));
  const tests = [...textTests(task, plain), ...lacksTerm(task)];
  const add = (isAsked: boolean, test: Test): void => void (isAsked && tests.unshift(test));
  add(shortest !== undefined || longest !== undefined, ({ text }) => {
    const { length } = Array.from(plain(text));
    return length >= (shortest ?? 0) && length <= (longest ?? Infinity);
  });
  add(
    repeated !== undefined,
    ({ index, repetitions }) =>
      repetitions !== undefined && (repeated === 'any' || (repeated === 'first') === isFirst(index)),
  );
  add(match !== undefined, (one) => bandOf(one.match) === match);
  add(flag !== undefined, ({ flags }) =>
    flags.some(({ code }) => (flag === 'any' ? code !== 'edited' : code === flag)),
  );
  add(state !== undefined, (one) => one.state === state);
  return (segment) => tests.every((test) => test(segment));
}

function bandOf(match = 0): MatchBand {
  return BANDS.find(([, lowest]) => match >= lowest)?.[0] ?? 'new';
}

function textTests({ q, source, target }: SegmentsFilter, plain: (text: string) => string): Test[] {
  const holds = (text: string | null, wanted: string): boolean =>
    text !== null && searchForm(plain(text)).includes(wanted);
  const tests: Test[] = [];
  if (q !== undefined) {
    const wanted = searchForm(q);
    tests.push((one) => holds(one.text, wanted) || holds(one.translated_text, wanted));
  }
  if (source !== undefined) {
    const wanted = searchForm(source);
    tests.push((one) => holds(one.text, wanted));
  }
  if (target !== undefined) {
    const wanted = searchForm(target);
    tests.push((one) => holds(one.translated_text, wanted));
  }
  return tests;
}

/** The same test as the flag `glossary_missed`, for one term. */
function lacksTerm({ missing, kind, to = '' }: Pick<SegmentsTask, 'kind' | 'to' | 'missing'>): Test[] {
  if (!missing) return [];
  const glossary = compileGlossary([missing]);
  const coded = (text: string): string => (kind === 'batch' ? escapeText(text) : text);
  return [
    ({ text, translated_text: target }) =>
      target !== null && missingTerms(coded(text), coded(target), glossary, to).length > 0,
  ];
}
