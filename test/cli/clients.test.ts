import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClientResource, NamedMemoryResource } from '../../service/contract/index.ts';
import { runCommand } from '../support/command.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const clients = (...args: string[]) => runCommand('clients', ...args, '--data-dir', service.dataDir);

it('interlinear clients makes, changes, shows and forgets them', async () => {
  const { stdout: id } = await clients('create', 'Acme', '--engines', 'offline', '--days', '30');
  const memory = await service.post<{ data: NamedMemoryResource }>('/v1/memories', {
    name: 'Old work',
    client_id: id,
  });
  const { memories } = await service.get<ClientResource>(`/v1/clients/${id}`);
  const order = `${memory.body.data.id},${memories[0]!.id}:learn`;
  const rules = ['--memories', order, '--checks', 'spaces=off,too_long=150', '--tone', 'formal'];
  expect((await clients('change', 'acme', ...rules)).status).toBe(0);
  expect(JSON.parse((await clients('show', 'Acme')).stdout)).toMatchObject({
    ...{ engines: 'offline', retention_days: 30 },
    memories: [
      { id: memory.body.data.id, use: 'read' },
      { id: memories[0]!.id, use: 'learn' },
    ],
    defaults: { tone: 'formal', checks: { spaces: false, too_long: { percent: 150 } } },
    has: { memories: [{ name: 'Old work' }, { name: 'Acme' }] },
  });
  const wrong = await clients('forget', 'Acme', '--name', 'acme');
  expect(wrong.status).toBe(2);
  const { stderr } = await clients('forget', 'Acme', '--name', 'Acme');
  expect(stderr).toContain('2 memories');
});
