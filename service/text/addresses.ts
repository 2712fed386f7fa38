/** Scripts whose words follow Latin names without a space: `support@example.com获取`, `example.com에서`. */
export const RUN_ON =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
/** Behind a host's final slash they may be a particle as well as a path; Han and Thai may begin a path. */
const RUN_ON_HOST = '(?=[\\p{sc=Hira}\\p{sc=Hang}])(?<=(?:://|www\\.)[^\\s/]{1,253}/)';

/** Ends at white space, quotes, angle brackets, dashes, and signs and words of unspaced scripts. */
const URL_CHAR = `(?!(?<=[A-Za-z\\d])${RUN_ON}|${RUN_ON_HOST}|\\[/)[^\\s<>"\`“”„«»「」、。，；：！？（）—\\u200b\\])}]`;
const WITHIN = '[^\\s<>"`“”„«»「」（）(){}\\[\\]]{0,200}';
/** Brackets belong to an address where they close in it, so that `[url=…]the car` and `[text](…)` end it. */
const BRACKETS = `\\(${WITHIN}\\)|\\[(?!/)${WITHIN}\\]|\\{\\{?${WITHIN}\\}?\\}`;
/** Ends after a million signs as well, since V8 remembers each on its stack, and gives up after some more. */
const URL_REST = `(?:${BRACKETS}|${URL_CHAR}){1,1000000}`;
const URL = `(?<![A-Za-z\\d])(?:[A-Za-z][A-Za-z\\d+.-]{1,30}://|mailto:|magnet:\\?|data:(?=[\\w/+.-]{0,60}[;,]\\S)|(?:tel|sms):\\+?(?=\\d)|www\\.(?=[\\p{L}\\p{N}]))${URL_REST}`;

/** Endings of names of hosts that are no words one might write behind a full stop. */
const TOP_LEVEL = 'com|org|net|edu|gov|io|dev|biz|app|eu|uk|ru|jp|cn|kr|br|pl|cz|nl|ch|fr';
/** localhost:8080, 10.0.0.1:80, example.com/the/house, red-car.co.uk: addresses without a scheme. */
const HOST =
  `(?<![\\p{L}\\p{N}@./_-])(?:localhost|(?:\\d{1,3}\\.){3}\\d{1,3})(?::\\d{1,5}(?:/${URL_REST})?|/${URL_REST})` +
  `|(?<![\\p{L}\\p{N}@./_-])(?:[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?\\.){1,5}(?:(?:${TOP_LEVEL})(?::\\d{1,5})?(?:/(?:${URL_REST})?)?|[a-z]{2,3}(?::\\d{1,5})?/${URL_REST})(?![\\p{L}\\p{N}_-])`;
/** git@github.com:house/car.git. */
const REPOSITORY = '(?<![\\p{L}\\p{N}])[\\w-]{1,40}@[\\w.-]{1,60}:[\\w./-]{1,100}(?<!\\.)';
/** The address of a link or picture of Markdown: [the car](images/car.png "Car"). */
const LINK_ADDRESS = '(?<=\\]\\()[^\\s()]{1,500}(?=\\)|\\s"[^"\\n]{0,300}"\\))';

const EMAIL = `(?:(?!${RUN_ON})[\\p{L}\\p{N}._%+-]){1,64}@(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}(?:(?!${RUN_ON})\\p{L}){2,63}`;

/** A folder or file name of Windows ends at these. */
const NAME_CHAR = '[^\\\\/:*?"<>|\\s]';
const FOLDER = `${NAME_CHAR}(?:(?!%[A-Za-z_]\\w{0,40}%\\\\)[^\\\\/:*?"<>|\\r\\n\\t]){0,80}(?<!\\s)\\\\`;
const ENDING =
  '(?:docx?|xlsx?|pptx?|pdf|txt|csv|json|xml|html?|exe|dll|msi|bat|cmd|ps1|zip|png|jpe?g|gif|ini|log|lnk)(?![\\p{L}\\p{N}])';
/** `C:\Program Files\House\water.txt`, `\\server\share\a b`, `%APPDATA%\x`, `HKLM\Software\x`; spaces too. */
const WINDOWS_PATH =
  `(?<![\\p{L}\\p{N}\\\\])(?:[A-Za-z]:|\\\\\\\\[A-Za-z\\d][\\w.-]{0,60}(?=\\\\${NAME_CHAR})|%[A-Za-z_]\\w{0,40}%|HK[A-Z_]{2,30})\\\\(?!\\\\)` +
  `(?:${FOLDER}){0,30}(?:(?:(?<=\\\\[^:]{1,80}\\\\)${NAME_CHAR}{1,40} (?:${NAME_CHAR}{1,40} )?)?${NAME_CHAR}{0,80}\\.${ENDING}|(?:(?![,;)])${NAME_CHAR}){0,100})`;

/** C:/Program Files/House/car.txt. */
const SLASHED_PATH =
  '(?<![\\p{L}\\p{N}])[A-Za-z]:/(?!/)(?:[\\w.()-]{1,60}(?: [\\w.()-]{1,60}){0,3}/){0,20}[\\w.()-]{0,80}(?<!\\.)';

/** Addresses of pages, mailboxes and files, as sources of patterns with the flag `u`. */
export const ADDRESSES = [URL, WINDOWS_PATH, SLASHED_PATH, REPOSITORY, EMAIL, HOST, LINK_ADDRESS];

/** One of these occurs in whatever ADDRESSES match. */
export const ADDRESS_SIGN =
  '@|://|www\\.|mailto:|magnet:|data:|(?:tel|sms):|\\]\\(|localhost|\\d\\.\\d|[a-z\\d]\\.[a-z]{2}|[A-Z]:/|:\\\\|\\\\[\\w.-]{1,61}\\\\|%\\\\|HK[A-Z_]{2,30}\\\\';

/** An address leaves a sentence's final sign, and a bracket opening behind it, to the sentence. */
export function withoutSentenceEnd(matched: string): string {
  if (!/^(?:[a-z][a-z\d+.-]*:|www\.|\\\\|%\w+%\\|HK|[a-z\d.-]+\/)/i.test(matched)) return matched;
  let end = matched.length;
  while (end > 1 && /[.,;:!?'’*_([{]/.test(matched[end - 1]!)) end--;
  return matched.slice(0, end);
}
