import type { Format } from '../../../service/documents/format.ts';
import { ANY_NUMBER } from './pseudo.ts';

interface Options {
  readonly from?: string;
  readonly to?: string;
  readonly fileName?: string;
  readonly formatOptions?: Record<string, unknown>;
}

/** Extracts and assembles a text in one go. */
export function textTrip(format: Format, options: Options = {}) {
  const how = { from: 'en', to: 'es', ...options };
  const segments = async (text: string) =>
    (await format.extract(Buffer.from(text), { ...ANY_NUMBER, ...how })).segments;
  return {
    segments,
    texts: async (text: string) => (await segments(text)).map((segment) => segment.text),
    translated: async (text: string, targets: readonly (string | null)[] | ((text: string) => string)) => {
      const all =
        typeof targets === 'function'
          ? (await segments(text)).map((segment) => (segment.copy ? null : targets(segment.text)))
          : targets;
      const { bytes, ...found } = await format.assemble(Buffer.from(text), all, how);
      return { text: Buffer.from(bytes).toString(), ...found };
    },
  };
}
