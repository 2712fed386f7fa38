import { writeFile } from 'node:fs/promises';
import { writeCheckReport } from '../../bilingual/check-report.ts';
import { ProblemError } from '../../contract/index.ts';
import type { CheckFinding } from '../../contract/index.ts';
import { encodeIgnored } from '../../records/ignored-findings.ts';
import type { IgnoredFindings } from '../../records/ignored-findings.ts';
import { resolveLines } from '../../records/resolve-lines.ts';
import { readEditedJob, readGlossary } from '../job-files.ts';
import { readIgnored } from '../read-ignored.ts';
import type { CheckResult, CheckTask } from '../document-port.ts';
import { presentSegment, shownIn } from '../text/segments-page.ts';
import { jobFindings } from './job-findings.ts';
import type { Finding } from './job-findings.ts';

/** Findings in one answer; more are counted. */
const MAX_FINDINGS = 10_000;
/** Reasons kept for findings that are not found now. */
const MAX_KEPT = 20_000;
/** Errors named in one answer. */
const NAMED = 100;

/** See `DocumentPort.check`. */
export async function checkJob(task: CheckTask): Promise<CheckResult> {
  const [{ segments, journal, edits }, before, glossary] = await Promise.all([
    readEditedJob(task),
    readIgnored(task.checksPath),
    readGlossary(task.jobPath),
  ]);
  const lines = resolveLines(segments, journal, edits?.edits);
  const { from, to, profile, grammar } = task;
  const shown = shownIn(task.kind);
  const found = jobFindings({ segments, lines, from, to, profile, glossary, grammar, shown });
  const ignored = task.ignore ? changed(before, found, task.ignore) : before;
  const checks = found.map((finding): CheckFinding => {
    const reason = ignored.get(finding.id);
    return { ...finding, ...(reason === undefined ? {} : { ignored: reason }) };
  });
  if (task.reportPath !== undefined) {
    const textsOf = (index: number) => {
      const { text, translated_text } = presentSegment(task.kind, segments[index]!, lines[index], index);
      return { source: text, target: translated_text ?? '' };
    };
    await writeFile(task.reportPath, await writeCheckReport(checks, textsOf, to), { mode: 0o600 });
  }
  const listed = checks.slice(0, MAX_FINDINGS);
  const ignoredCount = checks.filter((finding) => finding.ignored !== undefined).length;
  return {
    json: Buffer.from(
      JSON.stringify({
        checks: listed,
        open: checks.length - ignoredCount,
        ignored: ignoredCount,
        ...(task.pending ? { pending: task.pending } : {}),
        ...(listed.length < checks.length ? { left_out: checks.length - listed.length } : {}),
      }),
    ),
    ...(task.ignore ? { ignored: Buffer.from(encodeIgnored(ignored)) } : {}),
  };
}

/**
 * What is ignored with the changes, all of them or none. Throws `invalid_request`, which names each id that no finding
 * has; a reason can be taken back after its finding has gone.
 */
function changed(
  before: IgnoredFindings,
  found: readonly Finding[],
  changes: NonNullable<CheckTask['ignore']>,
): IgnoredFindings {
  const ids = new Set(found.map(({ id }) => id));
  const isKnown = (id: string, reason: string | null): boolean =>
    ids.has(id) || (reason === null && before.has(id));
  const unknown = changes.flatMap(({ id, reason }, n) => (isKnown(id, reason) ? [] : [n]));
  if (unknown.length > 0) {
    const message =
      'No finding of this job has this id now. GET its checks again: a changed segment has new findings.';
    throw new ProblemError('invalid_request', `${message} Nothing was changed.`, {
      errors: unknown
        .slice(0, NAMED)
        .map((n) => ({ field: `ignore[${n}].id`, code: 'invalid' as const, message })),
    });
  }
  // A finding of a check that is off now, or of a text that may come back, keeps its reason.
  const ignored = new Map(before.size < MAX_KEPT ? before : [...before].filter(([id]) => ids.has(id)));
  for (const { id, reason } of changes) {
    if (reason === null) ignored.delete(id);
    else ignored.set(id, reason);
  }
  return ignored;
}
