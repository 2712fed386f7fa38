import { open } from 'node:fs/promises';
import type Koa from 'koa';
import { attachment } from './content-disposition.ts';
import { cutStalled } from './cut-stalled.ts';

/** Sends a whole TMX file for saving; headers only for HEAD. The file may be removed once this resolves. */
export async function sendTmx(ctx: Koa.Context, path: string, name: string): Promise<void> {
  const file = await open(path, 'r');
  ctx.status = 200;
  ctx.set('Content-Disposition', attachment(name));
  ctx.length = (await file.stat()).size;
  if (ctx.method === 'HEAD') await file.close();
  else {
    ctx.body = file.createReadStream();
    cutStalled(ctx.res);
  }
  ctx.set('Content-Type', 'application/x-tmx+xml');
}
