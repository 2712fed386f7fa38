import { describe, expect, it } from 'vitest';
import { filtersFor } from '../../electron/main/files/file-filters.ts';
import { openErrorSentence, saveErrorSentence } from '../../electron/main/files/file-errors.ts';
import { shellWords } from '../../electron/main/language/words.ts';
import { numbered, withEnding } from '../../electron/main/files/free-name.ts';

const english = shellWords('en');
const failure = (code: string) =>
  Object.assign(new Error(`${code}: operation not permitted, rename 'C:\\a' -> 'b'`), {
    code,
    syscall: 'rename',
  });

describe('a name that is taken', () => {
  it('is numbered before its ending', () => {
    expect(numbered('/a/contract.es.docx', 1)).toBe('/a/contract.es.docx');
    expect(numbered('/a/contract.es.docx', 2)).toBe('/a/contract.es (2).docx');
    expect(numbered('/a.b/readme', 3)).toBe('/a.b/readme (3)');
  });
});

describe('a name that was typed without an ending', () => {
  it('gets that of the file', () => {
    expect(withEnding('/a.b/contract', 'contract.es.docx')).toBe('/a.b/contract.docx');
    expect(withEnding('/a/contract.doc', 'contract.es.docx')).toBe('/a/contract.doc');
    expect(withEnding('/a/contract', 'contract')).toBe('/a/contract');
  });
});

describe('a disk that refuses', () => {
  it.each(['EPERM', 'EBUSY', 'ENOSPC', 'EROFS', 'EACCES'])(
    'is said in a sentence without its code (%s)',
    (code) => {
      for (const sentence of [
        saveErrorSentence(english, failure(code)),
        ...(code === 'EPERM' ? [openErrorSentence(english, failure(code))] : []),
      ]) {
        expect(sentence).toMatch(/^[A-Z].*\.$/);
        expect(sentence).not.toContain(code);
      }
    },
  );
});

describe('the types that the save dialog offers', () => {
  it("begin with the file's own", () => {
    expect(filtersFor(english, 'a.es.DOCX').map(({ extensions }) => extensions)).toEqual([['docx'], ['*']]);
    expect(filtersFor(english, 'a.docx.es.xlf')[0]).toEqual({ name: 'XLIFF', extensions: ['xlf'] });
    expect(filtersFor(english, 'a').map(({ extensions }) => extensions)).toEqual([['*']]);
  });
});
