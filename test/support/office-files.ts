import { docx, workbook } from './ooxml.ts';

/** A Word document with these paragraphs. `mainType`: what its content type says it is. */
export function makeDocx(paragraphs: readonly string[], mainType?: string): Promise<Buffer> {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`);
  return Promise.resolve(docx(body.join(''), mainType === undefined ? {} : { mainType }));
}

/** A workbook with these texts in column A. */
export function makeXlsx(cells: readonly string[], mainType?: string): Promise<Buffer> {
  const rows = cells.map((text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`);
  const sheets = [rows.join('')];
  return Promise.resolve(workbook(mainType === undefined ? { sheets } : { sheets, mainType }));
}

/**
 * A compound file ([MS-CFB]) with streams of these names: what old Office formats are (`WordDocument`,
 * `Workbook`), and what password-protected new ones are wrapped in (`EncryptedPackage`, [MS-OFFCRYPTO]
 * §2.3.1).
 */
export function makeCompoundFile(streams: readonly string[]): Buffer {
  const SECTOR = 512;
  const [FREE, END_OF_CHAIN, FAT_SECTOR] = [0xffffffff, 0xfffffffe, 0xfffffffd];
  const header = Buffer.alloc(SECTOR, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(END_OF_CHAIN, 60);
  header.writeUInt32LE(END_OF_CHAIN, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const fat = Buffer.alloc(SECTOR, 0xff);
  fat.writeUInt32LE(FAT_SECTOR, 0);
  fat.writeUInt32LE(END_OF_CHAIN, 4);
  const directory = Buffer.concat(
    ['Root Entry', ...streams, '', '', ''].slice(0, 4).map((name, i) => {
      const entry = Buffer.alloc(128, 0);
      entry.write(name, 'utf16le');
      if (name !== '') entry.writeUInt16LE((name.length + 1) * 2, 64);
      entry.writeUInt8(name === '' ? 0 : i === 0 ? 5 : 2, 66);
      entry.writeUInt8(1, 67);
      entry.writeUInt32LE(FREE, 68);
      entry.writeUInt32LE(i > 0 && i < streams.length ? i + 1 : FREE, 72);
      entry.writeUInt32LE(i === 0 && streams.length > 0 ? 1 : FREE, 76);
      entry.writeUInt32LE(END_OF_CHAIN, 116);
      return entry;
    }),
  );
  return Buffer.concat([header, fat, directory]);
}
