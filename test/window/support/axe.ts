import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Holds what is shown against all rules of axe. */
export async function expectNoViolations(page: Page): Promise<void> {
  // The window has no frames: no other page need be opened to bring their findings together.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  expect(found).toEqual([]);
}
