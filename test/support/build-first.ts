import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../../scripts/lib/build.mjs';
import { needsBuild } from './needs-build.ts';

/**
 * Before the tests: out/ is brought up to date where a selected one drives it, in watch mode before each run.
 */
export default async function setup(project: TestProject): Promise<void> {
  const buildFor = async (files: readonly string[]) => {
    if (needsBuild(files)) await ensureBuild();
  };
  project.onTestsRerun((specifications) => buildFor(specifications.map(({ moduleId }) => moduleId)));
  await buildFor(project.vitest.state.getPaths());
}
