import { onBeforeUnmount, onMounted, ref, watch } from 'vue';
import type { Ref } from 'vue';
import { useSettings } from '../../stores/settings.ts';

/** Whether the window is dark now, by the chosen theme or the system's. */
export function useDark(): Readonly<Ref<boolean>> {
  const settings = useSettings();
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const isDark = ref(false);
  const note = (): void => {
    isDark.value = settings.theme === 'dark' || (settings.theme === 'system' && system.matches);
  };
  watch(() => settings.theme, note, { immediate: true });
  onMounted(() => system.addEventListener('change', note));
  onBeforeUnmount(() => system.removeEventListener('change', note));
  return isDark;
}
