import { z } from 'zod';
import {
  askedOptionsSchema,
  checkProfileSchema,
  clientEventSchema,
  memoryUseSchema,
} from '../contract/index.ts';
import type { ClientEvent } from '../contract/index.ts';
import { encodeLine, parseLines } from './lines.ts';

const clientRecordSchema = z.object({
  version: z.literal(1),
  /** A UUID, or `general`. */
  id: z.string().min(1),
  account_id: z.string().min(1),
  name: z.string().min(1),
  /** In the order in which they are read. */
  memories: z.array(memoryUseSchema),
  glossary_ids: z.array(z.string()),
  engines: z.union([z.enum(['any', 'offline']), z.array(z.string())]),
  defaults: z.object({
    tone: z.string().exactOptional(),
    context: z.string().exactOptional(),
    format_options: askedOptionsSchema.exactOptional(),
    checks: checkProfileSchema.exactOptional(),
  }),
  retention_days: z.int().positive().nullable(),
  created_at: z.iso.datetime(),
});
/** A client's `client.json`. General has one once something of it was changed. */
export type ClientRecord = z.infer<typeof clientRecordSchema>;

export function encodeClient(record: ClientRecord): string {
  return JSON.stringify(record);
}

/** Undefined if it is damaged. */
export function parseClient(text: string): ClientRecord | undefined {
  try {
    return clientRecordSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A line of a client's `log.ndjson`. */
export function encodeClientEvent(event: ClientEvent): string {
  return encodeLine(event);
}

/** Torn lines are left out. */
export function* parseClientEvents(content: Buffer): Generator<ClientEvent> {
  for (const value of parseLines(content)) {
    const event = clientEventSchema.safeParse(value).data;
    if (event) yield event;
  }
}
