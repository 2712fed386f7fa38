import { make, textOf } from './pages.ts';
import type { Draw } from './pages.ts';

/** Lines of a block: of a long text, blocks are cut away. */
const BLOCK_LINES = 20;

/** A text as it is in the file; of a file of messages each entry stands between its neighbours. */
export const drawText: Draw = (source) => {
  const isProse = source.fileType === 'txt';
  const lines = textOf(source).split(/\r\n|[\r\n]/);
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK_LINES) }, (_, n) =>
    make('pre', '', `${lines.slice(n * BLOCK_LINES, (n + 1) * BLOCK_LINES).join('\n')}\n`),
  );
  return { root: make('main', `sheet flows ${isProse ? 'prose' : 'code'}`, ...blocks) };
};
