import { computed } from 'vue';
import type { ComputedRef } from 'vue';
import type { ModelResource } from '../../../service/contract/index.ts';
import type { Words } from '../../i18n/words.ts';
import { useModels } from '../../stores/models.ts';
import { timeLeftWords } from '../../ui/time-words.ts';

/** A direction, and the chosen engine: '' for any. */
export interface Wanted {
  from: string;
  to: string;
  engine: string;
}

/** The models that can be installed for a direction, and their progress. */
export interface Offer {
  /** Whether there is anything to offer. */
  isThere: boolean;
  downloadBytes: number;
  receivedBytes: number;
  installing: boolean;
  /** Why the last try failed. */
  problem: string | undefined;
  /** Models that could not be downloaded because of the network. */
  unreached: string[];
  /** Bytes, speed and time left. */
  progress: string;
}

/** The offer to install the missing models of a direction. */
export function useOffer(
  wanted: () => Wanted,
  words: Words,
): { offer: ComputedRef<Offer>; install: () => Promise<void>; cancel: () => Promise<void> } {
  const models = useModels();
  const missing = computed(() => {
    const { from, to, engine } = wanted();
    return models.missing(from, to).filter((model) => engine === '' || engine === model.engine);
  });
  const offer = computed<Offer>(() => {
    const wantedBytes = sum(missing.value, (model) => model.download_bytes);
    const received = sum(missing.value, (model) => model.received_bytes ?? 0);
    const first = missing.value.find((model) => model.state === 'installing');
    const failed = missing.value.find((model) => model.error ?? models.troubles.get(model.id));
    return {
      isThere: missing.value.length > 0,
      downloadBytes: wantedBytes,
      receivedBytes: received,
      installing: first !== undefined,
      problem:
        failed && (models.troubles.get(failed.id) ?? (failed.error && words.said('model', failed.error))),
      unreached: missing.value.filter(({ error }) => error?.code === 'network').map(({ id }) => id),
      progress: first ? progressWords(received, wantedBytes, models.speed(first), words) : '',
    };
  });

  return {
    offer,
    install: async () => {
      await Promise.all(missing.value.map((model) => models.install(model.id)));
    },
    cancel: async () => {
      const underWay = missing.value.filter((model) => model.state === 'installing');
      await Promise.all(underWay.map((model) => models.cancel(model.id)));
    },
  };
}

/** `4.2 MB of 31.5 MB · 3.1 MB/s · about 10 s`; verification follows the last byte. */
export function progressWords(
  received: number,
  total: number,
  speed: { rate: number; left: number | undefined } | undefined,
  words: Words,
): string {
  if (received >= total) return words.t('models.checking');
  const sizes = { received: words.size(received), total: words.size(total) };
  if (!speed) return words.t('models.progress', sizes);
  const rated = { ...sizes, rate: words.size(speed.rate) };
  if (speed.left === undefined) return words.t('models.progressRate', rated);
  return words.t('models.progressLeft', { ...rated, left: timeLeftWords(speed.left, words) });
}

function sum(models: readonly ModelResource[], of: (model: ModelResource) => number): number {
  return models.reduce((total, model) => total + of(model), 0);
}
