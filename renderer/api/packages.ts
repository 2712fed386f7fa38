import type { Package } from '../../service/contract/index.ts';
import { clientIn, inClient } from './client-scope.ts';
import { ask } from './client.ts';
import { saveFrom } from './files.ts';

/** Sends a package of an agency. The same `idempotencyKey` sends it only once. */
export async function sendPackage(
  file: File,
  { to, client }: { to: string | undefined; client: string },
  idempotencyKey: string,
): Promise<void> {
  const form = new FormData();
  if (to !== undefined) form.set('to', to);
  for (const [name, id] of Object.entries(clientIn(client))) form.set(name, id);
  form.set('file', file, file.name);
  await ask('/v1/packages', { method: 'POST', form, headers: { 'Idempotency-Key': idempotencyKey } });
}

/** Those of the chosen client, newest first. */
export async function listPackages(): Promise<Package[]> {
  return (await ask<{ packages: Package[] }>(inClient('/v1/packages'))).data.packages;
}

export async function deletePackage(id: string): Promise<void> {
  await ask(`/v1/packages/${id}`, { method: 'DELETE' });
}

/** Saves the package to send back. `drafts`: with answers that nobody has read. */
export async function saveReturn({ id, name }: Package, drafts: boolean): Promise<boolean> {
  return (
    (await saveFrom(`/v1/packages/${id}/return${drafts ? '?drafts=1' : ''}`, `${name}.zip`)) !== undefined
  );
}

/** Saves a file that came with a package, by its place in `left_out`. */
export async function saveReference({ id, left_out }: Package, n: number): Promise<void> {
  const name = left_out[n]?.name ?? '';
  await saveFrom(`/v1/packages/${id}/references/${n}`, name.slice(name.lastIndexOf('/') + 1));
}
