/** The names in braces of a text: `{done} of {total}` has `done` and `total`. */
export type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
