import type Koa from 'koa';
import { schemeOf } from '../middleware/host.ts';

/** This service's address as the client reached it, possibly by another name than ours. */
export function ownAddress(ctx: Koa.Context): string {
  return `${schemeOf(ctx)}://${ctx.host}`;
}
