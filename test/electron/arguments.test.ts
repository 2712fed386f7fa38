import { describe, expect, it } from 'vitest';
import { flagsOf } from '../../electron/main/arguments.ts';

describe("the shell's command line", () => {
  it("takes the service's options from among Electron's own and files to open", () => {
    const argv = ['.', '--no-sandbox', '--data-dir', '/tmp/x', '--port=5000', '--type=gpu', 'contract.docx'];
    expect(flagsOf(argv)).toMatchObject({ dataDir: '/tmp/x', port: '5000' });
  });

  it('has none of them when none is given', () => {
    expect(Object.values(flagsOf(['.', '--inspect'])).every((value) => value === undefined)).toBe(true);
  });
});
