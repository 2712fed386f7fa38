import { expect, it } from 'vitest';
import type { Problem } from '../../service/contract/index.ts';
import { ServiceProblem, ServiceUnreachable } from '../../renderer/api/errors.ts';
import { createJobTroubles } from '../../renderer/store-parts/job-troubles.ts';

const refusal = new ServiceProblem({ code: 'conflict', detail: 'No.', status: 409 } as Problem);
const troublesOf = () => createJobTroubles(() => undefined);

it('a trouble that is over once the service answers goes with it', () => {
  const troubles = troublesOf();
  troubles.note('a', refusal);
  troubles.note('a', new ServiceUnreachable());
  troubles.dropPassing();
  expect(troubles.byId.size).toBe(0);
});

it('a refusal stays when the service answers again, whatever was wrong with the job before', async () => {
  const troubles = troublesOf();
  troubles.note('noted', new ServiceUnreachable());
  troubles.note('noted', refusal);
  await troubles.act('acted', () => Promise.reject(new ServiceUnreachable()));
  await troubles.act('acted', () => Promise.reject(refusal));
  troubles.dropPassing();
  expect([...troubles.byId.keys()]).toEqual(['noted', 'acted']);
});
