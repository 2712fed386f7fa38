import type Koa from 'koa';
import { schemeOf } from '../middleware/host.ts';

/** This service's address as the client reached it: it may know it by another name than we do. */
export function ownAddress(ctx: Koa.Context): string {
  return `${schemeOf(ctx)}://${ctx.host}`;
}
