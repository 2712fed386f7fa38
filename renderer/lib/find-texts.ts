import { matchesIn, patternOf, replaceMatches, shownText } from './find.ts';
import type { FindAnswers, FindQuestion, FoundSegment, SearchedText } from './find-messages.ts';

/** Stores texts, and answers questions about them. Throws if a query is not a valid regular expression. */
export function createFindTexts(): (question: FindQuestion) => FindAnswers[FindQuestion['kind']] {
  const texts = new Map<number, SearchedText>();

  const answers: {
    [Kind in FindQuestion['kind']]: (question: Extract<FindQuestion, { kind: Kind }>) => FindAnswers[Kind];
  } = {
    texts({ items }) {
      for (const item of items) texts.set(item.index, item);
      return undefined;
    },
    search({ indexes, query, places, coded }) {
      const pattern = patternOf(query);
      const found: FoundSegment[] = [];
      for (const index of indexes) {
        const text = texts.get(index);
        if (!text) continue;
        const count = (one: string, isWanted: boolean, hasCodes = coded): number =>
          isWanted ? matchesIn(shownText(one, hasCodes), pattern).length : 0;
        const source = count(text.source, places.source);
        const target = count(text.target, places.target);
        const notes = text.notes.reduce((sum, note) => sum + count(note, places.notes, false), 0);
        if (source + target + notes > 0) found.push({ index, source, target, notes });
      }
      return found;
    },
    matches({ indexes, query, places, coded }) {
      const pattern = patternOf(query);
      return indexes.map((index) => {
        const text = texts.get(index);
        return {
          index,
          source: text && places.source ? matchesIn(shownText(text.source, coded), pattern) : [],
          target: text && places.target ? matchesIn(shownText(text.target, coded), pattern) : [],
          notes: text && places.notes ? text.notes.map((note) => matchesIn(note, pattern)) : [],
        };
      });
    },
    replace({ indexes, query, coded, with: replacement, only }) {
      const pattern = patternOf(query);
      return indexes.flatMap((index) => {
        const target = texts.get(index)?.target ?? '';
        const changed = replaceMatches(target, coded, pattern, {
          with: replacement,
          regex: query.regex,
          only,
        });
        return changed.count > 0 && changed.text !== target ? [{ index, ...changed }] : [];
      });
    },
  };

  return (question) => {
    const answer = answers[question.kind] as (one: FindQuestion) => FindAnswers[FindQuestion['kind']];
    return answer(question);
  };
}
