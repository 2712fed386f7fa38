import { readFile, writeFile } from 'node:fs/promises';
import { ProblemError } from '../../contract/index.ts';
import type { AlignedPair, FieldError, Reason } from '../../contract/index.ts';
import { writeAtomically } from '../../lib/atomic-file.ts';
import { encodeUnitLine, isStorable, isTooLong } from '../../memory/unit-lines.ts';
import { countPairs, encodePairs, parsePairs } from '../../records/alignment-record.ts';
import type { AlignedTextLine, PairLine } from '../../records/alignment-record.ts';
import { escapeText, parseCoded, readableText } from '../../text/codes.ts';
import { joinsWithoutSpace } from '../../text/scripts.ts';
import type {
  ChangedPage,
  ChangedPair,
  ChangeTask,
  PairsPage,
  PairsTask,
  UnitsTask,
} from '../alignment-port.ts';
import { readTexts, revisionOf } from './align-job.ts';

/** UTF-16 units of texts in one page. */
const PAGE_CHARS = 2_000_000;

interface Texts {
  readonly source: readonly AlignedTextLine[];
  readonly target: readonly AlignedTextLine[];
}

/** See `AlignmentPort.pairs`. */
export async function pairsPage(task: PairsTask): Promise<PairsPage> {
  const { head, pairs } = await readPairs(task);
  const texts = await textsOf(task);
  const shown: AlignedPair[] = [];
  let chars = 0;
  for (let index = task.start; index < pairs.length; index++) {
    if (task.state !== undefined && pairs[index]!.st !== task.state) continue;
    if (shown.length === task.limit || chars > PAGE_CHARS)
      return { json: jsonOf(shown), revision: head.revision, next: index };
    const pair = present(pairs[index]!, index, texts);
    for (const text of [...pair.source, ...pair.target]) chars += text.length;
    shown.push(pair);
  }
  return { json: jsonOf(shown), revision: head.revision };
}

/** See `AlignmentPort.change`. */
export async function changePairs(task: ChangeTask): Promise<ChangedPage> {
  const { pairs } = await readPairs(task);
  const { changed, touched } = checked(task.pairs, pairs);
  const first = touched.values().next().value!;
  const kept = pairs.flatMap((pair, n) => (touched.has(n) ? [] : [{ pair, order: n }]));
  const all = [...kept, ...changed.map(({ pair, order }) => ({ pair, order: order ?? first }))]
    .sort((a, b) => a.order - b.order || placeOf(a.pair) - placeOf(b.pair))
    .map(({ pair }) => pair);
  const head = { ...countPairs(all), revision: revisionOf(all) };
  await writeAtomically(task.pairsPath, encodePairs(head, all));
  const texts = await textsOf(task);
  const isNew = new Set(changed.map(({ pair }) => pair));
  const shown = all.flatMap((pair, index) => (isNew.has(pair) ? [present(pair, index, texts)] : []));
  return { json: jsonOf(shown), head };
}

/** A pair without a source follows those that have one. */
function placeOf({ s, t }: PairLine): number {
  return s[0] ?? 1e9 + (t[0] ?? 0);
}

/** The new pairs with their order among the old ones; throws where they do not hold the same texts. */
function checked(given: readonly ChangedPair[], pairs: readonly PairLine[]) {
  const owners = { source: ownersOf(pairs, 's'), target: ownersOf(pairs, 't') };
  const touched = new Set<number>();
  const seen = { source: new Set<number>(), target: new Set<number>() };
  const errors: FieldError[] = [];
  const refuse = (n: number, field: string, message: string, reason: Reason): void => {
    errors.push({ field: `pairs[${n}]${field}`, code: 'invalid', message, reason });
  };
  const changed = given.map(({ source_at, target_at, state }, n) => {
    if (source_at.length + target_at.length === 0)
      refuse(n, '', 'This pair is empty. A pair has at least one text.', 'pairs_not_whole');
    if (state === 'accepted' && (source_at.length === 0 || target_at.length === 0))
      refuse(n, '.state', 'A pair without texts on one side cannot be accepted.', 'pair_one_sided');
    let order: number | undefined;
    let same: PairLine | undefined;
    for (const [side, places] of [
      ['source', source_at],
      ['target', target_at],
    ] as const) {
      for (const place of places) {
        const owner = owners[side].get(place);
        if (owner === undefined)
          refuse(n, `.${side}_at`, `The ${side} has no text ${place}.`, 'pairs_not_whole');
        else if (seen[side].has(place))
          refuse(n, `.${side}_at`, `The ${side}'s text ${place} is named twice.`, 'pair_twice');
        else {
          touched.add(owner);
          if (order === undefined || owner < order) order = owner;
          same ??= pairs[owner];
        }
        seen[side].add(place);
      }
    }
    const [s, t] = [sorted(source_at), sorted(target_at)];
    const isSame = same !== undefined && s.join() === same.s.join() && t.join() === same.t.join();
    // A person's own pair is sure, once accepted.
    const c = isSame ? same!.c : state === 'accepted' ? 1 : 0;
    return { pair: { s, t, c, st: state }, order };
  });
  for (const owner of touched) {
    for (const [side, places] of [
      ['source', pairs[owner]!.s],
      ['target', pairs[owner]!.t],
    ] as const) {
      const missing = places.filter((place) => !seen[side].has(place));
      if (missing.length > 0)
        errors.push({
          field: 'pairs',
          code: 'invalid',
          message: `The pairs replace one with the ${side}'s text ${missing[0]}, which none of them has. Send all texts of the pairs that change.`,
          reason: 'pairs_not_whole',
        });
    }
  }
  if (errors.length > 0) throw new ProblemError('invalid_request', errors[0]!.message, { errors });
  return { changed, touched };
}

