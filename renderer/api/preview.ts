import type { PreviewKind, PreviewSide } from '../../service/contract/index.ts';
import { authorised, send } from './client.ts';
import type { JobRef } from './review.ts';

/** A copy of a document with marks in its texts (contract/preview.ts). */
export interface PreviewCopy {
  readonly bytes: ArrayBuffer;
  readonly kind: PreviewKind;
}

/** The preview copy of a document. Rejects with ServiceProblem, ServiceUnreachable or the signal's reason. */
export async function fetchPreview(
  { id }: JobRef,
  side: PreviewSide,
  signal: AbortSignal,
): Promise<PreviewCopy> {
  const { url, headers } = authorised(`/v1/translate/documents/${id}/preview?side=${side}`);
  const answer = await send(url, { headers, signal });
  const kind = (answer.headers.get('Preview-Kind') ?? 'text') as PreviewKind;
  return { bytes: await answer.arrayBuffer(), kind };
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
    headers: { ...headers, ...(known === undefined ? {} : { 'If-None-Match': known }) },
    signal,
  });
  return {
    etag: answer.headers.get('ETag') ?? '',
    number: Number(answer.headers.get('Page-Number')),
    box: (answer.headers.get('Page-Box') ?? '').split(' ').map(Number),
    picture: answer.status === 304 ? undefined : await answer.blob(),
  };
}
