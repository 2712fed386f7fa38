import { expect, it } from 'vitest';
import { childEnvironment, scriptEnvironment } from '../../service/lib/child-environment.ts';

it('a child gets named variables only, and no key', () => {
  const env = {
    PATH: '/bin',
    Path: 'C:\\Windows',
    HOME: '/home/a',
    LC_ALL: 'C.UTF-8',
    INTERLINEAR_API_KEY: 'key',
    AWS_SECRET_ACCESS_KEY: 'key',
    NODE_OPTIONS: '--inspect',
    LD_PRELOAD: '/tmp/x.so',
    LANG: undefined,
  };
  expect(childEnvironment(env)).toEqual({
    PATH: '/bin',
    Path: 'C:\\Windows',
    HOME: '/home/a',
    LC_ALL: 'C.UTF-8',
  });
});

it('a script that Electron’s program runs is run as Node, whatever started the parent', () => {
  expect(scriptEnvironment({ electron: '45.0.0' })).toMatchObject({ ELECTRON_RUN_AS_NODE: '1' });
  expect(scriptEnvironment({})).not.toHaveProperty('ELECTRON_RUN_AS_NODE');
});
