import type Koa from 'koa';
import { schemeOf } from '../middleware/host.ts';

/** Where the client found this service: it may know it by another name than we do. */
export function ownAddress(ctx: Koa.Context): string {
  return `${schemeOf(ctx)}://${ctx.host}`;
}
