/**
 * The content of waiting files, kept in this browser (IndexedDB) to survive a reload. If the browser has no
 * room or forbids databases, nothing breaks: the row then asks to drop the file again.
 */
const STORE = 'files';
/** Age limit of files whose row is gone, such as with another browser's list. */
const MAX_AGE_MS = 14 * 86_400_000;

interface KeptFile {
  file: File;
  at: number;
}

let opening: Promise<IDBDatabase | undefined> | undefined;

/** Whether the file is stored. */
export async function keepFile(key: string, file: File): Promise<boolean> {
  const stored = await run('readwrite', (store) =>
    store.put({ file, at: Date.now() } satisfies KeptFile, key),
  );
  return stored !== undefined;
}

export async function keptFile(key: string): Promise<File | undefined> {
  const found = (await run('readonly', (store) => store.get(key))) as KeptFile | undefined;
  return found?.file;
}

export async function forgetFile(key: string): Promise<void> {
  await run('readwrite', (store) => store.delete(key));
}

/** Deletes files past their age limit. */
export async function forgetOldFiles(now = Date.now()): Promise<void> {
  await run('readwrite', (store) => {
    const cursors = store.openCursor();
    cursors.onsuccess = () => {
      const cursor = cursors.result;
      if (!cursor) return;
      if (now - (cursor.value as KeptFile).at > MAX_AGE_MS) cursor.delete();
      cursor.continue();
    };
    return cursors;
  });
}

function open(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('interlinear', 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
      request.onblocked = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
  return opening;
}

/** Resolves to the result once it is stored; to undefined on failure. */
async function run(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open();
  if (!database) return undefined;
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}
