import { isAbsolute, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../service/config.ts';

describe('the configuration', () => {
  it('has the given defaults when nothing is set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      fixed: {},
      pseudoDelayMs: 0,
      logLevel: 'info',
    });
    expect(config.apiKey).toBeUndefined();
    expect(isAbsolute(config.dataDir)).toBe(true);
    expect(config.dataDir).toMatch(/interlinear/i);
  });

  it('takes a flag over the environment, and the environment over the default', () => {
    const env = { INTERLINEAR_DATA_DIR: 'from-env' };
    expect(readConfig(env).dataDir).toBe(resolve('from-env'));
    expect(readConfig(env, { dataDir: 'from-flag' }).dataDir).toBe(resolve('from-flag'));
  });

  it('reads 0 as a value, not as absent', () => {
    const config = readConfig(
      { INTERLINEAR_DOCX_QUOTA: '0', INTERLINEAR_MAX_RUNNING_JOBS: '0' },
      { port: 0 },
    );
    expect(config).toMatchObject({ fixed: { docx_quota: 0, max_running_jobs: 0, port: 0 } });
  });

  it('escapes formulas unless told not to, and takes no other word for it', () => {
    const reading = (word: string) => readConfig({ INTERLINEAR_ESCAPE_FORMULAS: word }).escapeFormulas;
    expect(['', 'on', 'off'].map(reading)).toEqual([true, true, false]);
    expect(() => reading('no')).toThrow('INTERLINEAR_ESCAPE_FORMULAS');
  });

  it('refuses an API key under 32 characters and says how to make one, without repeating it', () => {
    const key = 'k'.repeat(31);
    const refusal = thrownBy(() => readConfig({ INTERLINEAR_API_KEY: key }));
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(refusal.message).toContain('at least 32');
    expect(refusal.message).not.toContain(key);
    expect(readConfig({ INTERLINEAR_API_KEY: `${key}k` }).apiKey).toBe(`${key}k`);
  });

  it('refuses an API key that no header can carry', () => {
    expect(() => readConfig({ INTERLINEAR_API_KEY: 'ä'.repeat(40) })).toThrow(ConfigError);
    expect(() => readConfig({ INTERLINEAR_API_KEY: 'a b'.repeat(20) })).toThrow(ConfigError);
  });

  it('fixes those settings for the run that the environment names, and no others', () => {
    expect(readConfig({ INTERLINEAR_KEEP_DAYS: '', INTERLINEAR_ENGINES: ' ' }).fixed).toEqual({});
    const env = {
      INTERLINEAR_KEEP_DAYS: '30',
      INTERLINEAR_ENGINES: 'apertium, bergamot',
      INTERLINEAR_MODELS_URL: 'https://mirror.example',
      INTERLINEAR_DOCX_QUOTA: '3',
      INTERLINEAR_MAX_STORED_MB: '100',
      INTERLINEAR_MAX_SEGMENTS: '0',
      INTERLINEAR_MAX_FILE_MB: '200',
      INTERLINEAR_CACHE_MB: '0',
    };
    expect(readConfig(env).fixed).toEqual({
      retention: { days: 30, jobs: 0 },
      engine_order: ['apertium', 'bergamot'],
      models_url: 'https://mirror.example',
      docx_quota: 3,
      max_stored_mb: 100,
      max_segments: 0,
      max_file_mb: 200,
      cache_mb: 0,
    });
  });

  it.each([
    ['INTERLINEAR_KEEP_DAYS', '-1'],
    ['INTERLINEAR_KEEP_JOBS', 'many'],
    ['INTERLINEAR_DOCX_QUOTA', 'ten'],
    ['INTERLINEAR_MAX_RUNNING_JOBS', '-1'],
    ['INTERLINEAR_MAX_STORED_MB', 'all'],
    ['INTERLINEAR_MAX_SEGMENTS', '100001'],
    ['INTERLINEAR_MAX_FILE_MB', '201'],
    ['INTERLINEAR_CACHE_MB', '4097'],
    ['INTERLINEAR_MODELS_URL', 'http://models.example'],
    ['INTERLINEAR_PSEUDO_DELAY_MS', '1.5'],
    ['INTERLINEAR_LOG_LEVEL', 'loud'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(value);
  });

  it('refuses an address with a password, and does not repeat it', () => {
    for (const name of ['INTERLINEAR_MODELS_URL', 'INTERLINEAR_CHAT_URL']) {
      const { message } = thrownBy(() => readConfig({ [name]: 'https://me:secret@models.example' }));
      expect(message).toContain(`${name} holds a user name or password`);
      expect(message).not.toContain('secret');
    }
  });

  it('refuses a port no socket can have', () => {
    expect(() => readConfig({}, { port: '65536' })).toThrow('--port');
  });

  it('takes an allowed origin only as an origin: a path would never match what a browser sends', () => {
    expect(readConfig({}, { allowedOrigins: ['https://tools.example'] }).allowedOrigins).toEqual([
      'https://tools.example',
    ]);
    expect(() => readConfig({}, { allowedOrigins: ['*'] })).toThrow(ConfigError);
    expect(() => readConfig({}, { allowedOrigins: ['https://tools.example/app'] })).toThrow(ConfigError);
  });
});

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
