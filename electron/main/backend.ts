import type { Job } from '../../service/contract/index.ts';
import type { Log, Service } from '../../service/service.ts';

/** The service that the window uses: the one in this process, or a team's server. */
export interface Backend {
  /** Origin of the API and of the window's page. */
  readonly baseUrl: string;
  readonly key: string;
  /** Whether jobs run on another machine: they go on when this program ends. */
  readonly isServer: boolean;
  /** Only with this machine's service. */
  readonly dataDir?: string;
  readonly logFolder: string;
  readonly log: Log;
  readonly settings: Pick<Service['settings'], 'onChange'> & {
    values(): Pick<ReturnType<Service['settings']['values']>, 'language' | 'downloads_folder'>;
  };
  /** Fetches a download of the API. */
  fetch(path: string): Promise<Response>;
  /** Number of jobs that ending now would interrupt. */
  runningJobs(): Promise<number>;
  /** Calls back with running jobs and with each change of a job, until the returned function is called. */
  watchJobs(listener: (job: Job, isOwn: boolean) => void): () => void;
  close(): Promise<void>;
}
