import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import { formatsOfExtension, hasParagraphs } from '../../service/contract/formats.ts';
import { clientIn } from '../api/client-scope.ts';
import type { JobRequest } from '../api/jobs.ts';
import type { GlossaryEntry } from '../api/wire.ts';
import { useCatalog } from './catalog.ts';
import { useClients } from './clients.ts';
import { useGlossaries } from './glossaries.ts';
import { NO_FORMAT_CHOICES } from '../lib/format-choices.ts';
import type { FormatChoices } from '../lib/format-choices.ts';
import { firstPair, withRecent } from '../lib/pairs.ts';
import type { Pair } from '../lib/pairs.ts';
import { onDesk } from '../lib/kept-text.ts';
import { remembered } from '../lib/remembered.ts';
import { hasStrings, isListOf } from '../lib/shapes.ts';

interface Choices {
  from: string;
  to: string;
  engine: string;
  tone: string;
  /** The id of a named glossary; '' for the terms in the options. */
  glossary: string;
}

type Segmentation = 'sentence' | 'paragraph';

const NO_CHOICES: Choices = { from: '', to: '', engine: '', tone: '', glossary: '' };

/**
 * The options of the next job: the direction, and those behind the disclosure. Documents, Text and Batch
 * share it.
 */
export const useJobOptions = defineStore('job-options', () => {
  const catalog = useCatalog();
  const glossaries = useGlossaries();
  const clients = useClients();
  let before: Pair = { from: '', to: '' };
  const choices = remembered<Choices>('choices', NO_CHOICES, isChoices, (read) => ({
    // Choices of a release that had fewer.
    ...NO_CHOICES,
    ...read,
    // A client without choices begins in the direction of the one before.
    ...(hasPair(read) ? {} : before),
  }));
  onDesk({
    leave() {
      before = { from: choices.value.from, to: choices.value.to };
    },
  });
  /** Further target languages for documents, each in a separate job. */
  const also = remembered<string[]>('also-into', [], isCodes);
  /** Whether documents wait until the user has seen their words and language. */
  const asksFirst = remembered('asks-first', false, (value) => typeof value === 'boolean');
  /** The parts of documents to translate. */
  const formats = remembered<FormatChoices>('format-choices', NO_FORMAT_CHOICES, isFormatChoices);
  /** Into what documents are split. */
  const segmentation = remembered<Segmentation>('segmentation', 'sentence', isSegmentation);
  const recent = remembered<Pair[]>('recent-pairs', [], isPairs);
  const context = remembered('context', '', (value) => typeof value === 'string');
  const glossary = remembered<GlossaryEntry[]>('glossary', [], isGlossary);

  /** Entries with both halves; half-typed ones wait. */
  const terms = computed(() =>
    glossary.value
      .map(({ term, translation }) => ({ term: term.trim(), translation: translation.trim() }))
      .filter(({ term, translation }) => term !== '' && translation !== ''),
  );

  /** A first window waits for the catalog to choose a direction. */
  const hasDirection = ref(hasPair(choices.value));
  /** Whether the list of glossaries could not be read: then the service validates the selected one. */
  const isListMissing = computed(() => !glossaries.loaded && glossaries.problem !== undefined);
  /**
   * Whether all inputs of a request are known: its direction, and whether the selected glossary has terms for
   * it.
   */
  const decided = computed(
    () => hasDirection.value && (choices.value.glossary === '' || glossaries.loaded || isListMissing.value),
  );

  const engine = computed(() =>
    catalog.engineFor(choices.value.from, choices.value.to, choices.value.engine),
  );

  /** The dictionary of the selected glossary, if it has one for the direction. */
  const dictionary = computed(() => {
    const { from, to, glossary: id } = choices.value;
    return id === '' ? undefined : glossaries.rowFor(id, from, to);
  });
  /** How many terms are sent. */
  const termCount = computed(() =>
    choices.value.glossary === '' ? terms.value.length : (dictionary.value?.count ?? 0),
  );

  /** Sets a direction. Choosing the other side's language swaps the two, as nobody means from equal to. */
  function choose(next: Partial<Pair>): void {
    const { from, to } = choices.value;
    if (next.from !== undefined) choices.value.from = next.from;
    if (next.to !== undefined) choices.value.to = next.to;
    if (choices.value.from === choices.value.to) {
      if (next.from === undefined) choices.value.from = to;
      else choices.value.to = from;
    }
    dropDoubles();
  }

  function swap(): void {
    const { from, to } = choices.value;
    Object.assign(choices.value, { from: to, to: from });
    dropDoubles();
  }

  /** Languages are unique, and none is translated into itself. */
  function dropDoubles(): void {
    const { from, to } = choices.value;
    also.value = also.value.filter((code) => code !== from && code !== to);
  }

  /** Adds a target language for documents. */
  function addTarget(code: string): void {
    if (!also.value.includes(code)) also.value = [...also.value, code];
    dropDoubles();
  }
  function dropTarget(code: string): void {
    also.value = also.value.filter((one) => one !== code);
  }

  /** All target languages for documents. */
  const targets = computed(() => [choices.value.to, ...also.value]);

  /** The request of a job started now. */
  const request = computed(() => requestInto(choices.value.to));

  /** A glossary without terms for the direction is left out: the service would refuse it. */
  function requestInto(to: string): JobRequest {
    const { from, tone, engine: asked, glossary: named } = choices.value;
    const hints = context.value.trim();
    return {
      from,
      to,
      ...clientIn(clients.chosen),
      ...(tone ? { tone } : {}),
      ...(hints ? { context: hints } : {}),
      ...(named === '' && terms.value.length > 0 ? { glossary: terms.value } : {}),
      ...(glossaries.rowFor(named, from, to) || (named !== '' && isListMissing.value)
        ? { glossary_id: named }
        : {}),
      ...(asked ? { engine: asked } : {}),
    };
  }

  /** The request for a file, whose format is known from its name. */
  function requestFor(name: string, request: JobRequest): JobRequest {
    const [, extension = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
    const formats = formatsOfExtension(extension);
    if (formats.length === 0 || !formats.every(hasParagraphs)) return request;
    return { ...request, format_options: { ...request.format_options, segmentation: segmentation.value } };
  }

  /** The request of a job that starts now; its direction becomes the most recent. */
  function take(): JobRequest {
    recent.value = withRecent(recent.value, request.value);
    return request.value;
  }

  /** As `take`, for each target language of documents. */
  function takeAll(): JobRequest[] {
    take();
    return targets.value.map(requestInto);
  }

  // A first direction, once the catalog is known.
  watch(
    () => catalog.loaded,
    (loaded) => {
      if (!loaded) return;
      if (!hasPair(choices.value))
        Object.assign(choices.value, firstPair(catalog.pairs, navigator.languages));
      hasDirection.value = true;
    },
    { immediate: true },
  );

  return {
    choices,
    also,
    targets,
    asksFirst,
    formats,
    segmentation,
    recent,
    context,
    glossary,
    decided,
    terms,
    dictionary,
    termCount,
    engine,
    request,
    choose,
    swap,
    addTarget,
    dropTarget,
    requestFor,
    take,
    takeAll,
  };
});

function hasPair({ from, to }: Pair): boolean {
  return from !== '' && to !== '';
}
function isChoices(value: unknown): value is Choices {
  return hasStrings(value, 'from', 'to', 'engine', 'tone');
}
function isFormatChoices(value: unknown): value is FormatChoices {
  return (
    hasStrings(value, 'columns', 'header') &&
    ['first', 'all'].includes(String(value['columns'])) &&
    ['auto', 'names', 'text'].includes(String(value['header'])) &&
    isCodes(value['also'])
  );
}
function isSegmentation(value: unknown): value is Segmentation {
  return value === 'sentence' || value === 'paragraph';
}
function isCodes(value: unknown): value is string[] {
  return isListOf(value, (code) => typeof code === 'string');
}
function isPairs(value: unknown): value is Pair[] {
  return isListOf(value, (pair): pair is Pair => hasStrings(pair, 'from', 'to'));
}
function isGlossary(value: unknown): value is GlossaryEntry[] {
  return isListOf(value, (entry): entry is GlossaryEntry => hasStrings(entry, 'term', 'translation'));
}
