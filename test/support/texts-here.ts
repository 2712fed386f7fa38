import type { ChunkSegment } from '../../service/worker/text/segment-texts.ts';
import { createSegmentTexts } from '../../service/worker/text/segment-texts.ts';
import { segmentQuestions } from '../../service/worker/text/chunk.ts';
import type { ChunkWork } from '../../service/worker/host/translate-segments.ts';

/** The work on texts, done in the test's own thread. */
export function textsHere(): ChunkWork {
  const texts = createSegmentTexts();
  const whole = (chunk: Parameters<ChunkWork['prepare']>[0]) => ({
    ...chunk,
    segments: chunk.segments as readonly ChunkSegment[],
  });
  return {
    prepare: (chunk) => Promise.resolve({ questions: texts.prepare(whole(chunk)).map(segmentQuestions) }),
    async finish(chunk, answers, askAgain) {
      const first = texts.finish(whole(chunk), answers);
      if ('targets' in first) return first.targets;
      const second = texts.finish(whole(chunk), answers, await askAgain(first.again));
      return 'targets' in second ? second.targets : [];
    },
  };
}
