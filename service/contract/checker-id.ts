/** The only checker. Its id also counts among the engines that a client may use. */
export const LANGUAGETOOL = 'languagetool';
