import { z } from 'zod';
import { forget, readKept, writeKept } from '../kept-file.ts';
import { trustSchema } from './trust.ts';

const FILE = 'team-server';

const keptServerSchema = z.strictObject({
  origin: z.string(),
  trust: trustSchema,
  /** Encrypted by the keychain; if absent, the key comes from the environment. */
  sealedKey: z.string().optional(),
});

/** The window's team server, from the next start on. */
export type KeptServer = z.infer<typeof keptServerSchema>;

export function keptServer(): KeptServer | undefined {
  return keptServerSchema.safeParse(readKept(FILE)).data;
}

/** Throws if it cannot be written. */
export function keepServer(server: KeptServer): void {
  writeKept(FILE, server);
}

export function forgetServer(): void {
  forget(FILE);
}
