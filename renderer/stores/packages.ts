import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import type { Package } from '../../service/contract/index.ts';
import { ServiceProblem } from '../api/errors.ts';
import { deletePackage, listPackages, saveReference, saveReturn, sendPackage } from '../api/packages.ts';
import { words } from '../i18n/words.ts';
import { useAnnouncer } from './announcer.ts';
import { useClients } from './clients.ts';
import { onAnswer, useConnection } from './connection.ts';
import { useJobs } from './jobs.ts';

/** A package that is being sent, or was not taken. */
export interface PackageUpload {
  readonly key: string;
  readonly file: File;
  /** Whose it is: the one that was chosen when it came. */
  readonly client: string;
  /** Why it was refused. */
  readonly problem?: string;
  /** Its target languages, one of which must be chosen. */
  readonly targets?: readonly string[];
}

/** Packages of agencies for the chosen client: groups of documents that go back together. */
export const usePackages = defineStore('packages', () => {
  const connection = useConnection();
  const announcer = useAnnouncer();
  const clients = useClients();
  const jobs = useJobs();
  const all = shallowRef<readonly Package[]>([]);
  const uploads = shallowRef<readonly PackageUpload[]>([]);
  /** What went wrong with a package, by its id. */
  const troubles = shallowRef<Readonly<Record<string, string>>>({});
  const ids = computed(() => new Set(all.value.map(({ id }) => id)));

  async function load(): Promise<void> {
    try {
      const client = clients.chosen;
      const listed = await listPackages();
      if (client === clients.chosen) all.value = listed;
    } catch (error) {
      connection.note(error);
    }
  }

  function replace(key: string, next?: PackageUpload): void {
    uploads.value = uploads.value.flatMap((one) => (one.key === key ? (next ?? []) : one));
  }

  async function send(upload: PackageUpload, to?: string): Promise<void> {
    const { key, file, client } = upload;
    replace(key, { key, file, client });
    try {
      await sendPackage(file, { to, client }, `${key} ${to ?? ''}`);
      await load();
      replace(key);
    } catch (error) {
      connection.note(error);
      const field = error instanceof ServiceProblem ? error.fields[0] : undefined;
      const languages = field?.code === 'choose_target' ? field.details?.['languages'] : undefined;
      const problem = words.sentence(error);
      const targets = languages === undefined ? undefined : String(languages).split(', ');
      replace(key, { key, file, client, problem, ...(targets ? { targets } : {}) });
      const why = targets ? words.t('package.choose') : problem;
      announcer.say(targets ? `${file.name} ${why}` : words.t('announce.refused', { name: file.name, why }));
    }
  }

  function add(files: readonly File[]): void {
    const added = files.map((file): PackageUpload => ({
      key: crypto.randomUUID(),
      file,
      client: clients.chosen,
    }));
    uploads.value = [...added, ...uploads.value];
    for (const upload of added) void send(upload);
  }

  async function act(id: string, work: () => Promise<unknown>): Promise<void> {
    const { [id]: _, ...others } = troubles.value;
    troubles.value = others;
    try {
      await work();
    } catch (error) {
      connection.note(error);
      troubles.value = { ...troubles.value, [id]: words.sentence(error) };
    }
  }

  const save = (one: Package, drafts: boolean): Promise<void> => act(one.id, () => saveReturn(one, drafts));
  const saveOther = (one: Package, n: number): Promise<void> => act(one.id, () => saveReference(one, n));
  const remove = (one: Package): Promise<void> =>
    act(one.id, async () => {
      await deletePackage(one.id);
      await load();
    });

  onAnswer(load);
  void load();
  watch(() => clients.chosen, load);
  // Progress and confirmations of their jobs.
  watch(
    () =>
      [...jobs.present]
        .filter(({ group_id }) => group_id !== undefined)
        .map(({ id, status, revision }) => `${id} ${status} ${revision}`)
        .join(),
    load,
  );

  return { all, uploads, troubles, ids, add, send, drop: replace, save, saveOther, remove };
});
