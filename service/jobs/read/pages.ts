import { ProblemError } from '../../contract/index.ts';
import type { Store } from '../../store/store-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import type { Jobs, PagePicture } from '../jobs-port.ts';
import { createExclusive } from '../run/exclusive.ts';
import type { JobFinder } from './find-job.ts';
import { readRefusalOf } from './refusals.ts';

export interface PagesParts {
  readonly store: Pick<Store, 'files'>;
  readonly translation: Pick<TranslationPort, 'drawPage'>;
  readonly finder: JobFinder;
}

/** Pictures of the pages that segments come from, one at a time for each account. Nothing is stored. */
export function createPages({ store, translation, finder }: PagesParts): Jobs['page'] {
  const exclusive = createExclusive();
  return async (accountId, id, { segment, width, known }) => {
    const found = await finder.find(accountId, id, 'document');
    const record = 'active' in found ? found.active.record : await finder.recordOf(id);
    const { file_type: fileType, source, converted } = record;
    if (!fileType || !converted) throw noPage();
    const paths = store.files.paths(record);
    const knownPage = new RegExp(`^"p(\\d+)-${width}"$`).exec(known ?? '')?.[1];
    return exclusive(accountId, async (): Promise<PagePicture> => {
      const path = store.files.newUploadPath();
      try {
        const drawn = await translation.drawPage({
          ...{ jobId: id, account: accountId, fileType, segment, width, picturePath: path },
          ...{ segmentsPath: paths.segments, journalPath: paths.journal, editsPath: paths.edits },
          ...{ sourcePath: paths.source, layoutPath: paths.layout },
          ...(source ? { source } : {}),
          ...(knownPage === undefined ? {} : { known: Number(knownPage) }),
        });
        if (!drawn) throw noPage();
        const etag = `"p${drawn.page}-${width}"`;
        const number = drawn.page + 1;
        const file = { path, fileName: `page-${number}.png`, mediaType: 'image/png', etag };
        return { etag, number, box: drawn.box, ...(drawn.isDrawn ? { file } : {}) };
      } catch (error) {
        await store.files.removeUpload(path).catch(() => undefined);
        throw error instanceof ProblemError ? error : readRefusalOf(error);
      }
    });
  };
}

function noPage(): ProblemError {
  return new ProblemError(
    'conflict',
    'There is no picture of a page for this text. Only texts of a PDF that stand on its pages have one.',
    { reason: 'no_page' },
  );
}
