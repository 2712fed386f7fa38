import type { NamesIn } from '../../i18n/names-in.ts';
import type { en } from './en.ts';

type Messages = typeof en;

/** The path of every message, such as `batch.title`. */
export type MessageKey = {
  [Room in keyof Messages]: `${Room}.${Extract<keyof Messages[Room], string>}`;
}[keyof Messages];

type MessageAt<Key extends MessageKey> = Key extends `${infer Room}.${infer Name}`
  ? Room extends keyof Messages
    ? Messages[Room][Name & keyof Messages[Room]]
    : never
  : never;

/** The values that a message needs. For a union of keys: the values that all of them need. */
type ValuesFor<Key extends MessageKey, Given extends string = never> = Record<
  Exclude<NamesIn<MessageAt<Key>>, Given>,
  string | number
>;

/** A message without names in braces takes no values; with some, it takes all of them. */
export type ValuesArgument<Key extends MessageKey, Given extends string = never> = [
  Exclude<NamesIn<MessageAt<Key>>, Given>,
] extends [never]
  ? []
  : [values: ValuesFor<Key, Given>];
