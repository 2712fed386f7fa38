import { computed } from 'vue';
import type { ComputedRef } from 'vue';
import type { Words } from '../../i18n/words.ts';
import { NO_FORMAT_CHOICES } from '../../lib/format-choices.ts';
import { useCatalog } from '../../stores/catalog.ts';
import { useGlossaries } from '../../stores/glossaries.ts';
import { useJobOptions } from '../../stores/job-options.ts';

/** An option that differs from its default. */
export interface OptionChip {
  readonly id: 'glossary' | 'tone' | 'engine' | 'context' | 'asksFirst' | 'segmentation' | 'formats';
  readonly label: string;
  /** Puts the default back. */
  readonly reset: () => void;
}

/** The options in force beside the languages, the most telling first. `documents`: with those for files. */
export function useOptionChips(
  { t, counted, list }: Words,
  documents: () => boolean,
): ComputedRef<OptionChip[]> {
  const catalog = useCatalog();
  const glossaries = useGlossaries();
  const options = useJobOptions();

  const glossary = (): string | undefined => {
    const { glossary: id } = options.choices;
    if (id !== '') return glossaries.glossaries.find((one) => one.id === id)?.name;
    return options.terms.length > 0 ? counted('options.glossaryCount', options.terms.length) : undefined;
  };
  const formats = (): string => {
    const { columns, header, also } = options.formats;
    return list([
      ...(columns === 'all' ? [t('options.columnsAll')] : []),
      ...(header === 'auto' ? [] : [t('options.header')]),
      ...(also.length > 0 ? [t('choices.also')] : []),
    ]);
  };

  return computed(() => {
    const { choices } = options;
    const engine = catalog.engines.find(({ id }) => id === choices.engine)?.name ?? choices.engine;
    const found: (OptionChip & { isForFiles?: boolean })[] = [
      {
        id: 'glossary',
        label: glossary() ?? '',
        reset() {
          if (choices.glossary === '') options.glossary = [];
          choices.glossary = '';
        },
      },
      { id: 'tone', label: choices.tone, reset: () => (choices.tone = '') },
      { id: 'engine', label: engine, reset: () => (choices.engine = '') },
      {
        id: 'context',
        label: options.context.trim() === '' ? '' : t('options.context'),
        reset: () => (options.context = ''),
      },
      {
        id: 'asksFirst',
        label: options.asksFirst ? t('options.asksFirstShort') : '',
        reset: () => (options.asksFirst = false),
        isForFiles: true,
      },
      {
        id: 'segmentation',
        label: options.segmentation === 'paragraph' ? t('options.paragraph') : '',
        reset: () => (options.segmentation = 'sentence'),
        isForFiles: true,
      },
      {
        id: 'formats',
        label: formats(),
        reset: () => (options.formats = { ...NO_FORMAT_CHOICES }),
        isForFiles: true,
      },
    ];
    return found.filter(({ label, isForFiles = false }) => label !== '' && (documents() || !isForFiles));
  });
}
