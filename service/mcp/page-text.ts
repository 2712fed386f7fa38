import { text } from 'node:stream/consumers';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { ANY_MARK, formatFacts, indexOfMark, resultTypeOf } from '../contract/index.ts';
import type { Job } from '../contract/index.ts';
import type { Client } from '../client/client.ts';

/**
 * The page of a job as text: the translated file with the number of its segment, as list_segments has it, before each
 * text. Throws `McpError` for files that are no text and for jobs without a page.
 */
export async function pageText(client: Client, job: Job, uri: string): Promise<string> {
  const fileType = job.file_type && resultTypeOf(job.file_type);
  if (!fileType || formatFacts(fileType).package)
    throw new McpError(
      ErrorCode.InvalidParams,
      `${uri}: this file is no text. list_segments has its texts in order.`,
    );
  if (job.status === 'failed' || job.status === 'cancelled')
    throw new McpError(ErrorCode.InvalidParams, `${uri}: the job is ${job.status}.`);
  const copy = await text(await client.fetch(`/v1/translate/documents/${job.id}/preview`));
  return copy.replace(ANY_MARK, (mark) => {
    const index = indexOfMark(mark);
    return index === undefined ? '' : `[${index}] `;
  });
}
