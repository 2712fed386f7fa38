import { describe, expect, it } from 'vitest';
import { addSample, secondsLeft } from '../../renderer/lib/time-left.ts';
import type { Sample } from '../../renderer/lib/time-left.ts';

function samplesOf(...points: [seconds: number, completed: number][]): Sample[] {
  return points.reduce<Sample[]>((all, [s, completed]) => addSample(all, { at: s * 1000, completed }), []);
}

describe('time left', () => {
  it('is unknown until there are three seconds of progress to judge by', () => {
    expect(secondsLeft(samplesOf([0, 0], [2, 100]), 1000)).toBeUndefined();
    expect(secondsLeft(samplesOf([0, 0], [4, 0]), 1000)).toBeUndefined();
    expect(secondsLeft([], 1000)).toBeUndefined();
  });

  it('is the rest at the speed so far, to five seconds below a minute', () => {
    expect(secondsLeft(samplesOf([0, 0], [4, 40]), 100)).toBe(5);
    expect(secondsLeft(samplesOf([0, 0], [10, 100]), 520)).toBe(40);
  });

  it('is in whole minutes from a minute on', () => {
    expect(secondsLeft(samplesOf([0, 0], [10, 100]), 700)).toBe(60);
    expect(secondsLeft(samplesOf([0, 0], [10, 10]), 1100)).toBe(1080);
  });

  it('follows the speed of the last half minute, not of the beginning', () => {
    const slowThenFast = samplesOf([0, 0], [100, 10], [110, 110], [120, 210]);
    expect(secondsLeft(slowThenFast, 410)).toBe(20);
  });

  it('still knows the speed of an engine that takes longer than the window between two results', () => {
    expect(secondsLeft(samplesOf([0, 0], [60, 10], [120, 20]), 30)).toBe(60);
  });

  it('says nothing when all is done', () => {
    expect(secondsLeft(samplesOf([0, 0], [10, 100]), 100)).toBeUndefined();
  });
});
