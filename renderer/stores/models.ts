import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, watch } from 'vue';
import type { ModelFilesResource, ModelResource } from '../../service/contract/index.ts';
import { isDesktop } from '../api/connect.ts';
import { modelChanges } from '../api/events.ts';
import { cancelModel, installModel, listModels, modelFiles, removeModel } from '../api/models.ts';
import { words } from '../i18n/words.ts';
import { keepListening } from '../lib/keep-listening.ts';
import { missingModels, modelDirections } from '../lib/model-offer.ts';
import { addSample, ratePerSecond, secondsLeft } from '../lib/time-left.ts';
import type { Sample } from '../lib/time-left.ts';
import { createModelImport } from '../store-parts/model-import.ts';
import { useAnnouncer } from './announcer.ts';
import { useCatalog } from './catalog.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';
import type { Offered } from './toasts.ts';

/** The models of offline engines: available, installed, and being installed. */
export const useModels = defineStore('models', () => {
  const connection = useConnection();
  const catalog = useCatalog();
  const announcer = useAnnouncer();
  const toasts = useToasts();
  const byId = shallowReactive(new Map<string, ModelResource>());
  const samples = shallowReactive(new Map<string, Sample[]>());
  /** The last error of each model, in one sentence. */
  const troubles = shallowReactive(new Map<string, string>());
  /** Models that were removed here, and can still be restored. */
  const leaving = shallowReactive(new Map<string, Offered>());
  const loaded = ref(false);
  const visible = ref(!document.hidden);
  /** Views that show models now. */
  const viewers = ref(0);

  const all = computed(() => [...byId.values()]);
  const directions = computed(() => modelDirections(all.value));
  const installing = computed(() => all.value.filter((model) => model.state === 'installing'));
  const watched = computed(
    () =>
      connection.usable &&
      (visible.value || isDesktop()) &&
      (viewers.value > 0 || installing.value.length > 0),
  );

  const changes = keepListening({
    listen: async (signal, onOpen) => {
      for await (const model of modelChanges(signal, onOpen)) receive(model);
    },
    // For changes from before the stream was open.
    onOpen: () => void load(),
    onBroken: (error) => connection.note(error),
  });

  function receive(model: ModelResource): void {
    const before = byId.get(model.id);
    byId.set(model.id, model);
    if (model.state === 'installing') {
      const sample = { at: performance.now(), completed: model.received_bytes ?? 0 };
      samples.set(model.id, addSample(samples.get(model.id) ?? [], sample));
      return;
    }
    samples.delete(model.id);
    if (before && before.state !== model.state) void changed(model);
  }

  async function changed(model: ModelResource): Promise<void> {
    await catalog.load();
    const names = { from: catalog.nameOf(model.from), to: catalog.nameOf(model.to) };
    if (model.state === 'installed') announcer.say(words.t('models.announceInstalled', names));
    if (model.state === 'failed')
      announcer.say(
        words.t('models.announceFailed', {
          ...names,
          why: model.error ? words.said('model', model.error) : '',
        }),
      );
  }

  async function load(): Promise<void> {
    try {
      const listed = await listModels();
      const ids = new Set(listed.map(({ id }) => id));
      // A model installed from another list is in no list once it is removed.
      for (const id of byId.keys()) if (!ids.has(id)) byId.delete(id);
      for (const model of listed) receive(model);
      loaded.value = true;
    } catch (error) {
      connection.note(error);
    }
  }

  /** Runs an action on a model; errors are shown at the model. */
  async function act(id: string, action: () => Promise<ModelResource | undefined>): Promise<void> {
    troubles.delete(id);
    try {
      const answer = await action();
      if (answer) receive(answer);
    } catch (error) {
      connection.note(error);
      troubles.set(id, words.sentence(error));
    }
  }

  const install = (id: string): Promise<void> => act(id, () => installModel(id));
  const cancel = (id: string): Promise<void> => act(id, () => cancelModel(id));
  /** Removes a model, which can be undone for a while. */
  function remove(id: string, name: string): void {
    if (leaving.has(id)) return;
    const offered = toasts.offer({
      text: words.t('models.removed', { name }),
      undo: () => leaving.delete(id),
      commit: () => void removeForGood(id).finally(() => leaving.delete(id)),
    });
    leaving.set(id, offered);
  }
  const removeForGood = (id: string): Promise<void> =>
    act(id, async () => {
      await removeModel(id);
      await load();
      return undefined;
    });

  /** The files of models, for downloading them on another computer; empty if the service does not answer. */
  async function filesOf(ids: readonly string[]): Promise<ModelFilesResource['files']> {
    try {
      return (await Promise.all(ids.map(modelFiles))).flat();
    } catch (error) {
      connection.note(error);
      return [];
    }
  }

  /** The models a direction lacks: see `missingModels`. */
  function missing(from: string, to: string): readonly ModelResource[] {
    return missingModels(directions.value, from, to);
  }

  /** Bytes per second, and seconds left, of an install; undefined while there is too little data. */
  function speed(model: ModelResource): { rate: number; left: number | undefined } | undefined {
    const known = samples.get(model.id) ?? [];
    const rate = ratePerSecond(known);
    return rate === undefined ? undefined : { rate, left: secondsLeft(known, model.download_bytes) };
  }

  const { importing, imported, importFiles } = createModelImport({
    load,
    say: announcer.say,
    onError: connection.note,
  });

  document.addEventListener('visibilitychange', () => (visible.value = !document.hidden));
  watch(
    () => connection.usable,
    (usable) => {
      if (usable) void load();
    },
    { immediate: true },
  );
  watch(watched, (now) => (now ? changes.start() : changes.stop()), { immediate: true });

  return {
    ...{ all, viewers, troubles, leaving, loaded, importing, imported },
    ...{ load, install, cancel, remove, importFiles, filesOf, missing, speed },
  };
});
