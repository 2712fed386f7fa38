import { formatOf } from '../../service/documents/formats.ts';
import type { FileType } from '../../service/contract/index.ts';

/**
 * A document with every segment in brackets, straight through the filter, which reads it for each of the two
 * steps.
 */
export async function translated(format: FileType, source: Buffer, maxSegments: number): Promise<Uint8Array> {
  const filter = await formatOf(format);
  const { segments } = await filter.extract(Buffer.from(source), { maxSegments });
  const targets = segments.map(({ text, copy }) => (copy ? null : `[${text}]`));
  return (await filter.assemble(Buffer.from(source), targets, { from: 'en', to: 'es' })).bytes;
}
