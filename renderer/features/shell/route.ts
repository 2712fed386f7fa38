import { readonly, ref } from 'vue';

const VIEWS = ['documents', 'batch', 'engines', 'api', 'settings'] as const;
export type View = (typeof VIEWS)[number];

/** The view in the address's fragment, so that back, forward and reload work without a server's help. */
function viewOf(hash: string): View {
  const name = hash.slice(1);
  return VIEWS.find((view) => view === name) ?? 'documents';
}

const current = ref<View>(viewOf(window.location.hash));
window.addEventListener('hashchange', () => (current.value = viewOf(window.location.hash)));

export const currentView = readonly(current);
