import { ref } from 'vue';
import { importModels } from '../api/models.ts';
import { words } from '../i18n/words.ts';

interface ModelImportParts {
  /** Reads the list of models again. */
  readonly load: () => Promise<void>;
  readonly say: (text: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Installs models from files that the user chose. */
export function createModelImport({ load, say, onError }: ModelImportParts) {
  const importing = ref(false);
  /** The result of the last import. */
  const imported = ref<{ text: string; bad: boolean }>();

  /** Imports model files one after the other: each may be large. */
  async function importFiles(files: readonly File[]): Promise<void> {
    if (importing.value) return;
    importing.value = true;
    imported.value = undefined;
    const installed: string[] = [];
    const present = new Set<string>();
    const problems: string[] = [];
    for (const file of files) {
      try {
        const report = await importModels(file);
        installed.push(...report.installed);
        for (const id of report.present) present.add(id);
        problems.push(
          ...report.refused.map(
            (one) => `${one.name}: ${words.said('problem', { code: 'invalid', ...one })}`,
          ),
        );
      } catch (error) {
        onError(error);
        problems.push(`${file.name}: ${words.sentence(error)}`);
      }
    }
    await load();
    importing.value = false;
    for (const id of installed) present.delete(id);
    imported.value = {
      text: importWords(installed.length, present.size, problems),
      bad: problems.length > 0,
    };
    say(imported.value.text);
  }

  return { importing, imported, importFiles };
}

function importWords(installed: number, present: number, problems: readonly string[]): string {
  const isPart = installed + present + problems.length === 0;
  return [
    ...(installed > 0 ? [words.counted('models.imported', installed)] : []),
    ...(present > 0 ? [words.counted('models.importedBefore', present)] : []),
    ...(isPart ? [words.t('models.importedPart')] : []),
    ...problems,
  ].join(' ');
}
