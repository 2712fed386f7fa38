import type { Job } from '../../../service/contract/index.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { Words } from '../../i18n/words.ts';
import { useCatalog } from '../../stores/catalog.ts';
import { useConnection } from '../../stores/connection.ts';
import { useHistory } from '../../stores/history.ts';
import { useJobOptions } from '../../stores/job-options.ts';
import { useJobs } from '../../stores/jobs.ts';
import { useKeySet } from '../../stores/key-set.ts';
import { useChecks } from '../../stores/checks.ts';
import { useReview } from '../../stores/review.ts';
import { useSaving } from '../../stores/saving.ts';
import { useSettings } from '../../stores/settings.ts';
import { THEMES } from '../../lib/first-theme.ts';
import { COMMANDS } from '../../lib/key-sets.ts';
import { PSEUDO } from '../../lib/pairs.ts';
import { keyWord } from '../../ui/key-names.ts';
import { pickDocuments } from '../documents/pick-documents.ts';
import { reviewActions, SPECIAL_SIGNS } from '../review/review-actions.ts';
import { guideAddress, RAIL_VIEWS, reviewAddress } from '../shell/route.ts';
import { openDialog } from './open-dialog.ts';

export interface Command {
  id: string;
  label: string;
  group: string;
  hint?: string;
  keywords?: string[];
  /** Whether it is only offered in a search. */
  onlySearched?: boolean;
  /** Whether letters in order are not enough to find it. */
  isStrict?: boolean;
  run: () => unknown;
}

const MAX_RECENT = 6;
/** Bilingual files; those that have a place for private notes. */
const EXPORTS = [
  { format: 'xliff', hasNotes: true },
  { format: 'xliff12', hasNotes: true },
  { format: 'docx', hasNotes: true },
  { format: 'tmx', hasNotes: false },
  { format: 'csv', hasNotes: false },
  { format: 'xlsx', hasNotes: false },
] as const;
const THEME_WORDS = {
  system: 'settings.themeSystem',
  light: 'settings.themeLight',
  dark: 'settings.themeDark',
} as const satisfies Record<(typeof THEMES)[number], MessageKey>;

/** All current commands of the palette, in the order without a query. */
export function commandsNow(words: Words): Command[] {
  const { t, number } = words;
  const connection = useConnection();
  const settings = useSettings();
  const saving = useSaving();
  const options = useJobOptions();

  const actions: Omit<Command, 'group'>[] = [
    { id: 'choose', label: t('documents.choose'), run: pickDocuments },
    ...(saving.unsaved.length > 1
      ? [
          {
            id: 'save-all',
            label: t('saveAll.button', { n: number(saving.unsaved.length) }),
            run: () => saving.saveUnsaved(),
          },
        ]
      : []),
    { id: 'swap', label: t('pair.swap'), run: () => options.swap() },
    {
      id: 'help',
      label: t('rail.help'),
      hint: t('rail.helpHint'),
      keywords: [t('rail.helpHint')],
      run: () => window.open(guideAddress(connection.address), '_blank', 'noopener'),
    },
    { id: 'keys', label: t('keys.title'), hint: '?', keywords: ['?'], run: () => openDialog('keys') },
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      label: t('palette.theme', { theme: t(THEME_WORDS[theme]) }),
      onlySearched: true,
      run: () => (settings.theme = theme),
    })),
  ];
  return [
    ...reviewCommands(t),
    ...RAIL_VIEWS.map((view) => ({
      id: `view-${view}`,
      label: t(`rail.${view}`),
      group: t('palette.views'),
      run: () => (window.location.hash = view),
    })),
    ...actions.map((action) => ({ ...action, group: t('palette.actions') })),
    ...recentDocuments(words),
    ...languages(t),
  ];
}

