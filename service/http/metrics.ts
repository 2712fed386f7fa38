import { monitorEventLoopDelay } from 'node:perf_hooks';
import type Koa from 'koa';
import type { TeamReport } from '../contract/index.ts';
import type { HttpServices } from './handler.ts';

/**
 * The service's metrics in OpenMetrics text (https://github.com/prometheus/OpenMetrics). By hand: five
 * families of counters and gauges are shorter than a metrics library's set-up, and need no dependency.
 */
export interface Metrics {
  readonly countRequest: (route: string | undefined, method: string, status: number) => void;
  readonly show: (ctx: Koa.Context) => Promise<void>;
}

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

const TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export function createMetrics({ accounts, jobs, translation, team, version }: HttpServices): Metrics {
  const requests = new Map<string, { labels: Labels; count: number }>();
  const ended = new Map<string, number>(['done', 'failed', 'cancelled'].map((status) => [status, 0]));
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  jobs.subscribe((_accountId, { status }, change) => {
    if (change === 'ended') ended.set(status, (ended.get(status) ?? 0) + 1);
  });

  const running = async (): Promise<{ jobs: number; segments: number }> => {
    const sum = { jobs: 0, segments: 0 };
    for (const { id } of accounts.listAccounts()) {
      const page = await jobs.list(id, { status: 'running', limit: 10_000 });
      sum.jobs += page.jobs.length;
      for (const job of page.jobs) sum.segments += job.total_segments - (job.completed_segments ?? 0);
    }
    return sum;
  };

  return {
    countRequest(route = 'other', method, status) {
      const labels = { method, route, status: String(status) };
      const key = `${method} ${route} ${status}`;
      const counted = requests.get(key) ?? { labels, count: 0 };
      counted.count++;
      requests.set(key, counted);
    },
    async show(ctx) {
      const [now, engines] = await Promise.all([running(), translation.engines()]);
      const memory = process.memoryUsage();
      const text = [
        family('interlinear_build', 'info', 'What runs.', [[{ version }, 1]]),
        family(
          'interlinear_http_requests',
          'counter',
          'Requests answered since the start.',
          [...requests.values()].map(({ labels, count }) => [labels, count]),
        ),
        family('interlinear_jobs_running', 'gauge', 'Jobs that run now.', [[{}, now.jobs]]),
        family('interlinear_queue_segments', 'gauge', 'Segments that running jobs still wait for.', [
          [{}, now.segments],
        ]),
        family(
          'interlinear_jobs_ended',
          'counter',
          'Jobs that have ended since the start.',
          [...ended].map(([status, count]) => [{ status }, count]),
        ),
        family(
          'interlinear_engine_ready',
          'gauge',
          'Whether an engine can translate now.',
          engines.map(({ id, state }) => [{ engine: id }, state === 'ready' ? 1 : 0]),
        ),
        ...teamFamilies(team?.status()),
        family(
          'interlinear_event_loop_delay_seconds',
          'gauge',
          'How late the event loop was since the last reading.',
          [50, 99, 100].map((percentile) => [
            { quantile: String(percentile / 100) },
            delay.percentile(percentile) / 1e9,
          ]),
        ),
        family('interlinear_memory_bytes', 'gauge', 'Memory of the host process.', [
          [{ kind: 'resident' }, memory.rss],
          [{ kind: 'heap' }, memory.heapUsed],
          [{ kind: 'external' }, memory.external],
        ]),
        '# EOF\n',
      ].join('');
      delay.reset();
      ctx.status = 200;
      ctx.body = text;
      ctx.set('Content-Type', TYPE);
    },
  };
}

/** Empty without a team. */
function teamFamilies(team: TeamReport | undefined): string[] {
  if (!team) return [];
  const count = (wanted: string): number => team.workers.filter(({ state }) => state === wanted).length;
  return [
    family('interlinear_queue_up', 'gauge', "Whether the team's queue can be reached.", [
      [{}, team.queue.up ? 1 : 0],
    ]),
    family(
      'interlinear_workers',
      'gauge',
      'Workers of the team.',
      ['ready', 'lost', 'refused'].map((state) => [{ state }, count(state)]),
    ),
    family(
      'interlinear_worker_words',
      'counter',
      'Words that a worker has translated since it started.',
      team.workers.map(({ name, words }) => [{ worker: name }, words]),
    ),
    family(
      'interlinear_team_chunks',
      'counter',
      'Questions to the workers since the start.',
      Object.entries(team.chunks).map(([outcome, chunks]) => [{ outcome }, chunks]),
    ),
    family(
      'interlinear_team_chunk_seconds',
      'counter',
      'Seconds of answered questions: waiting for a worker, at the engine, and on the way back.',
      Object.entries(team.seconds).map(([part, seconds]) => [{ part }, seconds]),
    ),
  ];
}

/** A metric family with its samples; counters and infos have the suffix that OpenMetrics requires. */
function family(
  name: string,
  type: 'counter' | 'gauge' | 'info',
  help: string,
  samples: readonly Sample[],
): string {
  const suffix = { counter: '_total', gauge: '', info: '_info' }[type];
  const lines = samples.map(([labels, value]) => `${name}${suffix}${labelSet(labels)} ${value}\n`);
  return `# TYPE ${name} ${type}\n# HELP ${name} ${help}\n${lines.join('')}`;
}

function labelSet(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
