import type Koa from 'koa';
import { fieldProblem } from '../../contract/index.ts';

/** RFC 9110 §8.8.3: an entity tag. A bare one, as the revision is in JSON, needs no quotes. */
const TAG = /^(?:(W\/)?"([\x21\x23-\x7e]*)"|([0-9A-Za-z._-]+))$/;

/**
 * A test for the revisions that the request's If-Match allows; undefined without the header. A weak tag never
 * matches (RFC 9110 §13.1.1). Throws `invalid_request` if it is malformed.
 */
export function readIfMatch(ctx: Koa.Context): ((revision: string) => boolean) | undefined {
  const header = ctx.req.headers['if-match'];
  if (header === undefined) return undefined;
  if (header.trim() === '*') return () => true;
  const revisions = header.split(',').map((item) => {
    const tag = TAG.exec(item.trim());
    if (!tag) throw malformed();
    return tag[1] ? undefined : (tag[2] ?? tag[3]);
  });
  return (revision) => revisions.includes(revision);
}

function malformed(): Error {
  return fieldProblem(
    'If-Match',
    'invalid',
    'If-Match is no entity tag. Send the revision of the job as the segments show it, in quotes or bare.',
  );
}
