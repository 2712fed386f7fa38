import { setImmediate } from 'node:timers/promises';
import { createPinia, setActivePinia } from 'pinia';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SegmentResource } from '../../service/contract/index.ts';
import { useConnection } from '../../renderer/api/client.ts';
import type { JobRef, SegmentEdit } from '../../renderer/api/review.ts';
import type { FindQuestion, SearchedText } from '../../renderer/lib/find-messages.ts';
import { createFindTexts } from '../../renderer/lib/find-texts.ts';
import { useReview } from '../../renderer/stores/review.ts';
import { useToasts } from '../../renderer/stores/toasts.ts';
import { gate } from '../support/gate.ts';
import type { Gate } from '../support/gate.ts';
import { stubWindow } from '../support/window-globals.ts';

const ENGINE = 'uno dos';
const J: JobRef = { id: 'J', kind: 'document' };
const K: JobRef = { id: 'K', kind: 'document' };

/** The edits of the jobs' segments, and the answer to the next change. */
let stored: Record<string, Map<number, string>>;
let held: Gate | undefined;
let refused: string | undefined;
/** Called when segments are asked for. */
let onList: (() => Promise<void>) | undefined;
/** Indexes of confirmed segments. */
const confirmed = new Set<number>();
/** Indexes of segments that their file has locked. */
const locked = new Set<number>();

beforeEach(() => {
  stored = { J: new Map(), K: new Map() };
  stubWindow();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answered = await answer(new URL(url), init);
    init.signal?.throwIfAborted();
    return answered;
  });
  useConnection({ baseUrl: 'http://127.0.0.1:1', key: 'key' });
  setActivePinia(createPinia());
});
afterEach(async () => {
  await expect.poll(() => useReview().writing).toBe(false);
  held = refused = undefined;
  confirmed.clear();
  locked.clear();
  const { toasts, pause } = useToasts();
  toasts.forEach(pause);
  useConnection(undefined);
});
// Only here: a store of an earlier test that still has something to clear would find no browser.
afterAll(() => vi.unstubAllGlobals());

/** Jobs with two segments that the engine has translated alike. */
async function answer({ pathname }: URL, { method, body }: RequestInit): Promise<Response> {
  const id = /[JK](?=\/|$)/.exec(pathname)![0];
  if (!pathname.endsWith('/segments'))
    return Response.json({ data: { id, kind: 'document', status: 'done', options: {} } });
  if (method !== 'PATCH') {
    await onList?.();
    return Response.json({ data: { segments: [0, 1].map((n) => segment(id, n)) } });
  }
  await held?.passed;
  const edits = (JSON.parse(body as string) as { segments: SegmentEdit[] }).segments;
  const bad = edits.findIndex((edit) => edit.translated_text === refused);
  if (bad !== -1) {
    const errors = [{ field: `segments[${bad}].translated_text`, code: 'too_long', message: 'No.' }];
    return Response.json({ code: 'invalid_request', detail: 'No.', status: 400, errors }, { status: 400 });
  }
  for (const { index, translated_text: text } of edits) {
    if (text === null) stored[id]!.delete(index);
    else stored[id]!.set(index, text);
  }
  return Response.json({ data: { segments: edits.map(({ index }) => segment(id, index)) } });
}

function segment(id: string, index: number): SegmentResource {
  const edit = stored[id]!.get(index);
  const translated_text = edit ?? ENGINE;
  return {
    index,
    text: 'one two',
    translated_text,
    edited: edit !== undefined,
    state: confirmed.has(index) ? 'confirmed' : 'translated',
    flags: [],
    ...(locked.has(index) ? { locked: true as const } : {}),
  };
}

function undoLatest(): void {
  const toasts = useToasts();
  toasts.undo(toasts.toasts.at(-1)!);
}

/** The search's thread, in this one. */
vi.mock('../../renderer/lib/finder.ts', () => ({
  FindTooSlowError: Error,
  createFinder() {
    const answer = createFindTexts();
    return {
      ask(texts: Iterable<SearchedText>, question: FindQuestion) {
        answer({ kind: 'texts', items: [...texts] });
        return Promise.resolve(answer(question));
      },
      close: () => undefined,
    };
  },
}));

