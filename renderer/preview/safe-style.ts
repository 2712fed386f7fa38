/** Values of styles that our own renderers take over from a document. */

export function safeColor(value: string | null | undefined): string | undefined {
  return value && /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value) ? value : undefined;
}

/** A length in absolute units, as CSS. */
export function safeLength(value: string | null | undefined): string | undefined {
  const [, number, unit] = /^(-?\d{1,5}(?:\.\d{1,6})?)(cm|mm|in|pt|pc|px)$/.exec(value ?? '') ?? [];
  return number === undefined ? undefined : `${number}${unit}`;
}

/** Names of fonts, with a substitute that systems without them have. */
export function safeFont(value: string | null | undefined): string | undefined {
  const name = (value ?? '').replace(/["']/g, '').trim();
  if (!/^[\p{L}\p{N} _-]{1,60}$/u.test(name)) return undefined;
  const like = /mono|courier|consol/i.test(name)
    ? "'Liberation Mono', monospace"
    : /sans|arial|helvetica|calibri|verdana|tahoma|carlito|segoe|open|roboto|gothic/i.test(name)
      ? "'Liberation Sans', Carlito, Arial, sans-serif"
      : "'Liberation Serif', 'Times New Roman', serif";
  return `'${name}', ${like}`;
}
