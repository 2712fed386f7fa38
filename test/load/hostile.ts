/** Requests that once held others up, or took a process along. */
import { randomBytes } from 'node:crypto';
import { docx } from '../support/ooxml.ts';
import { contentTypes, relationships } from '../support/ooxml.ts';
import { zip } from '../support/zip.ts';

/** The requests of an attacker: each once, all at the same time. */
export interface Attack {
  name: string;
  requests: readonly HostileRequest[];
  /** Into Spanish, with an engine that has to be installed; the ordinary jobs beside it too. */
  needsApertium?: boolean;
}

export interface HostileRequest {
  path: string;
  body: string | Buffer | FormData;
  /** Absent for forms, which say it themselves. */
  type?: string;
}

const MB = 1_048_576;

const p = (content: string) => `<w:p>${content}</w:p>`;
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const many = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('');

function batch(texts: readonly string[], more: object = {}): HostileRequest {
  const segments = texts.map((text) => ({ text }));
  return {
    path: '/v1/translate/batch',
    body: Buffer.from(JSON.stringify({ from: 'en', to: 'en-XA', ...more, segments })),
    type: 'application/json',
  };
}

function upload(file: Buffer, fields: Readonly<Record<string, string>> = {}): HostileRequest {
  const form = new FormData();
  for (const [name, value] of Object.entries({ from: 'en', to: 'en-XA', ...fields }))
    form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)]), 'letter.docx');
  return { path: '/v1/translate/documents', body: form };
}

/** Fields within fields within a paragraph, 41 KB packed. */
function nestedFields(): Buffer {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const begin = `${mark('begin')}<w:r><w:instrText> REF x </w:instrText></w:r>${mark('separate')}`;
  const nest = (depth: number) => (begin + run('t')).repeat(depth) + mark('end').repeat(depth);
  return docx(many(40, () => p(run('See ') + nest(200))));
}

/** A package whose document passes for a picture: 100 MB of spaces. */
function documentNamedPicture(): Buffer {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zip({
    '[Content_Types].xml': contentTypes({ 'word/document.bmp': type }),
    '_rels/.rels': relationships([['officeDocument', 'word/document.bmp']]),
    'word/document.bmp': ' '.repeat(100 * MB),
  });
}

/**
 * As many signs that have to be escaped as get past the cap on ratios: noise in another part does not help,
 * in this one it does.
 */
function ampersands(): Buffer {
  const noise = () => `<!--${randomBytes(1_000).toString('hex')}-->`;
  return docx(
    p(`<w:r><w:t>${many(120, () => `<![CDATA[${'&'.repeat(1_000_000)}]]>${noise()}`)}</w:t></w:r>`),
  );
}

const POISON = '\u{ffff}';

export const ATTACKS: readonly Attack[] = [
  { name: 'batch of C: and 220,000 backslashes', requests: [batch([`C:${'\\'.repeat(220_000)}`])] },
  { name: 'batch of 9.9 M &', requests: [batch(['&'.repeat(9_900_000)])] },
  { name: 'batch of 4.5 M backslashes', requests: [batch(['\\'.repeat(4_500_000)])] },
  {
    name: 'batch of 100 texts of 99,000 &',
    requests: [batch(Array(100).fill('&'.repeat(99_000)) as string[])],
  },
  {
    name: 'batch of 100 different texts of 99,000 letters',
    requests: [batch(Array.from({ length: 100 }, (_, n) => `${n}${'word '.repeat(19_800)}`))],
  },
  {
    name: 'DOCX of 22 KB with 400,000 tabs',
    requests: [upload(docx(p(run('a') + `<w:r>${'<w:tab/>'.repeat(400_000)}</w:r>` + run('b'))))],
  },
  {
    name: '200,000 spaces in a link',
    requests: [
      upload(
        docx(
          p(
            `${run('See ')}<w:hyperlink w:anchor="x">${run(`here${' '.repeat(200_000)}there`)}</w:hyperlink>${run(' now.')}`,
          ),
        ),
      ),
    ],
  },
  {
    name: '32 KB of words and codes',
    requests: [upload(docx(p(many(2_400, (n) => run(`word${n} `) + run('bold ', '<w:b/>')))))],
  },
  {
    name: '%a, 50,000 times in a segment',
    requests: [batch(['%a'.repeat(50_000)]), batch(['%a '.repeat(50_000)])],
  },
  {
    name: 'four uploads of nested fields',
    requests: Array.from({ length: 4 }, () => upload(nestedFields())),
  },
  { name: 'main part named document.bmp', requests: [upload(documentNamedPicture())] },
  { name: '120 MB of & in CDATA', requests: [upload(ampersands())] },
  {
    name: 'glossary word of 1 MB',
    requests: [batch(['A text.'], { glossary: [{ term: 'a '.repeat(MB / 2), translation: 'b' }] })],
  },
  {
    name: 'U+FFFF for Apertium',
    requests: [
      batch(
        Array.from({ length: 100 }, (_, n) => `Text ${n} ${POISON} goes on.`),
        { to: 'es' },
      ),
    ],
    needsApertium: true,
  },
  {
    name: 'sign-in of 10 MB',
    requests: [
      {
        path: '/v1/session',
        body: Buffer.from(JSON.stringify({ token: 'x'.repeat(10 * MB - 100) })),
        type: 'application/json',
      },
    ],
  },
];
