import type { CheckerChange, CheckerResource, CheckerTest } from '../../service/contract/index.ts';
import { ask } from './client.ts';

const PATH = '/v1/checkers/languagetool';

export async function readChecker(): Promise<CheckerResource> {
  return (await ask<CheckerResource>(PATH)).data;
}

/** Changes the checker: on or off, its server, the words and rules to ignore. */
export async function changeChecker(change: Partial<CheckerChange>): Promise<CheckerResource> {
  return (await ask<CheckerResource>(PATH, { method: 'PATCH', body: change })).data;
}

/** Has the checker check a sentence. A failure resolves too, with the reason. */
export async function testChecker(): Promise<CheckerTest> {
  return (await ask<CheckerTest>(`${PATH}/test`, { method: 'POST' })).data;
}
