import type { Job } from '../../service/contract/index.ts';
import type { Log, Service } from '../../service/service.ts';

/** The service that the window works with: the one in this process, or a team's server. */
export interface Backend {
  /** Origin of the API and of the window's page. */
  readonly baseUrl: string;
  readonly key: string;
  /** Whether jobs run on another machine: they go on when this program ends. */
  readonly isServer: boolean;
  /** Of this machine alone. */
  readonly dataDir?: string;
  readonly logFolder: string;
  readonly log: Log;
  readonly settings: Pick<Service['settings'], 'onChange'> & {
    values(): Pick<ReturnType<Service['settings']['values']>, 'language' | 'downloads_folder'>;
  };
  /** A download of the API. */
  fetch(path: string): Promise<Response>;
  /** How many jobs would be interrupted now. */
  runningJobs(): Promise<number>;
  /** Calls back with each change of a job, and with running jobs, until the returned function is called. */
  watchJobs(listener: (job: Job, isOwn: boolean) => void): () => void;
  close(): Promise<void>;
}
