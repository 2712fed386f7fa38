import { z } from 'zod';
import type { Job } from '../contract/index.ts';
import { ServiceRefusalError } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { clientsOf } from './client-ids.ts';
import { ToolError } from './tool-error.ts';

/** Jobs created by assistants. They have no access to the window's jobs, unless the user allows it. */
export interface AssistantJobs {
  /** Records a job, and its source file, among its client's drafts. */
  add(id: string, path: string, client?: { client_id?: string }): Promise<void>;
  /** The job's current state. Rejects with a ToolError if it does not exist, or is not an assistant's. */
  find(id: string): Promise<Job>;
  /** The source file of a job, if an assistant created it. */
  pathOf(job: Job): Promise<string | undefined>;
  /** Newest first. */
  list(): Promise<Job[]>;
}

/** A draft of each client: outlives this process, and is forgotten with its client. */
const draftOf = (clientId: string | undefined): string =>
  `/v1/drafts/assistant-jobs${clientId === undefined || clientId === 'general' ? '' : `?client_id=${clientId}`}`;
const MAX_JOBS = 1_000;
const MAX_LISTED = 50;
const keptSchema = z.array(z.object({ id: z.string(), path: z.string() })).catch([]);
type Kept = z.output<typeof keptSchema>;

export function createAssistantJobs(service: Client, allJobs: boolean): AssistantJobs {
  const own = new Map<string, string>();
  let writing = Promise.resolve();

  async function kept(clientId: string | undefined): Promise<Kept> {
    try {
      return keptSchema.parse(await service.json<unknown>(draftOf(clientId)));
    } catch (error) {
      if (error instanceof ServiceRefusalError && error.code === 'not_found') return [];
      throw error;
    }
  }

  async function pathOf({ id, client_id: clientId }: Job): Promise<string | undefined> {
    return own.get(id) ?? (await kept(clientId)).find((one) => one.id === id)?.path;
  }

  return {
    pathOf,
    async add(id, path, { client_id: clientId } = {}) {
      own.set(id, path);
      // Serialised: of two jobs created at once one would be lost otherwise.
      writing = writing
        .catch(() => undefined)
        .then(async () => {
          const jobs = [{ id, path }, ...(await kept(clientId))].slice(0, MAX_JOBS);
          const answer = await service.fetch(draftOf(clientId), {
            method: 'PUT',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(jobs),
          });
          answer.resume();
        });
      await writing;
    },
    async find(id) {
      const unknown = new ToolError(
        `There is no job ${id} of an assistant. translate_document makes one and answers its job_id.`,
      );
      if (!z.uuid().safeParse(id).success) throw unknown;
      let job: Job;
      try {
        job = await service.json<Job>(`/v1/translate/documents/${id}`);
      } catch (error) {
        if (error instanceof ServiceRefusalError && error.code === 'not_found') throw unknown;
        throw error;
      }
      if (!allJobs && (await pathOf(job)) === undefined) throw unknown;
      return job;
    },
    async list() {
      // A key that is bound to a client finds that one's jobs without naming it.
      const isBound = (await clientsOf(service)).every(({ id }) => id !== 'general');
      const query = isBound ? '' : '&client_id=all';
      const { jobs } = await service.json<{ jobs: Job[] }>(`/v1/jobs?kind=document&limit=200${query}`);
      const drafts = await Promise.all([...new Set(jobs.map((job) => job.client_id))].map(kept));
      const ids = new Set([...own.keys(), ...drafts.flat().map(({ id }) => id)]);
      return jobs.filter(({ id }) => allJobs || ids.has(id)).slice(0, MAX_LISTED);
    },
  };
}
