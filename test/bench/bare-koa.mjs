// The other side of two benchmarks: nothing but koa and its router, answering the bytes in BENCH_BODY at
// BENCH_PATH. Prints its address as the service does. JavaScript, so that nothing but koa is loaded into what
// is measured.
import Router from '@koa/router';
import Koa from 'koa';

const router = new Router();
router.get(process.env['BENCH_PATH'] ?? '/', (context) => {
  context.type = 'application/json';
  context.body = process.env['BENCH_BODY'] ?? '{}';
});
const app = new Koa();
app.use(router.routes());
const server = app.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${address.port}` })}\n`);
});
