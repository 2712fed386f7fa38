/**
 * `attachment` with a name, by RFC 6266: `filename` in ASCII for old clients, `filename*` (RFC 8187) with the
 * actual name for all others. Always both, so that clients agree: Koa's `ctx.attachment` omits the second for
 * names in Latin-1, which it writes as bytes that old clients interpret differently, and it throws for a lone
 * surrogate.
 */
export function attachment(fileName: string): string {
  // A lone surrogate, possible in a name from JSON or a broken upload, cannot be percent-encoded.
  const name = Buffer.from(fileName).toString();
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    // Quotes and backslashes end or escape the string; a percent sign makes some browsers decode.
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`;
}

function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
