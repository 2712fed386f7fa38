import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type {
  CheckerChange,
  CheckerResource,
  CheckerTest,
  GrammarFlag,
} from '../../service/contract/index.ts';
import { changeChecker, readChecker, testChecker } from '../api/checkers.ts';
import { ignoreFinding } from '../api/checks.ts';
import { ServiceProblem } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';
import { useReview } from './review.ts';
import { useToasts } from './toasts.ts';

/** The checker of grammar: its server, and what of its findings is not shown. */
export const useChecker = defineStore('checker', () => {
  const connection = useConnection();
  const review = useReview();
  const { tell } = useToasts();
  const checker = shallowRef<CheckerResource>();
  const isBusy = ref(false);
  const problem = shallowRef<{ text: string; field: string }>();
  /** The last test; undefined without one, or while it runs. */
  const tested = shallowRef<CheckerTest>();

  /** Returns whether it succeeded; otherwise `problem` says why not. */
  async function attempt(action: () => Promise<void>): Promise<boolean> {
    [isBusy.value, problem.value, tested.value] = [true, undefined, undefined];
    try {
      await action();
      return true;
    } catch (error) {
      connection.note(error);
      const field = error instanceof ServiceProblem ? (error.fields[0]?.field ?? '') : '';
      problem.value = { text: words.sentence(error), field };
      return false;
    } finally {
      isBusy.value = false;
    }
  }
  const load = (): Promise<boolean> => attempt(async () => void (checker.value = await readChecker()));
  const change = (wanted: Partial<CheckerChange>): Promise<boolean> =>
    attempt(async () => void (checker.value = await changeChecker(wanted)));
  const test = (): Promise<boolean> => attempt(async () => void (tested.value = await testChecker()));

  /** Hides a finding: in texts like this one of the open job, this word, or all findings of its rule. */
  async function ignore(what: 'once' | 'word' | 'rule', { details }: GrammarFlag): Promise<void> {
    const { id, rule, found: text } = details;
    try {
      if (what === 'once') await ignoreFinding(review.job?.id ?? '', id, words.t('grammar.reason'));
      else {
        const { ignored = [] } = await readChecker();
        const one = what === 'word' ? { rule, text } : { rule };
        checker.value = await changeChecker({ ignored: [...ignored, one] });
      }
      await review.readGrammar();
    } catch (error) {
      connection.note(error);
      tell(words.sentence(error));
    }
  }

  return { checker, isBusy, problem, tested, load, change, test, ignore };
});
