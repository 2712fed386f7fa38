import type { en } from './en.ts';

/**
 * All texts of the window in another language: a missing text, or one that English does not have, is a type
 * error.
 */
export type Translation = {
  readonly [Room in keyof typeof en]: { readonly [Name in keyof (typeof en)[Room]]: string };
};
