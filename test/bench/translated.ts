import { filterFor } from '../../service/documents/filters.ts';
import type { FileType } from '../../service/contract/index.ts';

/** A document with every segment in brackets, straight through the filter. */
export async function translated(format: FileType, source: Buffer, maxSegments: number): Promise<Uint8Array> {
  const filter = filterFor(format);
  const { segments } = await filter.extract(source, { maxSegments });
  const targets = segments.map(({ text, copy }) => (copy ? null : `[${text}]`));
  return (await filter.assemble(source, targets, { from: 'en', to: 'es' })).bytes;
}
