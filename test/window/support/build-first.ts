import { ensureBuild } from '../../../scripts/lib/build.mjs';

/** Before the tests: out/ is brought up to date. */
export default async function setup(): Promise<void> {
  await ensureBuild();
}
