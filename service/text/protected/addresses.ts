import { anyOf } from './syntax.ts';
import type { Syntax } from './syntax.ts';

/** Scripts whose words follow Latin names without a space: `support@example.com获取`, `example.com에서`. */
export const RUN_ON =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
/** Behind a host's final slash they may be a particle as well as a path; Han and Thai may begin a path. */
const RUN_ON_HOST = '(?=[\\p{sc=Hira}\\p{sc=Hang}])(?<=(?:://|www\\.)[^\\s/]{1,253}/)';

/** An address leaves a sentence's final sign, and a bracket opening behind it, to the sentence. */
const END = "(?<![.,;:!?'’*_(\\[{])";
/** Ends at white space, quotes, angle brackets, dashes, and signs and words of unspaced scripts. */
const URL_CHAR = `(?!(?<=[A-Za-z\\d])${RUN_ON}|${RUN_ON_HOST}|\\[/)[^\\s<>"\`“”„«»「」、。，；：！？（）—\\u200b\\])}]`;
const WITHIN = '[^\\s<>"`“”„«»「」（）(){}\\[\\]]{0,200}';
/** Brackets belong to an address where they close in it, so that `[url=…]the car` and `[text](…)` end it. */
const BRACKETS = `\\(${WITHIN}\\)|\\[(?!/)${WITHIN}\\]|\\{\\{?${WITHIN}\\}?\\}`;
/** Ends after a million signs as well, since V8 remembers each on its stack, and gives up after some more. */
const URL_REST = `(?:${BRACKETS}|${URL_CHAR}){1,1000000}${END}`;

/** Endings of names of hosts that are no words one might write behind a full stop. */
const TOP_LEVEL = 'com|org|net|edu|gov|io|dev|biz|app|eu|uk|ru|jp|cn|kr|br|pl|cz|nl|ch|fr';
const NO_NAME_BEFORE = '(?<![\\p{L}\\p{N}@./_-])';

/** A folder or file name of Windows ends at these. */
const NAME_CHAR = '[^\\\\/:*?"<>|\\s]';
const FOLDER = `${NAME_CHAR}(?:(?!%[A-Za-z_]\\w{0,40}%\\\\)[^\\\\/:*?"<>|\\r\\n\\t]){0,80}(?<!\\s)\\\\`;
const ENDING =
  '(?:docx?|xlsx?|pptx?|pdf|txt|csv|json|xml|html?|exe|dll|msi|bat|cmd|ps1|zip|png|jpe?g|gif|ini|log|lnk)(?![\\p{L}\\p{N}])';

