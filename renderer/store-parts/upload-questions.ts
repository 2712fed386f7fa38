import { words } from '../i18n/words.ts';
import type { FormatOptions } from '../lib/format-choices.ts';
import { examined } from './examined.ts';
import type { UploadEntry } from './upload-entry.ts';

interface UploadQuestionsParts {
  readonly languageName: (code: string) => string;
  readonly say: (text: string) => void;
  /** Called when the data of a file has changed. */
  readonly onChanged: () => void;
  /** The files that wait for the user. */
  readonly held: () => readonly UploadEntry[];
  /** Called when files may be sent. */
  readonly onReleased: () => void;
}

/** Files held until the user has answered: their language, and the parts to translate. */
export function createUploadQuestions(parts: UploadQuestionsParts) {
  const { languageName, say, held, onChanged, onReleased } = parts;

  function tellHeld({ file: { name }, contradiction: other, asksColumns }: UploadEntry): void {
    onChanged();
    if (other !== undefined) say(words.t('announce.held', { name, language: languageName(other) }));
    else if (asksColumns) say(words.t('announce.heldColumns', { name }));
  }

  /** Stores the answer about a file's language, and sends the file if no other question is open. */
  function answerLanguage(entry: UploadEntry, from: string): void {
    entry.request = { ...entry.request, from };
    entry.hasLanguage = true;
    delete entry.contradiction;
    if (entry.asksColumns) onChanged();
    else release([entry]);
  }

  /** Opens or closes the panel with the parts of a held file. */
  function choose(entry: UploadEntry, isOpen: boolean): void {
    entry.isChoosing = isOpen;
    onChanged();
  }

  /** Sets the parts of a held file to translate. */
  function chooseOptions(entry: UploadEntry, formatOptions: FormatOptions | undefined): void {
    const { format_options: _, ...others } = entry.request;
    entry.request = formatOptions ? { ...others, format_options: formatOptions } : others;
    onChanged();
    void recount(entry);
  }

  /** Chooses the columns of a table that have texts. */
  function chooseColumns(entry: UploadEntry): void {
    if (!entry.asksColumns) return;
    chooseOptions(entry, { ...entry.request.format_options, columns: entry.asksColumns.columns });
  }

  /** Sends tables with the columns that have texts. */
  function releaseColumns(chosen: readonly UploadEntry[]): void {
    for (const entry of chosen) chooseColumns(entry);
    release(chosen);
  }

  /** Other files that wait, of the same format. */
  function alike(entry: UploadEntry): readonly UploadEntry[] {
    return held().filter((one) => one !== entry && one.found?.file_type === entry.found?.file_type);
  }

  /** Sets the same parts for them; the columns of another table are others. */
  function chooseForAlike(entry: UploadEntry): void {
    const { columns: _, ...chosen } = entry.request.format_options ?? {};
    for (const other of alike(entry)) {
      const own = other.request.format_options?.['columns'];
      chooseOptions(other, { ...chosen, ...(own === undefined ? {} : { columns: own }) });
    }
  }

  /** The words of a held file with the chosen options. */
  async function recount(entry: UploadEntry): Promise<void> {
    const { request } = entry;
    const found = await examined(entry);
    if (!found || !entry.found || entry.request !== request || entry.state !== 'held') return;
    const { segment_count, source_words } = found;
    entry.found = { ...entry.found, segment_count, source_words };
  }

  /** Sends held files, as requested or from another language. */
  function release(chosen: readonly UploadEntry[], from?: string): void {
    for (const entry of chosen) {
      if (entry.state !== 'held') continue;
      if (from !== undefined) entry.request = { ...entry.request, from };
      entry.state = 'waiting';
      entry.wasHeld = false;
      entry.isChoosing = false;
    }
    onChanged();
    onReleased();
  }

  return {
    ...{ tellHeld, answerLanguage, choose, chooseOptions, chooseColumns, release, releaseColumns },
    ...{ alike, chooseForAlike },
  };
}
