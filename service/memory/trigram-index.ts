/** Hash buckets of three characters each. They may collide: candidates are compared exactly anyway. */
const BUCKETS = 65_536;
const FIRST_ROOM = 4;
/** Postings that a search reads, after its first few trigrams. */
const MAX_READ = 150_000;
const MIN_ASKED = 6;
/** How many texts are scored per wanted one. */
const CLOSER_LOOK = 20;

/** Finds texts similar to another, by shared groups of three characters. */
export interface TrigramIndex {
  add(id: number, text: string): void;
  remove(id: number): void;
  /** At most `limit` ids, those that share most first. */
  candidates(text: string, limit: number): number[];
  readonly size: number;
}

/**
 * In memory, some 250 bytes per sentence. SQLite's own trigram search takes 150 to 300 ms for a sentence
 * among 100,000, this one a few: SQLite brings tens of thousands of rows out of WebAssembly to find the
 * hundred that count (docs/decisions/0011).
 */
export function createTrigramIndex(): TrigramIndex {
  /** Positions in `ids` of the texts with the trigram, in order of insertion. */
  const postings: (Uint32Array | undefined)[] = Array.from({ length: BUCKETS });
  const used = new Uint32Array(BUCKETS);
  const ids: number[] = [];
  const grams: number[] = [];
  const positions = new Map<number, number>();
  let shared = new Uint16Array(1_024);

  const remove = (id: number): void => {
    const position = positions.get(id);
    if (position === undefined) return;
    positions.delete(id);
    // Its postings stay, and lead nowhere.
    ids[position] = -1;
  };

  return {
    get size() {
      return positions.size;
    },
    add(id, text) {
      remove(id);
      const position = ids.push(id) - 1;
      positions.set(id, position);
      const own = trigramsOf(text);
      grams.push(own.size);
      for (const bucket of own) {
        const count = used[bucket]!;
        let list = postings[bucket];
        if (!list || count === list.length) {
          const larger = new Uint32Array(Math.max(FIRST_ROOM, count * 2));
          if (list) larger.set(list);
          postings[bucket] = list = larger;
        }
        list[count] = position;
        used[bucket] = count + 1;
      }
    },
    remove,
    candidates(text, limit) {
      if (shared.length < ids.length) shared = new Uint16Array(ids.length * 2);
      // Rare trigrams are the most informative. Those in nearly every text are useless, and the most
      // expensive.
      const own = [...trigramsOf(text)].sort((a, b) => used[a]! - used[b]!);
      const touched: number[] = [];
      let asked = 0;
      let read = 0;
      for (const bucket of own) {
        const list = postings[bucket];
        const length = used[bucket]!;
        read += length;
        if (asked >= MIN_ASKED && read > MAX_READ) break;
        asked++;
        for (let i = 0; i < length; i++) {
          const position = list![i]!;
          const count = shared[position]!;
          if (count === 0) touched.push(position);
          shared[position] = count + 1;
        }
      }
      const least = countOfBest(touched, shared, asked, limit * CLOSER_LOOK);
      const share = asked / own.length;
      const scored = touched
        .filter((position) => shared[position]! >= least && ids[position]! >= 0)
        // Dice's coefficient: a long text shares much with everything.
        .map((position) => ({
          id: ids[position]!,
          score: shared[position]! / (asked + grams[position]! * share),
        }));
      for (const position of touched) shared[position] = 0;
      return scored
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ id }) => id);
    },
  };
}

/** Minimum number of shared trigrams of the best `wanted` texts. */
function countOfBest(touched: readonly number[], shared: Uint16Array, most: number, wanted: number): number {
  const texts = new Uint32Array(most + 1);
  for (const position of touched) texts[shared[position]!] = texts[shared[position]!]! + 1;
  let sum = 0;
  for (let count = most; count > 1; count--) {
    sum += texts[count]!;
    if (sum >= wanted) return count;
  }
  return 1;
}

/** An edge counts as a character, so that texts of one or two characters have trigrams too. */
function trigramsOf(text: string): Set<number> {
  const found = new Set<number>();
  let [first, second] = [32, 32];
  for (let i = 0; i <= text.length; i++) {
    const third = i < text.length ? text.charCodeAt(i) : 32;
    found.add((Math.imul(Math.imul(first, 31) + second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b)) >>> 16);
    first = second;
    second = third;
  }
  return found;
}