function ownersOf(pairs: readonly PairLine[], side: 's' | 't'): Map<number, number> {
  return new Map(pairs.flatMap((pair, n) => pair[side].map((place) => [place, n] as const)));
}

function sorted(places: readonly number[]): number[] {
  return [...places].sort((a, b) => a - b);
}

/** See `AlignmentPort.writeUnits`. */
export async function writeUnits(task: UnitsTask): Promise<{ units: number }> {
  const { pairs } = await readPairs(task);
  const texts = await textsOf(task);
  const plain = (at: number): string => (texts.source[at] ? readableText(texts.source[at].text) : '');
  const units = pairs.flatMap(({ s, t, st }) => {
    if (st !== 'accepted') return [];
    const [source, target] = [s.map((at) => texts.source[at]!), t.map((at) => texts.target[at]!)];
    // Numbers and codes are copied without a memory.
    if (source.every(({ copy }) => copy)) return [];
    const context = { pre: plain(s[0]! - 1), post: plain(s.at(-1)! + 1) };
    const unit = unitOf(source, target);
    const isUsable = !isTooLong(unit) && isStorable(unit.source + unit.target);
    return isUsable ? [encodeUnitLine({ ...unit, context })] : [];
  });
  await writeFile(task.unitsPath, units.join(''), { mode: 0o600, flag: 'wx' });
  return { units: units.length };
}

/** Codes stay where both sides have the same ones; ids of two files have nothing else in common. */
function unitOf(source: readonly AlignedTextLine[], target: readonly AlignedTextLine[]) {
  const [one, other] = [source[0]!.text, target[0]!.text];
  if (source.length === 1 && target.length === 1 && codesOf(one) === codesOf(other))
    return { source: one, target: other };
  return { source: joined(source), target: joined(target) };
}

function codesOf(coded: string): string {
  const codes = parseCoded(coded).flatMap((token) =>
    token.kind === 'text' ? [] : [`${token.kind}${token.id}`],
  );
  return codes.sort().join();
}

/** Coded text without codes. */
function joined(texts: readonly AlignedTextLine[]): string {
  const plain = texts.map(({ text }) => readableText(text).trim());
  return escapeText(
    plain.reduce((all, text) => (joinsWithoutSpace(all.at(-1), text[0]) ? all + text : `${all} ${text}`)),
  );
}

function present({ s, t, c, st }: PairLine, index: number, { source, target }: Texts): AlignedPair {
  return {
    index,
    source: s.map((at) => readableText(source[at]!.text)),
    target: t.map((at) => readableText(target[at]!.text)),
    source_at: s,
    target_at: t,
    confidence: c,
    state: st,
  };
}

function jsonOf(pairs: readonly AlignedPair[]): Uint8Array {
  return Buffer.from(JSON.stringify(pairs));
}

async function readPairs({ pairsPath }: { readonly pairsPath: string }) {
  return parsePairs(await readFile(pairsPath, 'utf8'));
}

async function textsOf(task: { readonly sourcePath: string; readonly targetPath: string }): Promise<Texts> {
  const [source, target] = await Promise.all([task.sourcePath, task.targetPath].map(readTexts));
  return { source: source!, target: target! };
}
