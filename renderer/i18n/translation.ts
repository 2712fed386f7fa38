import type { en } from './en.ts';

/**
 * All texts of the window in another language: one that is missing, or that English does not have, is a type
 * error.
 */
export type Translation = {
  readonly [Room in keyof typeof en]: { readonly [Name in keyof (typeof en)[Room]]: string };
};
