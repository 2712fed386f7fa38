// XML 1.0 (5th edition) §2.2 and §2.3, and Namespaces in XML 1.0 §3 and §4, as character codes and patterns.

const NAME_START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c-\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const NCNAME = `[${NAME_START}](?:[${NAME_START}\\-.0-9\\u00b7\\u203f\\u2040]|[\\u0300-\\u036f])*`;

/** A name without a colon: the target of a processing instruction. */
export const NC_NAME = new RegExp(`^${NCNAME}$`, 'u');
/** A name with at most one prefix, which is the first group; the second is the local name. */
export const QUALIFIED_NAME = new RegExp(`^(?:(${NCNAME}):)?(${NCNAME})$`, 'u');

export function isSpace(code: number): boolean {
  return code === 32 || (code <= 13 && (code === 10 || code === 9 || code === 13));
}

/** Whether a document may contain the character, literally or as a reference. Never half a pair. */
function isLegal(codePoint: number): boolean {
  if (codePoint < 0x20) return isSpace(codePoint);
  return (
    codePoint < 0xd800 ||
    (codePoint > 0xdfff && codePoint < 0xfffe) ||
    (codePoint > 0xffff && codePoint <= 0x10ffff)
  );
}

// Not \p{Cc}: DEL and the C1 controls are discouraged, but allowed.
const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Cs}/u;
const ALL_FORBIDDEN = new RegExp(FORBIDDEN, 'gu');

/** Whether XML cannot hold the text: control characters, the two noncharacters, lone surrogates. */
export function hasForbidden(text: string): boolean {
  return FORBIDDEN.test(text);
}

export function withoutForbidden(text: string): string {
  return text.replace(ALL_FORBIDDEN, '');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of a reference (its name, without `&` and `;`); undefined if XML has no such reference. */
export function referenced(name: string): string | undefined {
  const number = /^#(?:(\d+)|x([\da-fA-F]+))$/.exec(name);
  if (!number) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
  const code = number[1] === undefined ? parseInt(number[2]!, 16) : Number(number[1]);
  return isLegal(code) ? String.fromCodePoint(code) : undefined;
}

/** Character data as read: line ends as `\n` (§2.11), references resolved (§4.4). Well-formed only. */
export function readText(written: string): string {
  const lines = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
  return resolveReferences(lines);
}

/** An attribute's value as its reader sees it: white space as spaces (§3.3.3), references resolved. */
export function readValue(written: string): string {
  return resolveReferences(/[\t\n\r]/.test(written) ? written.replace(/\r\n|[\t\n\r]/g, ' ') : written);
}

function resolveReferences(text: string): string {
  return text.includes('&') ? text.replace(/&([^;]*);/g, (_, name: string) => referenced(name)!) : text;
}
