import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem, SegmentResource } from '../../service/contract/index.ts';
import { ServiceProblem, ServiceUnreachable } from '../../renderer/api/errors.ts';
import type { JobRef, SegmentEdit } from '../../renderer/api/review.ts';
import { keepEdits, keptEdits, keptEditsOf } from '../../renderer/lib/kept-edits.ts';
import { setLocalAccount } from '../../renderer/lib/local-item.ts';
import { ChangedElsewhere, createEditQueue } from '../../renderer/store-parts/edit-queue.ts';
import { stubLocalStorage } from '../support/window-globals.ts';

beforeEach(stubLocalStorage);
afterEach(() => vi.unstubAllGlobals());

interface SentRequest {
  to: string;
  texts: Record<number, string | null>;
  end: (error?: Error) => Promise<void>;
}

/** All that follows from an answer follows in microtasks. */
function afterMicrotasks(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

const batch = (id: string): JobRef => ({ id, kind: 'batch' });

/** A queue whose every request waits for the test's word. */
function queued() {
  const requests: SentRequest[] = [];
  const view = { open: batch('job') };
  const refused: number[] = [];
  const queue = createEditQueue({
    job: () => view.open,
    send: ({ id }, edits) =>
      new Promise((resolve, reject) => {
        requests.push({
          to: id,
          texts: Object.fromEntries(edits.map((edit: SegmentEdit) => [edit.index, edit.translated_text])),
          end(error) {
            if (error) reject(error);
            else resolve(edits as unknown as SegmentResource[]);
            return afterMicrotasks();
          },
        });
      }),
    onStored: () => Promise.resolve(),
    onRefused: (index) => refused.push(index),
    onError: () => undefined,
  });
  return { queue, requests, refused, view };
}

function problemAt(field: string): ServiceProblem {
  const errors = [{ field, code: 'too_long', message: 'Too long.' }];
  return new ServiceProblem({
    code: 'invalid_request',
    detail: 'No.',
    status: 400,
    errors,
  } as unknown as Problem);
}

describe('the queue of edits', () => {
  it('sends one request at a time, and of what changed meanwhile the last word', async () => {
    const { queue, requests } = queued();
    queue.change(1, 'one', 'before');
    queue.change(1, 'two', 'before');
    queue.change(1, 'three', 'before');
    queue.change(2, 'other', 'before');
    expect(requests.map(({ texts }) => texts)).toEqual([{ 1: 'one' }]);
    await requests[0]!.end();
    expect(requests[1]!.texts).toEqual({ 1: 'three', 2: 'other' });
    expect(queue.writing.value).toBe(true);
    await requests[1]!.end();
    expect([requests.length, queue.writing.value]).toEqual([2, false]);
  });

  it('sends nothing for a text that is as it was, unless another one is on its way', async () => {
    const { queue, requests } = queued();
    queue.change(1, 'before', 'before');
    expect(requests).toEqual([]);
    queue.change(1, 'after', 'before');
    queue.change(1, 'before', 'before');
    await requests[0]!.end();
    expect(requests[1]!.texts).toEqual({ 1: 'before' });
  });

  it('keeps a state with its text: leaving the row says the same text again, and changes nothing', async () => {
    const { queue, requests } = queued();
    queue.changeAll(new Map([[1, { text: 'mine', state: 'confirmed' }]]));
    queue.change(1, 'mine', 'before');
    expect(queue.stateOf(1)).toBe('confirmed');
    await requests[0]!.end();
    expect(requests).toHaveLength(1);
    queue.change(1, 'other', 'mine');
    expect(queue.stateOf(1)).toBeUndefined();
    await requests[1]!.end();
  });

  it('sends edits with repetitions in a separate request', async () => {
    const { queue, requests } = queued();
    queue.change(1, 'first', 'before');
    queue.changeAll(new Map([[2, { text: 'also elsewhere', repeats: true }]]));
    queue.change(3, 'only here', 'before');
    await requests[0]!.end();
    expect(requests[1]!.texts).toEqual({ 2: 'also elsewhere' });
    await requests[1]!.end();
    expect(requests[2]!.texts).toEqual({ 3: 'only here' });
    await requests[2]!.end();
  });

  it('sends more edits than the service takes at once in several requests, of a job that is not open too', async () => {
    const { queue, requests } = queued();
    const many = new Map(Array.from({ length: 2_300 }, (_, index) => [index, { text: `text ${index}` }]));
    queue.changeAll(many);
    for (const size of [1_100, 1_100, 100]) {
      const last = requests.at(-1)!;
      expect(Object.keys(last.texts)).toHaveLength(size);
      await last.end();
    }
    expect(requests).toHaveLength(3);
    expect(keptEdits()).toEqual([]);

    queue.changeIn(batch('left'), many);
    await afterMicrotasks();
    expect(Object.keys(requests[3]!.texts)).toHaveLength(1_100);
    await requests[3]!.end();
    // The service goes away: the rest waits for the next time.
    await requests[4]!.end(new ServiceUnreachable());
    expect(keptEditsOf(batch('left'))).toHaveLength(1_200);
    expect(requests).toHaveLength(5);
  });

  it('keeps what the service refuses, and sends the others without it', async () => {
    const { queue, requests, refused } = queued();
    queue.changeAll(
      new Map([
        [4, { text: 'good' }],
        [7, { text: 'bad' }],
      ]),
    );
    await requests[0]!.end(problemAt('segments[1].translated_text'));
    expect(refused).toEqual([7]);
    expect(queue.unsaved.get(7)).toMatchObject({ text: 'bad', passing: false });
    expect(requests[1]!.texts).toEqual({ 4: 'good' });
    await requests[1]!.end();
    // The same text again would be refused again; another one is sent.
    queue.change(7, 'bad', 'before');
    expect(requests).toHaveLength(2);
    queue.change(7, 'better', 'before');
    await requests[2]!.end();
    expect(queue.unsaved.size).toBe(0);
  });

  it('keeps all of them where the service does not answer, and lets each be sent again', async () => {
    const { queue, requests } = queued();
    queue.change(3, 'text', 'before');
    await requests[0]!.end(new ServiceUnreachable());
    expect(requests).toHaveLength(1);
    expect(queue.unsaved.get(3)).toMatchObject({ text: 'text', passing: true });
    queue.change(3, 'text', 'before');
    await requests[1]!.end();
    expect(queue.unsaved.size).toBe(0);
  });

  it('forgets an edit that was refused once it is taken back, also for the next window', async () => {
    const { queue, requests } = queued();
    queue.change(7, 'bad', 'before');
    await requests[0]!.end(problemAt('segments[0].translated_text'));
    queue.change(7, 'before', 'before');
    expect([queue.unsaved.size, keptEdits()]).toEqual([0, []]);
    queue.resend();
    await afterMicrotasks();
    expect(requests).toHaveLength(1);
  });

  it('ends as the original where an edit is taken back that the service may have stored', async () => {
    const { queue, requests } = queued();
    queue.change(3, 'wrong', 'before');
    // No answer: it may have come there all the same.
    await requests[0]!.end(new ServiceUnreachable());
    queue.change(3, 'before', 'before');
    await requests[1]!.end(new ServiceUnreachable());
    expect(keptEditsOf(batch('job'))).toEqual([{ index: 3, translated_text: 'before' }]);
    queue.resend();
    expect(requests[2]!.texts).toEqual({ 3: 'before' });
    await requests[2]!.end();
    expect([requests.length, queue.unsaved.size, keptEdits()]).toEqual([3, 0, []]);
  });

  it('takes an edit back that still waits, and the one on its way as well', async () => {
    const { queue, requests } = queued();
    queue.change(1, 'on its way', 'before');
    queue.change(2, 'waiting', 'two');
    queue.change(2, 'two', 'two');
    queue.change(1, 'before', 'before');
    await requests[0]!.end();
    expect(requests[1]!.texts).toEqual({ 1: 'before' });
    await requests[1]!.end();
    expect([requests.length, keptEdits()]).toEqual([2, []]);
  });

  it('sends again what could not be sent, but not over a newer word', async () => {
    const { queue, requests } = queued();
    queue.change(1, 'old', 'before');
    await requests[0]!.end(new ServiceUnreachable());
    queue.change(1, 'new', 'before');
    queue.resend();
    await requests[1]!.end();
    expect(requests.map(({ texts }) => texts)).toEqual([{ 1: 'old' }, { 1: 'new' }]);
  });

  it('reads the kept edits of each job just before it sends them', async () => {
    const { queue, requests, view } = queued();
    queue.change(7, 'bad', 'before');
    await requests[0]!.end(problemAt('segments[0].translated_text'));
    keepEdits(batch('first'), [{ index: 0, translated_text: 'a' }]);
    keepEdits(batch('second'), [{ index: 0, translated_text: 'older' }]);
    const sending = queue.sendKept();
    // The one that is open does not wait for the others.
    expect(requests[1]).toMatchObject({ to: 'job', texts: { 7: 'bad' } });
    await requests[1]!.end(problemAt('segments[0].translated_text'));
    queue.change(7, 'better', 'before');
    expect(requests.slice(2)).toMatchObject([
      { to: 'first', texts: { 0: 'a' } },
      { to: 'job', texts: { 7: 'better' } },
    ]);
    await requests[3]!.end();
    keepEdits(batch('second'), [{ index: 0, translated_text: 'newer' }]);
    await requests[2]!.end();
    expect(requests[4]).toMatchObject({ to: 'second', texts: { 0: 'newer' } });
    // Opened before the answer and left with newer words, it keeps those.
    keepEdits(view.open, []);
    keepEdits(batch('second'), [{ index: 0, translated_text: 'newest' }]);
    await requests[4]!.end();
    await sending;
    expect(requests).toHaveLength(5);
    expect(keptEdits()).toEqual([{ job: batch('second'), edits: [{ index: 0, translated_text: 'newest' }] }]);
  });

  it('leaves what another window keeps of the same job, and lets its own words go', async () => {
    const { queue, requests } = queued();
    queue.change(1, 'mine', 'before');
    // As a window beside this one does, which has not been answered either.
    const item = 'interlinear.of..edits.job';
    const { edits } = JSON.parse(localStorage.getItem(item)!) as { edits: object[] };
    const theirs = { index: 2, translated_text: 'theirs' };
    localStorage.setItem(item, JSON.stringify({ job: batch('job'), edits: [...edits, theirs] }));
    queue.change(3, 'mine too', 'before');
    expect(keptEdits()[0]?.edits).toHaveLength(3);
    await requests[0]!.end();
    await requests[1]!.end();
    expect(keptEdits()).toEqual([{ job: batch('job'), edits: [theirs] }]);
    // A window that takes them over, as the next one does, has them stored and gone.
    void queue.sendKept();
    expect(requests[2]!.texts).toEqual({ 2: 'theirs' });
    await requests[2]!.end();
    expect(keptEdits()).toEqual([]);
  });

  it('leaves what another account keeps in the same browser', () => {
    setLocalAccount('first');
    keepEdits(batch('job'), [{ index: 1, translated_text: 'theirs' }]);
    setLocalAccount('second');
    expect(keptEdits()).toEqual([]);
    setLocalAccount('first');
    expect(keptEdits()).toHaveLength(1);
    keepEdits(batch('job'), []);
    setLocalAccount('');
    expect(keptEdits()).toEqual([]);
  });

  it('stores changes in a job that is not open there, one request after the other, and keeps them until then', async () => {
    const { queue, requests } = queued();
    queue.changeIn(batch('left'), new Map([[1, { text: 'first' }]]));
    queue.changeIn(batch('left'), new Map([[1, { text: 'second' }]]));
    await afterMicrotasks();
    expect(requests).toMatchObject([{ to: 'left', texts: { 1: 'first' } }]);
    expect(keptEditsOf(batch('left'))).toEqual([{ index: 1, translated_text: 'second' }]);
    await requests[0]!.end();
    await requests[1]!.end(new ServiceUnreachable());
    expect(keptEditsOf(batch('left'))).toEqual([{ index: 1, translated_text: 'second' }]);
    queue.resend();
    await afterMicrotasks();
    expect(requests[2]).toMatchObject({ to: 'left', texts: { 1: 'second' } });
    await requests[2]!.end();
    expect([requests.length, keptEdits()]).toEqual([3, []]);
  });

  it('that met another text wait for the user, who chooses one of the two', async () => {
    const { queue, requests } = queued();
    queue.changeAll(
      new Map([
        [0, { text: 'mine' }],
        [1, { text: 'alone' }],
      ]),
    );
    await requests[0]!.end(new ChangedElsewhere(new Map([[0, 'theirs']])));
    // An edit that nobody else has made is stored without the other.
    expect(requests[1]!.texts).toEqual({ 1: 'alone' });
    await requests[1]!.end();
    expect(queue.unsaved.get(0)).toMatchObject({ text: 'mine', theirs: 'theirs' });

    // Typing on is no choice, and the next window asks again.
    queue.change(0, 'mine too', 'theirs');
    await afterMicrotasks();
    expect(requests).toHaveLength(2);
    expect(queue.wordOf(0)).toBe('mine too');
    const next = queued();
    await next.queue.sendKept();
    expect(next.requests).toEqual([]);
    expect(next.queue.unsaved.get(0)).toMatchObject({ text: 'mine too', theirs: 'theirs' });

    queue.settle(0, 'mine');
    expect(requests[2]!.texts).toEqual({ 0: 'mine too' });
    await requests[2]!.end();
    expect(queue.unsaved.size).toBe(0);
    expect(keptEdits()).toEqual([]);
  });
  it('give way to the other text where that is chosen', async () => {
    const { queue, requests } = queued();
    queue.change(0, 'mine', 'before');
    await requests[0]!.end(new ChangedElsewhere(new Map([[0, 'theirs']])));
    queue.settle(0, 'theirs');
    await afterMicrotasks();
    expect(requests).toHaveLength(1);
    expect(queue.wordOf(0)).toBeUndefined();
    expect(keptEdits()).toEqual([]);
  });
});
