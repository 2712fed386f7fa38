import { createPace } from './pace.ts';

/** A first occurrence still to translate (Plan.pending). */
export interface Item {
  index: number;
  chars: number;
  weight: number;
}

export interface Chunk {
  readonly jobId: string;
  readonly items: readonly Item[];
  readonly engine: string;
  /** Dealt while nothing else was: a crash is this job's doing. */
  readonly alone: boolean;
}

export interface DeckLimits {
  /** Chunks at work of one engine, over all jobs: an engine that hangs holds up no other. */
  slots: number;
  /** Chunks of one job that are at work or being stored. */
  perJob: number;
}

interface Hand {
  engine: string;
  pending: Item[];
  /** Dealt and not yet stored. */
  out: number;
  resting: boolean;
  suspect: boolean;
}

/**
 * Deals the jobs' segments in chunks, a chunk a job in turn, so that a short job beside a long one is done after its own few
 * turns. Holds no clock and does no I/O: the scheduler drives it.
 */
export interface Deck {
  add(jobId: string, engine: string, pending: Item[]): void;
  /** The next chunk to work on, or undefined while no slot or no job is free. */
  next(): Chunk | undefined;
  /** The chunk is translated: its slot is free. */
  translated(chunk: Chunk, ms: number): void;
  /** The chunk is on the disk as well. */
  stored(chunk: Chunk): void;
  /** The chunk's segments are to be dealt again, once the job is woken. */
  putBack(chunk: Chunk): void;
  wake(jobId: string): void;
  /** A suspect's chunks are dealt only while nothing else is at work, so that a crash tells whose it was. */
  setSuspect(jobId: string, suspect: boolean): void;
  remove(jobId: string): void;
}

export function createDeck(limits: DeckLimits): Deck {
  const pace = createPace();
  const hands = new Map<string, Hand>();
  /** Whose turn is next, in order. */
  let ring: string[] = [];
  const atWork = new Map<string, number>();
  let loneAtWork = false;

  const work = (engine: string, change: 1 | -1): void => {
    const count = (atWork.get(engine) ?? 0) + change;
    if (count === 0) atWork.delete(engine);
    else atWork.set(engine, count);
  };
  const freeSlot = (chunk: Chunk): void => {
    work(chunk.engine, -1);
    if (chunk.alone) loneAtWork = false;
  };

  return {
    add(jobId, engine, pending) {
      hands.set(jobId, { engine, pending: [...pending], out: 0, resting: false, suspect: false });
      ring.push(jobId);
    },
    next() {
      if (loneAtWork) return undefined;
      const turn = ring.findIndex((jobId) => {
        const hand = hands.get(jobId);
        return canDeal(hand, limits.perJob) && (atWork.get(hand.engine) ?? 0) < limits.slots;
      });
      const jobId = ring[turn];
      const hand = jobId === undefined ? undefined : hands.get(jobId);
      if (jobId === undefined || !hand) return undefined;
      // It is the suspect's turn: what is at work ends first, and nothing new begins.
      if (hand.suspect && atWork.size > 0) return undefined;
      ring = [...ring.slice(0, turn), ...ring.slice(turn + 1), jobId];
      const items = hand.pending.splice(0, hand.suspect ? 1 : pace.take(hand.engine, hand.pending));
      hand.out++;
      work(hand.engine, 1);
      loneAtWork = hand.suspect;
      return { jobId, items, engine: hand.engine, alone: hand.suspect };
    },
    translated(chunk, ms) {
      freeSlot(chunk);
      const hand = hands.get(chunk.jobId);
      if (hand) pace.measured(hand.engine, chunk.items, ms);
    },
    stored(chunk) {
      const hand = hands.get(chunk.jobId);
      if (hand) hand.out--;
    },
    putBack(chunk) {
      freeSlot(chunk);
      const hand = hands.get(chunk.jobId);
      if (!hand) return;
      hand.out--;
      hand.pending.unshift(...chunk.items);
      hand.resting = true;
    },
    wake(jobId) {
      const hand = hands.get(jobId);
      if (hand) hand.resting = false;
    },
    setSuspect(jobId, suspect) {
      const hand = hands.get(jobId);
      if (hand) hand.suspect = suspect;
    },
    remove(jobId) {
      hands.delete(jobId);
      ring = ring.filter((id) => id !== jobId);
    },
  };
}

function canDeal(hand: Hand | undefined, perJob: number): hand is Hand {
  return hand !== undefined && !hand.resting && hand.pending.length > 0 && hand.out < perJob;
}