describe('the review', () => {
  it('has its segments once it is open, also if they are read again meanwhile', async () => {
    const review = useReview();
    onList = async () => {
      onList = undefined;
      void review.show({});
      await setImmediate();
    };
    await review.open(J);
    expect(review.segments).toHaveLength(2);
  });

  it('takes a replacement and a revert back in the job in which they were done, also when another is open', async () => {
    stored['J']!.set(1, 'mine');
    const review = useReview();
    await review.open(J);
    review.revert(review.segments[1]!, 'mine');
    review.find.asked.text = 'dos';
    await review.replaceAll('tres');
    await review.open(K);
    expect([...stored['J']!]).toEqual([
      [0, 'uno tres'],
      [1, 'uno tres'],
    ]);
    undoLatest();
    await expect.poll(() => [...stored['J']!]).toEqual([]);
    undoLatest();
    await expect.poll(() => [...stored['J']!]).toEqual([[1, 'mine']]);
    expect([...stored['K']!]).toEqual([]);
    expect(review.segments.map(({ edited }) => edited)).toEqual([false, false]);
  });

  it('leaves confirmed segments alone where that is wanted, and says how many', async () => {
    confirmed.add(1);
    const review = useReview();
    await review.open(J);
    review.find.asked.text = 'dos';
    await review.replaceAll('tres', true);
    await expect.poll(() => [...stored['J']!]).toEqual([[0, 'uno tres']]);
    expect(useToasts().toasts.at(-1)!.text).toBe('1 replaced, 1 confirmed segment left as it was');
  });

  it('leaves the state of a locked segment alone', async () => {
    locked.add(0);
    const review = useReview();
    await review.open(J);
    review.setState(0, 'otra', 'confirmed');
    expect([review.writing, review.wordOf(0)]).toEqual([false, undefined]);
  });

  it('names equal segments that were confirmed with another translation, and shows them', async () => {
    confirmed.add(1);
    const review = useReview();
    await review.open(J);
    review.setState(0, 'otra', 'confirmed', true);
    expect(review.found?.text).toBe('1 equal segment, confirmed before, has another translation.');
    await review.showFound();
    expect(review.filter.source).toBe('one two');
    expect(review.found).toBeUndefined();
  });

  it('replaces in what is on its way to be stored, and puts that back', async () => {
    const review = useReview();
    await review.open(J);
    held = gate();
    review.change(0, 'fresh dos');
    review.find.asked.text = 'fresh dos';
    const replaced = review.replaceAll('fresh tres');
    held.open();
    await replaced;
    await expect.poll(() => stored['J']!.get(0)).toBe('fresh tres');
    undoLatest();
    await expect.poll(() => [...stored['J']!]).toEqual([[0, 'fresh dos']]);
  });

  it('replaces in what the service refused, and puts that back', async () => {
    const review = useReview();
    await review.open(J);
    refused = 'refused dos';
    review.change(0, refused);
    review.find.asked.text = 'dos';
    await review.replaceAll('tres');
    await expect.poll(() => review.unsaved.size).toBe(0);
    expect(stored['J']!.get(0)).toBe('refused tres');
    undoLatest();
    await expect.poll(() => review.unsaved.get(0)?.text).toBe('refused dos');
  });

  it('offers back what was typed before a remembered translation was put there, and the engine’s answer where nothing was', async () => {
    const review = useReview();
    await review.open(J);
    review.noteEdited(0, 'half a sen', 'remembered', 'memory');
    review.change(0, 'remembered');
    undoLatest();
    await expect.poll(() => stored['J']!.get(0)).toBe('half a sen');
    review.noteEdited(1, ENGINE, 'remembered', 'memory');
    review.change(1, 'remembered');
    undoLatest();
    await expect.poll(() => [...stored['J']!]).toEqual([[0, 'half a sen']]);
  });

  it('puts back by the undo of a revert what was on its way before it', async () => {
    stored['J']!.set(0, 'older');
    const review = useReview();
    await review.open(J);
    review.change(0, 'newer');
    review.revert(review.segments[0]!, 'newer');
    await expect.poll(() => stored['J']!.size).toBe(0);
    undoLatest();
    await expect.poll(() => stored['J']!.get(0)).toBe('newer');
  });
});
