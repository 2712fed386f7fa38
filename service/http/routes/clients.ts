import type { Client } from '../../clients/clients-port.ts';
import type { ClientEvent, ClientResource } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { attachment } from '../response/content-disposition.ts';

export function clientHandlers({ clients }: HttpServices): HandlersFor<'clients'> {
  const show = async (shown: readonly Client[]): Promise<ClientResource[]> => {
    const totals = await clients.totals(shown);
    return shown.map((client, n) => presentClient(client, totals[n]!));
  };
  return {
    listClients: async ({ ctx, principal }) => ok(ctx, { clients: await show(clients.list(principal)) }),
    createClient: async ({ ctx, body, principal }) => {
      const client = await clients.create(principal, { ...changeIn(body), name: body.name });
      ctx.set('Location', `/v1/clients/${client.id}`);
      ok(ctx, (await show([client]))[0], 201);
    },
    showClient: async ({ ctx, params, principal }) =>
      ok(ctx, (await show([clients.get(principal, params.id)]))[0]),
    changeClient: async ({ ctx, params, body, principal }) =>
      ok(ctx, (await show([await clients.change(principal, params.id, changeIn(body))]))[0]),
    removeClient: async ({ ctx, params, body, principal }) =>
      ok(ctx, await clients.remove(principal, params.id, body.name)),
    clientLog: async ({ ctx, params, query, principal }) => {
      const events = await clients.events(principal, params.id);
      if (query.format === 'json') {
        ok(ctx, { events: events.map((event) => ({ ...event, hosts: event.hosts ?? [] })) });
        return;
      }
      ctx.set('Content-Disposition', attachment(`${clients.get(principal, params.id).name}.log.csv`));
      ctx.set('Content-Type', 'text/csv; charset=utf-8');
      ctx.status = 200;
      ctx.body = logTable(events);
    },
  };
}

function changeIn({ glossary_ids, retention_days, ...change }: Call<'changeClient'>['body']) {
  return withoutUndefined({ ...change, glossaryIds: glossary_ids, retentionDays: retention_days });
}

function presentClient(client: Client, { jobs, units }: { jobs: number; units: number }): ClientResource {
  const { id, name, memories, glossaryIds, engines, defaults, retentionDays, createdAt } = client;
  return {
    ...{ id, name, memories: [...memories], glossary_ids: [...glossaryIds] },
    engines: typeof engines === 'string' ? engines : [...engines],
    ...{ defaults, retention_days: retentionDays, jobs, units, created_at: createdAt },
  };
}

const COLUMNS = ['at', 'event', 'job_id', 'key_id', 'engine', 'hosts', 'segments'] as const;

/** A table for spreadsheets (RFC 4180), with a byte order mark, from which they know the encoding. */
function logTable(events: readonly ClientEvent[]): string {
  const rows = events.map((event) =>
    COLUMNS.map((name) => {
      const value = event[name] ?? '';
      return cell(Array.isArray(value) ? value.join(' ') : String(value));
    }),
  );
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
}

/** An apostrophe keeps a spreadsheet from taking a value for a formula. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
