import { describe, expect, it } from 'vitest';
import { encodePieces } from '../../../service/documents/xml/encoding.ts';
import { readZip } from '../../../service/documents/zip/read.ts';
import { writeZip } from '../../../service/documents/zip/write.ts';
import { unzip, zip } from '../../support/zip.ts';

describe('content of an archive that is written piece by piece', () => {
  // Longer than a piece, with a character of two units across its end.
  const text = `${'x'.repeat((1 << 20) - 1)}😀${'é'.repeat(1 << 20)}`;

  it('is the same as if it were written at once, packed or not', () => {
    const source = zip({ kept: 'kept', stored: 'old', packed: 'old' }, { stored: ['stored'] });
    const pieces = () => encodePieces([text.slice(0, 10), '', text.slice(10)], 'utf-8');
    expect([...pieces()]).toHaveLength(2);
    const changes = new Map([
      ['stored', pieces()],
      ['packed', pieces()],
    ]);
    const written = unzip(Buffer.from(writeZip(readZip(source), changes)));
    expect(written.get('kept')!.toString()).toBe('kept');
    expect(written.get('stored')!.equals(Buffer.from(text))).toBe(true);
    expect(written.get('packed')!.equals(Buffer.from(text))).toBe(true);
  });

  it('may be nothing', () => {
    const written = writeZip(readZip(zip({ part: 'old' })), new Map([['part', encodePieces([], 'utf-8')]]));
    expect(unzip(Buffer.from(written)).get('part')!.toString()).toBe('');
  });
});
