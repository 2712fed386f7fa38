/**
 * How thorough a test is. Files that import this module run in `npm run test:long` too, with more of
 * everything.
 */

export const IS_LONG = process.env['INTERLINEAR_TEST_LONG'] === '1';

/** `numRuns` of a property test. */
export const PROPERTY_RUNS = IS_LONG ? 5_000 : 200;

/** Colour schemes of the window's tests. */
export const THEMES = IS_LONG ? (['light', 'dark'] as const) : (['light'] as const);
