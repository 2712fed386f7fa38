import type { PreviewKind, PreviewSide } from '../../service/contract/index.ts';
import { authorised, send } from './client.ts';
import type { JobRef } from './review.ts';

/** A copy of a document with marks in its texts (contract/preview.ts). */
export interface PreviewCopy {
  readonly bytes: ArrayBuffer;
  readonly kind: PreviewKind;
  /** Names the state of the job; with it an unchanged copy is not made again. */
  readonly etag: string;
}

/** The preview copy of a document: `known` if it is still the one. Rejects with ServiceProblem, ServiceUnreachable or the signal's reason. */
export async function fetchPreview(
  { id }: JobRef,
  side: PreviewSide,
  signal: AbortSignal,
  known?: PreviewCopy,
): Promise<PreviewCopy> {
  const { url, headers } = authorised(`/v1/translate/documents/${id}/preview?side=${side}`);
  const answer = await send(url, { headers: { ...headers, ...ifChanged(known?.etag) }, signal });
  if (answer.status === 304 && known) return known;
  const kind = (answer.headers.get('Preview-Kind') ?? 'text') as PreviewKind;
  return { bytes: await answer.arrayBuffer(), kind, etag: answer.headers.get('ETag') ?? '' };
}

function ifChanged(etag: string | undefined): Record<string, string> {
  return etag === undefined ? {} : { 'If-None-Match': etag };
}

/** The page of a PDF that a segment comes from. */
export interface PagePicture {
  /** Names the page; with it the next request for the same page brings no picture. */
  readonly etag: string;
  readonly number: number;
  /** Left, top, right and bottom of the paragraph, as shares of the page. */
  readonly box: readonly number[];
  /** Absent if the page is the one of `known`. */
  readonly picture: Blob | undefined;
}

/** Rejects as `fetchPreview` does; with the reason `no_page` where the text is on no page. */
export async function fetchPage(
  { id }: JobRef,
  { segment, width, known }: { segment: number; width: number; known: string | undefined },
  signal: AbortSignal,
): Promise<PagePicture> {
  const { url, headers } = authorised(
    `/v1/translate/documents/${id}/preview/page?segment=${segment}&width=${width}`,
  );
  const answer = await send(url, {
    headers: { ...headers, ...ifChanged(known) },
    signal,
  });
  return {
    etag: answer.headers.get('ETag') ?? '',
    number: Number(answer.headers.get('Page-Number')),
    box: (answer.headers.get('Page-Box') ?? '').split(' ').map(Number),
    picture: answer.status === 304 ? undefined : await answer.blob(),
  };
}