/** Addresses of pages, mailboxes and files. */
export const ADDRESSES: readonly Syntax[] = [
  {
    id: 'url',
    spec: 'RFC 3986',
    kind: 'address',
    from: 'prose',
    sign: /:\S|\.[\p{L}\p{N}]/u,
    pattern: anyOf(
      `(?<![A-Za-z\\d])(?:[A-Za-z][A-Za-z\\d+.-]{1,30}://|mailto:|magnet:\\?|data:(?=[\\w/+.-]{0,60}[;,]\\S)|(?:tel|sms):\\+?(?=\\d)|www\\.(?=[\\p{L}\\p{N}]))${URL_REST}`,
    ),
    examples: [
      'https://example.com/a?b=c#d',
      'http://x.org/a_(b)',
      'www.example.com',
      'app://a/b',
      's3://a/b',
      'magnet:?x=a',
      'data:a/b;base64,aa==',
      'https://ko.wikipedia.org/wiki/한국어',
      'https://a.com/{id}/b',
      'http://[::1]:80/',
    ],
    prose: ['The data: a list', 'Call tel: then'],
  },
  {
    id: 'windows-path',
    spec: 'Windows: Naming Files, Paths, and Namespaces',
    kind: 'address',
    from: 'prose',
    // With spaces in its folders' names: C:\Program Files\House\water.txt, \\server\share\a b, %APPDATA%\x, HKLM\Software\x.
    sign: /\\/u,
    pattern: anyOf(
      `(?<![\\p{L}\\p{N}\\\\])(?:[A-Za-z]:|\\\\\\\\[A-Za-z\\d][\\w.-]{0,60}(?=\\\\${NAME_CHAR})|%[A-Za-z_]\\w{0,40}%|HK[A-Z_]{2,30})\\\\(?!\\\\)` +
        `(?:${FOLDER}){0,30}(?:(?:(?<=\\\\[^:]{1,80}\\\\)${NAME_CHAR}{1,40} (?:${NAME_CHAR}{1,40} )?)?${NAME_CHAR}{0,80}\\.${ENDING}|(?:(?![,;)])${NAME_CHAR}){0,100})${END}`,
    ),
    examples: [
      'C:\\Program Files\\House\\water.txt',
      'C:\\new\\table',
      'C:\\Users\\Jo\\My file.docx',
      '\\\\srv\\My docs\\a',
      '%APPDATA%\\My',
      '%B%\\c d\\e.exe',
      'HKLM\\Software\\X',
    ],
    prose: ['See \\\\next of it', 'A: no\\yes'],
  },
  {
    id: 'drive-path',
    spec: 'Windows paths with slashes, as Java and MSYS write them',
    kind: 'address',
    from: 'prose',
    sign: /:\//u,
    pattern: String.raw`(?<![\p{L}\p{N}])[A-Za-z]:\/(?!\/)(?:[\w.()-]{1,60}(?: [\w.()-]{1,60}){0,3}\/){0,20}[\w.()-]{0,80}(?<!\.)`,
    examples: ['C:/Program Files/a.txt', 'd:/house/car'],
    prose: ['He said:/she said'],
  },
  {
    id: 'repository',
    spec: 'git-clone(1), scp-like syntax',
    kind: 'address',
    from: 'prose',
    sign: /@/u,
    pattern: String.raw`(?<![\p{L}\p{N}])[\w-]{1,40}@[\w.-]{1,60}:[\w./-]{1,100}(?<![.:])`,
    examples: ['git@github.com:a/b.git'],
    prose: ['Write to ana @ home: now'],
  },
  {
    id: 'mac-address',
    spec: 'IEEE 802-2014 8.1, hexadecimal representations of EUI-48',
    kind: 'address',
    from: 'prose',
    sign: /[:-][\dA-Fa-f]{2}[:-]/u,
    pattern: String.raw`(?<![\p{L}\p{N}:-])(?:[\dA-Fa-f]{2}:){5}[\dA-Fa-f]{2}(?![\p{L}\p{N}:-])|(?<![\p{L}\p{N}:-])(?:[\dA-Fa-f]{2}-){5}[\dA-Fa-f]{2}(?![\p{L}\p{N}:-])`,
    examples: ['00:1A:2b:3C:4d:5E', '00-1A-2B-3C-4D-5E'],
    prose: ['At 10:20:30', 'From 01-02-2003 to 04-05-06', 'be-ad-do'],
  },
  {
    id: 'e-mail',
    spec: 'RFC 5322 3.4.1, RFC 6531',
    kind: 'address',
    from: 'prose',
    sign: /@/u,
    pattern: anyOf(
      `(?<!(?!${RUN_ON})[\\p{L}\\p{N}._%+-])(?:(?!${RUN_ON})[\\p{L}\\p{N}._%+-]){1,64}@(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}(?:(?!${RUN_ON})\\p{L}){2,63}`,
    ),
    examples: ['jane.doe+x@example.co.uk'],
    prose: ['at 5@home', 'a @ b.com'],
  },
  {
    id: 'host',
    spec: 'RFC 1123 2.1, without a scheme',
    kind: 'address',
    from: 'prose',
    // localhost:8080, 10.0.0.1:80, example.com/the/house, red-car.co.uk.
    sign: /\.[a-z]|:\d|\//u,
    pattern: anyOf(
      `${NO_NAME_BEFORE}(?:localhost|(?:\\d{1,3}\\.){3}\\d{1,3})(?::\\d{1,5}(?:/(?:${URL_REST})?)?|/${URL_REST})`,
      `${NO_NAME_BEFORE}(?:[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?\\.){1,5}(?:(?:${TOP_LEVEL})(?::\\d{1,5})?(?:/(?:${URL_REST})?)?|[a-z]{2,3}(?::\\d{1,5})?/${URL_REST})(?![\\p{L}\\p{N}_-])`,
    ),
    examples: ['localhost:80/a', '10.0.0.1:80', 'a.com/the', 'b.co.uk', 'red-car.org/'],
    prose: ['The end.It is.the 5.5 of U.S. and i.e. the 1.2.3'],
  },
  {
    id: 'link-address',
    spec: 'CommonMark 0.31.2, 6.3 Links',
    kind: 'address',
    from: 'prose',
    sign: /\]\(/u,
    pattern: String.raw`(?<=\]\()[^\s()]{1,500}(?=\)|\s"[^"\n]{0,300}"\))`,
    examples: ['![a](⟦img/b.png⟧ "the")', '[c](⟦#the-c⟧)'],
    prose: ['[c] (d)'],
  },
];
