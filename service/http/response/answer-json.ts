import type Koa from 'koa';

/**
 * Answers with JSON, serialised here. Given an object, Koa checks whether it is a Response or a Blob, and
 * that check alone loads Node's whole fetch: the first answer would block the host for 35 ms.
 */
export function answerJson(ctx: Koa.Context, value: unknown, mediaType = 'json'): void {
  // The type first: Koa would otherwise set that of a text, and look both up.
  ctx.type = mediaType;
  ctx.body = JSON.stringify(value);
}
