declare module 'gettext-parser' {
  /** The part that the tests read: translations by context and `msgid`. */
  export const po: {
    parse(text: string): {
      readonly translations: Readonly<
        Record<string, Readonly<Record<string, { readonly msgstr: readonly string[] }>>>
      >;
    };
  };
}
