import fc from 'fast-check';

/** A request's body with the headers that go with it, or nearly so. */
export interface OddBody {
  type: string | undefined;
  bytes: Buffer;
}

const JSON_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/vnd.x+json',
];
const OTHER_TYPES = [
  'text/plain',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'json',
  '',
  '*/*',
  'a'.repeat(300),
];

/** JSON text of a value, mostly as it should be. */
export function jsonBody(value: fc.Arbitrary<unknown>): fc.Arbitrary<OddBody> {
  const text = value.map((json) => JSON.stringify(json));
  const bytes = fc.oneof(
    { weight: 12, arbitrary: text.map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: text.map((json) => Buffer.from(json.slice(0, -1))) },
    { weight: 1, arbitrary: text.map((json) => Buffer.from(`\ufeff${json}`)) },
    { weight: 1, arbitrary: text.map((json) => Buffer.from(json, 'utf16le')) },
    {
      weight: 1,
      arbitrary: text.map((json) => Buffer.concat([Buffer.from(json), Buffer.from([0xc3, 0x28])])),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', ' ', '"', '[[[['.repeat(500), 'null', '{"a":1}{}', 'NaN')
        .map((s) => Buffer.from(s)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)) },
  );
  return fc.record({ type: oddType(JSON_TYPES), bytes });
}

function oddType(good: readonly string[]): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom<string | undefined>(undefined, ...OTHER_TYPES) },
  );
}

interface Part {
  disposition: string;
  type: string | undefined;
  content: Buffer;
}

const BOUNDARY = 'odd-boundary';
const NAMES = [
  ...[
    'a.txt',
    'a.csv',
    'a.docx',
    'a.xlsx',
    'A.TXT',
    'notes',
    '.csv',
    'a.pdf',
    '../../a.txt',
    'C:\\a.txt',
    'a\0.txt',
  ],
  ...[
    'ü.txt',
    'x'.repeat(400) + '.txt',
    '..',
    ' ',
    '%00.txt',
    'a.txt/',
    '"a.txt',
    '\u202ea.txt',
    'con.txt',
    'a.docm',
  ],
];
const FORMS = [
  (name: string) => `form-data; name="file"; filename="${name.replaceAll('"', '%22')}"`,
  (name: string) => `form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name)}`,
  (name: string) => `form-data; name=file; filename=${name}`,
  (name: string) => `form-data; name="file"; filename="${name}`,
  () => 'form-data; name="file"',
  () => 'form-data',
  () => 'attachment; filename="a.txt"',
];

/**
 * A form with these fields and a file, mostly as it should be: parts in any order, doubled, unnamed, cut off.
 */
export function formBody(fields: fc.Arbitrary<unknown>, files: readonly Buffer[]): fc.Arbitrary<OddBody> {
  const file: fc.Arbitrary<Part> = fc.record({
    disposition: fc
      .tuple(
        fc.oneof(
          { weight: 6, arbitrary: fc.constant(FORMS[0]!) },
          { weight: 1, arbitrary: fc.constantFrom(...FORMS) },
        ),
        fc.oneof(
          { weight: 4, arbitrary: fc.constant('a.txt') },
          { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
        ),
      )
      .map(([form, name]) => form(name)),
    type: fc.constantFrom(
      undefined,
      'text/plain',
      'text/csv',
      'application/octet-stream',
      'x',
      'text/plain; charset=utf-16',
    ),
    content: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...files) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)) },
    ),
  });
  const oddParts = fc.oneof(
    { weight: 10, arbitrary: fc.constant('as they are') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'no file',
        'two files',
        'doubled',
        'many',
        'cut off',
        'no end',
        'other boundary',
      ),
    },
  );
  return fc
    .record({
      fields,
      file,
      odd: oddParts,
      fileFirst: fc.boolean(),
      charset: fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...CHARSETS) },
      ),
      type: oddType([
        `multipart/form-data; boundary=${BOUNDARY}`,
        `Multipart/Form-Data; boundary="${BOUNDARY}"`,
      ]),
    })
    .map(({ fields, file, odd, fileFirst, charset, type }) => {
      const texts =
        typeof fields === 'object' && fields !== null
          ? Object.entries(fields).map((field) => textPart(field, charset))
          : [];
      const some = odd === 'no file' ? texts : fileFirst ? [file, ...texts] : [...texts, file];
      const parts = [
        ...some,
        ...(odd === 'two files' ? [file] : []),
        ...(odd === 'doubled' ? texts : []),
        ...(odd === 'many' ? Array<Part>(80).fill(textPart(['x', 'y'])) : []),
      ];
      const whole = form(parts, odd === 'other boundary' ? 'another' : BOUNDARY);
      const cut =
        odd === 'cut off' ? whole.length >> 1 : odd === 'no end' ? -(BOUNDARY.length + 6) : undefined;
      return { type, bytes: whole.subarray(0, cut) };
    });
}

const CHARSETS = ['utf-8', 'UTF-16', 'utf-16le', 'iso-8859-1', 'windows-1251', 'klingon', ''];

function textPart([name, value]: [string, unknown], charset?: string): Part {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    disposition: `form-data; name="${name.replaceAll(/["\r\n\0]/g, '_')}"`,
    type: charset === undefined ? undefined : `text/plain; charset=${charset}`,
    content: Buffer.from(text),
  };
}

function form(parts: readonly Part[], boundary: string): Buffer {
  const written = parts.flatMap(({ disposition, type, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: ${disposition}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}
