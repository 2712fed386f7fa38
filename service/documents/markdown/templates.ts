/** UTF-16 units of a template tag, and of the content between two of them. */
const MAX_TAG = 5_000;
const MAX_CONTENT = 100_000;

/** Tags of Liquid and shortcodes of Hugo that contain code up to their end tag. */
const PAIRED =
  /^\{[%{][-<%]?\s*(highlight|raw|comment|mermaid|math|katex|latex|plantuml|verbatim|codeblock|code(?:-toggle)?)(?=\s|[-%>]*\})/;
const CLOSED_ITSELF = /\/\s*[%>]\}\}$/;

/** The index after a Liquid statement or a Hugo shortcode, including its code and end tag, if any. */
export function templateEnd(text: string, at: number): number | undefined {
  const open = text.slice(at, at + 3);
  const close = open.startsWith('{%') ? '%}' : open === '{{<' ? '>}}' : open === '{{%' ? '%}}' : undefined;
  if (close === undefined) return undefined;
  const end = closingEnd(text, at, close);
  const name = PAIRED.exec(text.slice(at, at + 60))?.[1];
  if (end === undefined || name === undefined) return end;
  if (CLOSED_ITSELF.test(text.slice(at, end))) return end;
  const pair = new RegExp(`\\{[{%][-<%]?\\s*(end|/\\s*)?${name}(?![\\w-])[^}]{0,999}\\}\\}?`).exec(
    text.slice(end, end + MAX_CONTENT),
  );
  // Another one that opens first: this one has no content.
  return pair?.[1] === undefined ? end : end + pair.index + pair[0].length;
}

/** The index after `sign`, for a non-empty construct that begins with two signs at `at`. */
export function closingEnd(text: string, at: number, sign: string): number | undefined {
  const length = text.slice(at + 2, at + 2 + MAX_TAG).indexOf(sign);
  return length < 1 ? undefined : at + 2 + length + sign.length;
}

/** The same, on one line. */
export function closingOnLine(text: string, at: number, sign: string): number | undefined {
  const end = closingEnd(text, at, sign);
  return end === undefined || /[\r\n]/.test(text.slice(at, end)) ? undefined : end;
}
