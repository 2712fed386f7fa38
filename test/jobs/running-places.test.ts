import { describe, expect, it } from 'vitest';
import { createRunningPlaces } from '../../service/jobs/admit/running-places.ts';

describe('places for running work', () => {
  it('are one count for jobs that run, requests on their way and texts at once', () => {
    let running = 1;
    const places = createRunningPlaces({ max: () => 3, runningOf: () => running });
    const leave = places.take('a');
    places.take('a');
    expect(() => places.take('a')).toThrow('3 running jobs');
    leave();
    leave();
    places.take('a');
    expect(() => places.take('a')).toThrow('3 running jobs');
    running = 0;
    expect(() => places.take('a')).not.toThrow();
  });
});
