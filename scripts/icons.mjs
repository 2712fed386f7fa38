// @ts-check
// Draws resources/icons/icon.png from the one SVG; electron-builder makes each system's form of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { script } from './lib/command-line.mjs';
import { prepareTools } from './lib/prepare.mjs';
import { root, say } from './lib/steps.mjs';

const FOLDER = join(root, 'resources', 'icons');
/** Pixels per side: the most that any system needs. */
const SIZE = 1_024;

await script(
  {
    usage:
      'Usage: npm run icons\nDraws resources/icons/icon.png from interlinear.svg. The picture is committed; run it after a change.',
  },
  async () => {
    await prepareTools();
    const executablePath = await ensureChromium();
    const { chromium } = await import('@playwright/test');
    const browser = await chromium.launch({
      args: ['--no-sandbox'],
      ...(executablePath === null ? {} : { executablePath }),
    });
    try {
      const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
      await page.setContent(
        `<style>body{margin:0}svg{display:block;width:${SIZE}px}</style>${readFileSync(join(FOLDER, 'interlinear.svg'), 'utf8')}`,
      );
      writeFileSync(join(FOLDER, 'icon.png'), await page.screenshot({ omitBackground: true }));
      say('resources/icons/icon.png');
    } finally {
      await browser.close();
    }
  },
);
