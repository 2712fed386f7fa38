import { z } from 'zod';
import { LIMITS } from '../../service/contract/index.ts';
import type { Channel, Channels } from '../channels.ts';
import { MAX_AUTHORITY } from './server/trust.ts';

/** Maximum length of a path on any system. */
const MAX_PATH_LENGTH = 32_767;
const MAX_JOBS = 100_000;

const nothing = z.undefined();
const path = z.string().min(1).max(MAX_PATH_LENGTH);
const jobId = z.string().min(1).max(LIMITS.id);
const MAX_KEY = 1_000;
const MAX_ADDRESS = 2_000;

const saveRequest = z.strictObject({ path, suggestedName: z.string().max(MAX_PATH_LENGTH) });

/** The schema of each message's arguments. Invalid messages are refused before their handler. */
export const REQUESTS: { [Name in Channel]: z.ZodType<Parameters<Channels[Name]>[0]> } = {
  'interlinear:connect': nothing,
  'interlinear:save-file': saveRequest,
  'interlinear:save-files': z.array(saveRequest).min(1).max(MAX_JOBS),
  'interlinear:save-beside': saveRequest.extend({ jobId }),
  'interlinear:keep-original': z.union([
    z.strictObject({ jobId, path }),
    z.strictObject({ jobId, place: z.string().max(LIMITS.id) }),
  ]),
  'interlinear:with-original': z.array(jobId).max(MAX_JOBS),
  'interlinear:show-item-in-folder': path,
  'interlinear:open-saved': path,
  'interlinear:open-data-folder': nothing,
  'interlinear:connect-server': z.strictObject({
    address: z.string().max(MAX_ADDRESS),
    // A header may contain no other characters.
    key: z
      .string()
      .max(MAX_KEY)
      .regex(/^[\x21-\x7e]*$/),
    authority: z.string().max(MAX_AUTHORITY).optional(),
    fingerprint: z.string().max(100).optional(),
  }),
  'interlinear:leave-server': nothing,
  'interlinear:set-theme': z.enum(['system', 'light', 'dark']),
  'interlinear:check-spelling': z.string().max(LIMITS.id).optional(),
  'interlinear:set-unsent-files': z.int().min(0),
  'interlinear:take-commands': nothing,
};
