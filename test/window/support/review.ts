import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { EngineResource } from '../../../service/contract/index.ts';
import { makeDocx } from '../../support/office-files.ts';
import type { TestService } from '../../support/service.ts';

export const PAIR = { from: 'en', to: 'en-XA' };
export const BOLD =
  '</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>red</w:t></w:r><w:r><w:t xml:space="preserve">';

export function target(page: Page, n: number): Locator {
  return page.getByRole('textbox', { name: `Target of segment ${n.toLocaleString('en')}`, exact: true });
}
export function rowOf(page: Page, n: number): Locator {
  return page.getByRole('row').filter({ has: target(page, n) });
}

/** The line of actions on a segment, below the rows. */
export function actionsOn(page: Page, n: number): Locator {
  return page.getByRole('group', { name: `Actions on segment ${n.toLocaleString('en')}`, exact: true });
}

/** Apertium's Spanish where it is installed, else pseudo-localisation. */
async function targetLanguage(service: TestService): Promise<string> {
  const { engines } = await service.get<{ engines: EngineResource[] }>('/v1/engines');
  const pairs = engines.find(({ id }) => id === 'apertium')?.pairs ?? [];
  return pairs.some(({ from, to, ready }) => from === 'en' && to === 'es' && ready) ? 'es' : 'en-XA';
}

/** A Word document of the API's making, reviewed at its address. */
export async function reviewDocument(app: Page, service: TestService, paragraphs: string[]): Promise<string> {
  const to = await targetLanguage(service);
  const content = new Uint8Array(await makeDocx(paragraphs));
  const { id } = (await service.upload({ name: 'harbour.docx', content }, { from: 'en', to })).body.data;
  await openJob(app, service, id);
  return to;
}
export async function openReview(app: Page, name: string): Promise<void> {
  await expect(app.getByRole('button', { name: `Save ${name}` })).toBeVisible();
  await app.getByRole('button', { name: `More actions for ${name}` }).click();
  await app.getByRole('menuitem', { name: 'Review' }).click();
  await expect(target(app, 1)).toBeVisible();
}

/** A text of the API's making, reviewed at its address. */
export async function reviewText(
  app: Page,
  service: TestService,
  content: string,
  fields: Record<string, string> = PAIR,
  name = 'guide.txt',
): Promise<string> {
  const { id } = (await service.upload({ name, content }, fields)).body.data;
  await openJob(app, service, id);
  return id;
}

async function openJob(app: Page, service: TestService, id: string): Promise<void> {
  await service.ended(id);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await expect(target(app, 1)).toBeFocused();
}

/** Saves the file, also where something in it is still open. */
export async function savedFile(app: Page): Promise<Buffer> {
  const downloading = app.waitForEvent('download');
  const anyway = app.getByRole('button', { name: 'Save anyway' });
  await app.getByRole('button', { name: 'Save file' }).click();
  const isOpen = await Promise.race([downloading.then(() => false), anyway.waitFor().then(() => true)]);
  if (isOpen) await anyway.click();
  const download = await downloading;
  return readFile(await download.path());
}