/** What can be done in the open Review, with its keys. */
function reviewCommands(t: Words['t']): Command[] {
  const actions = reviewActions.value;
  if (!actions) return [];
  const review = useReview();
  const keySet = useKeySet();
  const group = t('rail.review');
  const signs = (['narrowSpace', 'thinSpace', 'enSpace', 'noBreakHyphen'] as const).map((sign) => ({
    id: `review-${sign}`,
    label: t(`command.${sign}`),
    run: () => actions.insert(SPECIAL_SIGNS[sign]),
  }));
  const exports = EXPORTS.flatMap(({ format, hasNotes }) => {
    const name = t(`review.${format}`);
    const plain = { id: `export-${format}`, label: t('command.export', { format: name }) };
    const withNotes = { id: `notes-${format}`, label: t('command.exportPrivate', { format: name }) };
    return [
      { ...plain, run: () => review.exportAs(format) },
      ...(hasNotes ? [{ ...withNotes, run: () => review.exportAs(format, { hasPrivateNotes: true }) }] : []),
    ];
  });
  return [
    ...COMMANDS.map((command) => ({
      id: `review-${command}`,
      label: t(`command.${command}`),
      hint: keyWord(t, keySet.keyFor(command)),
      run: () => actions.run(command),
    })),
    ...signs,
    ...exports,
    { id: 'review-checks', label: t('checks.open'), run: () => void useChecks().open() },
    { id: 'review-save', label: t('review.saveFile'), run: () => review.save() },
  ].map((command) => ({ ...command, group, onlySearched: true }));
}

/** In Review, a number typed into the palette goes to that segment. */
export function numberCommand(
  { t, number }: Pick<Words, 't' | 'number'>,
  query: string,
): Command | undefined {
  const actions = reviewActions.value;
  const n = /^\s*\d{1,7}\s*$/.test(query) ? Number(query) : 0;
  if (!actions || n < 1 || n > (useReview().job?.total_segments ?? 0)) return undefined;
  const label = t('command.goToNumber', { n: number(n) });
  return { id: 'review-number', label, group: t('rail.review'), run: () => actions.goTo(n - 1) };
}

/** Finished ones open in Review, others are shown in the list. All known ones can be found by name. */
function recentDocuments(words: Words): Command[] {
  const { t, moment } = words;
  const now = new Date();
  const jobs = useJobs();
  const history = useHistory();
  const documents = jobs.present
    .filter((job) => job.kind === 'document' && job.file_name !== undefined)
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
  return documents.map((job, index) => ({
    id: job.id,
    label: job.file_name!,
    hint: [
      t('pair.codes', { from: job.from, to: job.to }),
      stateOf(job, words),
      moment(job.created_at, now),
    ].join(' · '),
    group: t('palette.documents'),
    onlySearched: index >= MAX_RECENT,
    run() {
      if (job.status === 'done') {
        window.location.hash = reviewAddress(job);
        return;
      }
      history.filter = 'all';
      history.query = job.file_name!;
      window.location.hash = 'documents';
    },
  }));
}

/** What tells two documents of one name apart, beside their time. */
function stateOf(job: Job, { t, counted }: Words): string {
  if (job.status === 'running') return t('history.running');
  if (job.status === 'failed') return t('job.failed');
  if (job.status === 'cancelled') return t('job.cancelledShort');
  const flagged = job.flagged_segments ?? 0;
  if (flagged > 0) return counted('job.toReview', flagged);
  return t(useJobs().savedOf(job) ? 'job.saved' : 'job.done');
}

function languages(t: Words['t']): Command[] {
  const catalog = useCatalog();
  const options = useJobOptions();
  const sides = ['to', 'from'] as const;
  return sides.flatMap((side) =>
    catalog.languageChoices
      .filter(({ value }) => side === 'to' || value !== PSEUDO)
      .map(({ value, label, keywords }) => ({
        id: `${side}-${value}`,
        label: t(side === 'to' ? 'palette.to' : 'palette.from', { language: label }),
        group: t('palette.languages'),
        keywords: [label, ...keywords],
        onlySearched: true,
        isStrict: true,
        run: () => options.choose({ [side]: value }),
      })),
  );
}
