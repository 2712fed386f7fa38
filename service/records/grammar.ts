import { createHash } from 'node:crypto';
import type { GrammarFinding, GrammarFlag, SegmentResource } from '../contract/index.ts';
import { findingId } from './ignored-findings.ts';
import type { IgnoredFindings } from './ignored-findings.ts';

/** What a checker found in segments of a job, as long as each has the text that was checked. */
export interface KnownGrammar {
  readonly byIndex: ReadonlyMap<
    number,
    { readonly key: string; readonly findings: readonly GrammarFinding[] }
  >;
}

/** A segment that a checker has not seen as it is now. */
export interface UncheckedText {
  readonly index: number;
  /** As clients see it. */
  readonly text: string;
}

/** Identifies a checked text, which is not kept itself. */
export function grammarKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** The text of a segment that a checker may see: what a person has changed or confirmed, and may change again. */
export function checkedText({
  edited,
  state,
  locked,
  origin,
  translated_text: text,
}: Pick<SegmentResource, 'edited' | 'state' | 'locked' | 'origin' | 'translated_text'>): string | undefined {
  const isPersons = edited || state === 'confirmed';
  return isPersons && !locked && origin !== 'copied' && text !== null && text !== '' ? text : undefined;
}

/** The findings in a text; undefined if the checker has not seen it. */
export function grammarOf(
  { byIndex }: KnownGrammar,
  { index, text }: UncheckedText,
): readonly GrammarFinding[] | undefined {
  const known = byIndex.get(index);
  return known?.key === grammarKey(text) ? known.findings : undefined;
}

/** Without what the job's checks ignore. */
export function grammarFlags(
  text: string,
  findings: readonly GrammarFinding[],
  ignored: IgnoredFindings,
): GrammarFlag[] {
  return findings.flatMap(({ message, ...finding }) => {
    const id = grammarId(text, finding);
    return ignored.has(id) ? [] : [{ code: 'grammar', message, details: { ...finding, id } }];
  });
}

/** Of a finding of the checks before delivery: equal texts share it. */
function grammarId(text: string, { rule, offset }: Pick<GrammarFinding, 'rule' | 'offset'>): string {
  return findingId('grammar', [text, rule, String(offset)]);
}
