import { formatCoded, parseCoded } from '../../../service/text/codes.ts';
import type { Extraction } from '../../../service/documents/format.ts';

/** A translation that any reader can tell from its source and that needs letters outside most code pages. */
function pseudoTarget(coded: string): string {
  return formatCoded(
    parseCoded(coded).map((token) =>
      token.kind === 'text' ? { kind: 'text', text: pseudoText(token.text) } : token,
    ),
  );
}

function pseudoText(text: string): string {
  return text.replace(/[aeiou]/g, (vowel) => ({ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' })[vowel] ?? vowel);
}

/** The worker's targets for `assemble`: null if a segment is copied. */
export function pseudoTargets({ segments }: Extraction): (string | null)[] {
  return segments.map((segment) => (segment.copy ? null : pseudoTarget(segment.text)));
}

export const ANY_NUMBER = { maxSegments: 1_000_000 };
export const EN_ES = { from: 'en', to: 'es' };
