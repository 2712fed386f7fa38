/** Two texts of known pairs, the second changed as translators change it: by a program with a seed. */
export interface OwnPairs {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** `3:4+5`: places of each pair with both sides. */
  readonly truth: ReadonlySet<string>;
}

interface Link {
  readonly s: number[];
  readonly t: number[];
}

const SHARES = { missing: 0.04, added: 0.06, splitTarget: 0.1, splitSource: 0.14, merged: 0.19, moved: 0.21 };

/** Merges, splits, moves, drops and adds sentences. */
export function changedPairs(rows: readonly (readonly [string, string])[], seed: number): OwnPairs {
  const random = randomFrom(seed);
  const [source, target]: [string[], string[]] = [[], []];
  const links: Link[] = [];
  let moved: { text: string; link: Link; at: number } | undefined;
  const add = (link: Link, one: readonly string[], other: readonly string[]): void => {
    for (const text of one) link.s.push(source.push(text) - 1);
    for (const text of other) link.t.push(target.push(text) - 1);
  };
  for (const [from, to] of rows) {
    const dice = random();
    const last = links.at(-1);
    const link: Link = { s: [], t: [] };
    const isMerged = dice >= SHARES.splitSource && dice < SHARES.merged;
    if (isMerged && last?.t.length === 1 && last.s.length > 0 && last.t[0] === target.length - 1) {
      last.s.push(source.push(from) - 1);
      target[target.length - 1] = `${target.at(-1)} ${to}`;
      continue;
    }
    if (dice < SHARES.missing) add(link, [from], []);
    else if (dice < SHARES.added) add(link, [], [to]);
    else if (dice < SHARES.splitTarget) add(link, [from], cut(to));
    else if (dice < SHARES.splitSource) add(link, cut(from), [to]);
    else if (dice >= SHARES.merged && dice < SHARES.moved && !moved) {
      add(link, [from], []);
      moved = { text: to, link, at: target.length + 2 };
    } else add(link, [from], [to]);
    links.push(link);
    if (moved && target.length >= moved.at) {
      add(moved.link, [], [moved.text]);
      moved = undefined;
    }
  }
  const whole = links.filter(({ s, t }) => s.length > 0 && t.length > 0);
  return { source, target, truth: new Set(whole.map(({ s, t }) => `${s.join('+')}:${t.join('+')}`)) };
}

/** At a comma in the middle, where there is one. */
function cut(text: string): string[] {
  const places = [...text.matchAll(/[,;:] /g)].map(({ index }) => index + 2);
  const middle = places.filter((at) => at > 25 && at < text.length - 25);
  const at = middle[Math.floor(middle.length / 2)];
  return at === undefined ? [text] : [text.slice(0, at).trim(), text.slice(at)];
}

/** Numerical Recipes' generator: the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
