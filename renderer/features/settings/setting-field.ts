import { computed, ref, useId, watch } from 'vue';
import type { ComputedRef, Ref } from 'vue';
import type { SettingName, SettingsChange } from '../../../service/contract/index.ts';
import { useWords } from '../../i18n/words.ts';
import { useRights } from '../../stores/rights.ts';
import { useServiceSettings } from '../../stores/service-settings.ts';

/** A field for one of the service's settings. */
export interface SettingField {
  readonly id: string;
  readonly typed: Ref<string>;
  /** Why the last change was refused, in one sentence. */
  readonly problem: Ref<string>;
  /** The outcome of the last change. */
  readonly said: Ref<string>;
  /** Fixed outside for this run. */
  readonly isFixed: ComputedRef<boolean>;
  readonly isDisabled: ComputedRef<boolean>;
  /** Sends the change to the service, which applies it at once. Errors are put into `problem`. */
  save: (change: SettingsChange) => Promise<void>;
}

/** `stored`: the current value, as the field shows it. */
export function useSettingField(name: SettingName, stored: () => string): SettingField {
  const words = useWords();
  const settings = useServiceSettings();
  const rights = useRights();
  const typed = ref('');
  const problem = ref('');
  const said = ref('');
  const isFixed = computed(() => settings.isFixed(name));

  watch(stored, (value) => (typed.value = value), { immediate: true });

  async function save(change: SettingsChange): Promise<void> {
    said.value = '';
    problem.value = '';
    try {
      await settings.change(change);
      said.value = words.t('settings.saved');
    } catch (error) {
      problem.value = words.sentence(error);
    }
  }

  const isDisabled = computed(() => isFixed.value || !rights.mayAdminister);
  return { id: useId(), typed, problem, said, isFixed, isDisabled, save };
}
