import type { Words } from '../../i18n/words.ts';
import type { PageWords } from '../../preview/messages.ts';

/** The words that the frame of a page needs. */
export function pageWords({ t }: Pick<Words, 't'>): PageWords {
  return {
    place: t('page.place', { row: '{row}', state: '{state}' }),
    states: {
      untranslated: t('page.untranslated'),
      flagged: t('page.flagged'),
      open: t('page.open'),
      confirmed: t('page.confirmed'),
    },
    chart: t('page.chart'),
    notes: t('page.notes'),
    picture: t('page.picture'),
  };
}
