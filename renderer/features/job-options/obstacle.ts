import { computed } from 'vue';
import type { ComputedRef } from 'vue';
import type { Words } from '../../i18n/words.ts';
import { useCatalog } from '../../stores/catalog.ts';
import { useJobOptions } from '../../stores/job-options.ts';
import { useModels } from '../../stores/models.ts';
import { reasonWords } from '../engines/engine-words.ts';

/**
 * Why the chosen direction cannot be translated now, or an empty text; and whether the missing part can be
 * installed on the spot, which is then the primary action.
 */
export function useObstacle(words: Words): {
  obstacle: ComputedRef<string>;
  isOffered: ComputedRef<boolean>;
} {
  const { t } = words;
  const catalog = useCatalog();
  const options = useJobOptions();
  const models = useModels();

  const obstacle = computed(() => {
    const { from, to } = options.choices;
    if (!catalog.loaded || from === '') return '';
    const names = { from: catalog.nameOf(from), to: catalog.nameOf(to) };
    const engine = options.engine;
    if (!engine) return t('documents.noEngine', names);
    if (catalog.isReady(from, to, engine.id)) return '';
    return t('documents.notReady', {
      engine: engine.name,
      ...names,
      why: reasonWords(engine, words) ?? t('documents.notReadyAdvice'),
    });
  });
  const isOffered = computed(() => {
    const { from, to, engine } = options.choices;
    const lacking = models.missing(from, to);
    return obstacle.value !== '' && lacking.some((model) => engine === '' || engine === model.engine);
  });
  return { obstacle, isOffered };
}
