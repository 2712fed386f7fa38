import { computed, readonly, ref } from 'vue';
import type { JobKind } from '../../../service/contract/index.ts';

const VIEWS = [
  'documents',
  'text',
  'batch',
  'glossaries',
  'memory',
  'align',
  'clients',
  'review',
  'engines',
  'api',
  'settings',
] as const;
export type View = (typeof VIEWS)[number];
/** Views with an address that is just their name. */
export const RAIL_VIEWS = VIEWS.filter((view) => view !== 'review' && view !== 'align');

/** The view in the address's fragment, so that back, forward and reload work without a server. */
function viewOf(hash: string): View {
  const name = hash.slice(1).split('/')[0];
  if (name === 'review' && !jobOf(hash)) return 'documents';
  return VIEWS.find((view) => view === name) ?? 'documents';
}

/** The address of a job's review, at the segment with an index: `#review/document/{id}/{number}`. */
export function reviewAddress(job: { id: string; kind: JobKind }, index?: number): string {
  return `#review/${job.kind}/${job.id}${index === undefined ? '' : `/${index + 1}`}`;
}

function jobOf(hash: string): { id: string; kind: JobKind; index?: number } | undefined {
  const [, kind, id, n] = /^#review\/(document|batch)\/([\w-]+)(?:\/(\d{1,9}))?$/.exec(hash) ?? [];
  if (id === undefined) return undefined;
  return { id, kind: kind as JobKind, ...(n !== undefined && { index: Number(n) - 1 }) };
}

const hash = ref(window.location.hash);
window.addEventListener('hashchange', () => (hash.value = window.location.hash));

export const currentView = computed(() => viewOf(hash.value));

/** The job of the review's address, and the index of its segment, if it names one. */
export const reviewedJob = readonly(computed(() => jobOf(hash.value)));

/** The alignment of the address, `#align/{id}`; undefined for the list. */
export const alignedId = readonly(computed(() => /^#align\/([\w-]+)$/.exec(hash.value)?.[1]));

/** The address of a dictionary's editor: `#glossaries/{id}/{from}/{to}`. */
export function dictionaryAddress({ id, from, to }: { id: string; from: string; to: string }): string {
  return `#glossaries/${id}/${from}/${to}`;
}

/** The dictionary of the address; undefined for the list. */
export const editedDictionary = readonly(
  computed<{ id: string; from: string; to: string } | undefined>(() => {
    const [, id, from, to] = /^#glossaries\/([\w-]+)\/([\w-]+)\/([\w-]+)$/.exec(hash.value) ?? [];
    return id === undefined || from === undefined || to === undefined ? undefined : { id, from, to };
  }),
);

/** The address of a client's page. */
export function clientAddress(id: string): string {
  return `#clients/${id}`;
}

/** The client of the address; undefined for the list. */
export const shownClient = readonly(computed(() => /^#clients\/([\w-]+)$/.exec(hash.value)?.[1]));

/** The user guide, which the service has beside the window: it opens without a network. */
export function guideAddress(service: string): string {
  return `${service}/guide/guide.html`;
}
