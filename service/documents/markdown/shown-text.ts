/** The text as the parser sees it: of the same length, with stand-ins for parts that it must not read. */
export interface ShownText {
  /**
   * Shows other characters in place of `text[from, to)`, as many. Stretches come in order; others are
   * omitted.
   */
  put(from: number, to: number, shown: string): void;
  /** Shows blank lines; marks of quotes at their starts stay. */
  blank(from: number, to: number): void;
  /** Shows a part of a sentence without markup. */
  hide(from: number, to: number): void;
  /** The whole; called once. */
  finished(): string;
}

export function shownText(text: string): ShownText {
  const pieces: string[] = [];
  let shownTo = 0;
  const put = (from: number, to: number, shown: string) => {
    if (from < shownTo) return;
    pieces.push(text.slice(shownTo, from), shown);
    shownTo = to;
  };
  return {
    put,
    blank(from, to) {
      const marksOnly = text.slice(from, to).replace(/[^\r\n>]/g, ' ');
      put(from, to, marksOnly.replace(/(?<=[^\r\n])>/g, ' '));
    },
    hide(from, to) {
      put(from, to, standIn(text.slice(from, to)));
    },
    finished() {
      pieces.push(text.slice(shownTo));
      return pieces.join('');
    },
  };
}

/** Punctuation at both ends, letters within; line ends and quote marks stay. */
function standIn(stretch: string): string {
  return stretch
    .split(/([\r\n]+[ \t>]*)/)
    .map((piece, index) => {
      if (index % 2 === 1) return piece;
      return piece.length < 2 ? ','.repeat(piece.length) : `,${'x'.repeat(piece.length - 2)},`;
    })
    .join('');
}
