import { defineStore } from 'pinia';
import { remembered } from '../lib/remembered.ts';

/** Whether a correction is applied to all equal segments without asking, in Review and in Batch. */
export const useRepeats = defineStore('repeats', () => {
  const always = remembered<boolean>(
    'repeats',
    false,
    (value): value is boolean => typeof value === 'boolean',
  );
  return { always };
});
