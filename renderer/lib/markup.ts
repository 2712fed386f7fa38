import { codeParts, formatPieces, parsePieces } from './coded.ts';

const TAG = { start: ['<c', '>'], end: ['</c', '>'], standalone: ['<c', '/>'] } as const;

/** A coded text as XML, the form for engines outside a job: `<1>` is `<c1>`, `<2/>` is `<c2/>`. */
export function markupOf(coded: string): string {
  return parsePieces(coded, true)
    .map((piece) => {
      if (piece.code === undefined) return formatPieces([piece], true);
      const { number, part } = codeParts(piece.code);
      const [before, after] = TAG[part];
      return before + number + after;
    })
    .join('');
}

/**
 * The inverse of `markupOf`, for an answer. An empty pair may be a standalone code of the source, or the
 * other way round.
 */
export function codedOf(markup: string, source: string): string {
  const isStandalone = (number: string): boolean => source.includes(`<${number}/>`);
  return markup
    .replaceAll(/<c(\d{1,9})\s*><\/c\1\s*>/g, (pair, number: string) =>
      isStandalone(number) ? `<${number}/>` : pair,
    )
    .replaceAll(/<(\/?)c(\d{1,9})\s*(\/?)>/g, (_, start: string, number: string, end: string) =>
      end !== '' && !isStandalone(number) ? `<${number}></${number}>` : `<${start}${number}${end}>`,
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'");
}
