import { homedir } from 'node:os';
import { Command } from 'commander';
import { CliError, EXIT } from '../client/cli-error.ts';
import { print } from './print.ts';
import type { Examination } from './doctor/examine.ts';

type Team = NonNullable<Examination['team']>;

interface DoctorOptions {
  dataDir?: string;
  json?: true;
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Says what works here and what does not. Holds no key and no document: add it to a bug report.',
    )
    .option('--json', 'print it as JSON')
    .option('--data-dir <folder>', 'the data folder of the service')
    .action(doctor);
}

/** Exits with 1 if a problem needs fixing. */
async function doctor({ dataDir, json }: DoctorOptions): Promise<void> {
  const { examine } = await import('./doctor/examine.ts');
  const found = await examine(process.env, dataDir);
  await print(
    json ? withoutHome(JSON.stringify(found), JSON.stringify) : withoutHome(describe(found), String),
  );
  if (found.problems.length > 0) throw new CliError('', EXIT.failed);
}

/** Reports go to strangers, so the user's home is removed. `write`: how the text spells a path. */
function withoutHome(text: string, write: (path: string) => string): string {
  const home = write(homedir()).replaceAll('"', '');
  return home.length > 1 ? text.replaceAll(home, '~') : text;
}

function describe(found: Examination): string {
  const { data_folder: folder, service } = found;
  const jobs = Object.entries(folder.jobs).map(([status, count]) => `${count} ${status}`);
  const holder = folder.holder ? `, held by process ${folder.holder.pid ?? 'of unknown id'}` : '';
  const rows: [string, string][] = [
    ['Interlinear', `${found.version}, window ${found.window_built ? 'built' : 'not built'}`],
    ['Node', `${found.node}${found.electron ? `, Electron ${found.electron}` : ''}`],
    ['System', `${found.system}, ${found.processors} processors, ${megabytes(found.memory)} memory`],
    ['Data folder', `${folder.path}${folder.exists ? '' : ' (not made yet)'}${holder}`],
    ['', `${folder.writable ? 'writable' : 'not writable'}, ${megabytes(folder.free)} free`],
    ['', `${folder.files} files with ${megabytes(folder.size)}, ${folder.job_folders} job folders`],
    ['Recent jobs', jobs.join(', ') || 'none'],
    ['Last 24 hours', `${folder.recent.warnings} warnings, ${folder.recent.failed} failed jobs`],
    ['Service', service.running ? `at ${service.base_url}, health ${service.health}` : 'not running'],
    ...found.engines.map(({ id, ready, reason }): [string, string] => [
      `Engine ${id}`,
      reason ? `${ready ? 'ready' : 'not ready'}: ${reason}` : ready ? 'ready' : 'not ready',
    ]),
    ...(found.team ? [['Team', describeTeam(found.team)] satisfies [string, string]] : []),
    [
      'Limits',
      Object.entries(found.limits)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    ],
    ['Settings', found.settings.join(', ') || 'none in the environment'],
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}${value}`);
  const troubles = found.problems.map(({ what, remedy }) => `- ${what}\n  ${remedy}`);
  return [...lines, '', ...(troubles.length > 0 ? ['To fix:', ...troubles] : ['All is well.'])].join('\n');
}

function describeTeam({
  name,
  trouble,
  host,
  host_version: version,
  workers,
  clock_ms: clock,
}: Team): string {
  if (trouble !== undefined) return `${name}: ${trouble}`;
  const by = version === undefined ? '' : ` (version ${version})`;
  return `${name}: queue up, host ${HOSTS[host]}${by}, ${workers} workers, clock ${clock ?? 0} ms off`;
}

const HOSTS = {
  none: 'not there',
  this: 'on this machine',
  another: 'on another machine',
  unknown: 'with another key',
} as const satisfies Record<Team['host'], string>;

function megabytes(bytes: number): string {
  const mb = bytes / 1024 / 1024;
  return mb >= 1024 ? `${(mb / 1024).toFixed(1)} GB` : `${mb.toFixed(1)} MB`;
}
