/** A tag in a string of a program, `raw[start, end)`; without a name ` | `, which divides forms of a plural. */
export interface TextTag {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly kind: 'open' | 'close' | 'single';
  /** It begins or ends a separate text. */
  readonly isBlock: boolean;
  /** A value of a program stands there: it is a part of the sentence, also at its ends. */
  readonly isWord: boolean;
  /** The content of its element is not translated. */
  readonly isLocked: boolean;
}
