import { words } from '../i18n/words.ts';
import type { FormatOptions } from '../lib/format-choices.ts';
import { examined } from './examined.ts';
import type { UploadEntry } from './upload-entry.ts';

interface UploadQuestionsParts {
  readonly languageName: (code: string) => string;
  readonly say: (text: string) => void;
  /** Called when the data of a file has changed. */
  readonly onChanged: () => void;
  /** Called when files may be sent. */
  readonly onReleased: () => void;
}

/** Files held until the user has answered: their language, and the parts to translate. */
export function createUploadQuestions({ languageName, say, onChanged, onReleased }: UploadQuestionsParts) {
  function tellHeld({ file: { name }, contradiction: other, asksColumns }: UploadEntry): void {
    onChanged();
    if (other !== undefined) say(words.t('announce.held', { name, language: languageName(other) }));
    else if (asksColumns) say(words.t('announce.heldColumns', { name }));
  }

  /** Stores the answer about a file's language, and sends the file if no other question is open. */
  function answerLanguage(entry: UploadEntry, from: string): void {
    entry.request = { ...entry.request, from };
    delete entry.contradiction;
    if (!entry.asksColumns) release([entry]);
  }

  /** Sets the parts of a held file to translate. */
  function chooseOptions(entry: UploadEntry, formatOptions: FormatOptions | undefined): void {
    const { format_options: _, ...others } = entry.request;
    entry.request = formatOptions ? { ...others, format_options: formatOptions } : others;
    onChanged();
    void recount(entry);
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
    }
    onReleased();
  }

  return { tellHeld, answerLanguage, chooseOptions, release };
}
