import { make, textOf } from './pages.ts';
import type { Draw } from './pages.ts';

/** A text as it is in the file; of a file of messages each entry stands between its neighbours. */
export const drawText: Draw = (source) => {
  const isProse = source.fileType === 'txt';
  return { root: make('main', `sheet flows ${isProse ? 'prose' : 'code'}`, make('pre', '', textOf(source))) };
};
