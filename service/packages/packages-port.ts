import type { Package, PackageTool } from '../contract/index.ts';
import type { OwnedBy } from '../lib/owner.ts';
import type { JobFile, NewDocument } from '../jobs/jobs-port.ts';

export interface NewPackage extends Pick<
  NewDocument,
  'accountId' | 'clientId' | 'keyId' | 'engine' | 'isSession' | 'idempotency' | 'signal'
> {
  /** Canonical tag of the target language; needed only if the package has several. */
  to?: string;
  /** As in a NewDocument. */
  upload: Pick<NewDocument['upload'], 'path' | 'fileName'> & { readonly bytes: number };
}

export interface CreatedPackage {
  id: string;
  tool: PackageTool;
  status: 'running';
}

/** A temporary file that the caller removes. */
export type PackageFile = Omit<JobFile, 'bytes'>;

/** Packages of agencies: groups of document jobs. All rejections meant for the client are ProblemErrors. */
export interface Packages {
  /** Resolves once the package and all its jobs are on disk. A refused one leaves nothing behind. */
  create(request: NewPackage): Promise<CreatedPackage>;
  /** Newest first. */
  list(owner: string): Promise<Package[]>;
  /** `by`: a key bound to a client finds just its packages, others those of the account. */
  get(by: OwnedBy, id: string): Promise<Package>;
  /** The package to send back. Rejects with `conflict` while a job of it runs. */
  returned(by: OwnedBy, id: string, options: { drafts: boolean }): Promise<PackageFile>;
  /** A file of `left_out`, by its place. */
  reference(by: OwnedBy, id: string, n: number): Promise<PackageFile>;
  /** Removes a package with its jobs and memories. */
  remove(by: OwnedBy, id: string): Promise<void>;
  /** Removes all packages of a client. */
  removeOf(clientId: string): Promise<void>;
}
