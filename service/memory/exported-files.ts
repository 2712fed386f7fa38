/** Files of memories that wait to be downloaded: they count towards their account's room. */
export interface ExportedFiles {
  set(account: string, path: string, bytes: number): void;
  remove(path: string): void;
  bytes(account: string): number;
  allBytes(): number;
}

export function createExportedFiles(): ExportedFiles {
  const files = new Map<string, { account: string; bytes: number }>();
  const sum = (of: (account: string) => boolean): number =>
    [...files.values()].reduce((all, { account, bytes }) => all + (of(account) ? bytes : 0), 0);
  return {
    set: (account, path, bytes) => void files.set(path, { account, bytes }),
    remove: (path) => void files.delete(path),
    bytes: (account) => sum((one) => one === account),
    allBytes: () => sum(() => true),
  };
}
