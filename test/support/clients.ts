import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientResource, MemoryImported } from '../../service/contract/index.ts';
import type { TestService } from './service.ts';

/** A client of the service, which has what it needs to be told apart. */
export async function newClient(
  service: TestService,
  name: string,
  more: Partial<Omit<ClientResource, 'id' | 'jobs' | 'units'>> = {},
): Promise<ClientResource> {
  const { status, body } = await service.post<{ data: ClientResource }>('/v1/clients', { name, ...more });
  if (status !== 201) throw new Error(`The client is refused: ${JSON.stringify(body)}`);
  return body.data;
}

/** Imports units of English and German into the memory in which a client learns. */
export async function importUnits(
  service: TestService,
  clientId: string,
  units: readonly (readonly [source: string, target: string])[],
): Promise<MemoryImported> {
  const unit = ([source, target]: readonly [string, string]): string =>
    `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="de"><seg>${target}</seg></tuv></tu>`;
  const header = '<header srclang="en" adminlang="en" datatype="xml" segtype="sentence"/>';
  const form = new FormData();
  form.append(
    'file',
    new Blob([`<tmx version="1.4">${header}<body>${units.map(unit).join('')}</body></tmx>`]),
    'a.tmx',
  );
  for (const [field, value] of Object.entries({ from: 'en', to: 'de', client_id: clientId }))
    form.append(field, value);
  const { body } = await service.send<{ data: MemoryImported }>('POST', '/v1/memory/import', { body: form });
  return body.data;
}

export async function forget(service: TestService, { id, name }: Pick<ClientResource, 'id' | 'name'>) {
  return service.send<{ data: Record<string, number> }>('DELETE', `/v1/clients/${id}`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
}

/** Which of some texts any file of a folder holds, as UTF-8 or UTF-16. */
export async function textsFoundIn(folder: string, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  // A file may go while its folder is read.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() =>
    readdir(folder, { recursive: true, withFileTypes: true }),
  );
  for (const entry of entries) {
    if (texts.some((text) => entry.name.includes(text))) found.add(entry.name);
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    for (const text of texts)
      if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) found.add(text);
  }
  return [...found];
}
