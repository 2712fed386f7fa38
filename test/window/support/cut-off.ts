import type { Page } from '@playwright/test';

/** Controls that are cut off at the window's edge, or reach over it. */
export function cutOff(page: Page): Promise<string[]> {
  return page
    .locator(['button', 'a', 'input', 'select', 'textarea'].map((tag) => `${tag}:visible`).join())
    .evaluateAll((all) =>
      all
        .filter((one) => {
          const box = one.getBoundingClientRect();
          return box.left < 0 || box.right > window.innerWidth;
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
}
