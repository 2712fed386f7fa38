const SYMBOL_FONT =
  /^(?:symbol|wingdings(?: [23])?|webdings|marlett|mt extra|(?:itc )?zapf ?dingbats|monotype sorts|bookshelf symbol 7|ms reference specialty)$/i;

/** Whether a font has pictures in place of letters. */
export function isSymbolFont(name: string | undefined): boolean {
  return name !== undefined && SYMBOL_FONT.test(name.trim());
}

/** Whether such a font draws a whole text: programs take letters beyond one byte from another font. */
export function isDrawn(text: string): boolean {
  return /\S/.test(text) && !/[^\0-\xff\uf000-\uf0ff]/.test(text);
}
