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
