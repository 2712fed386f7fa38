import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { guardStandardError } from '../lib/standard-error.ts';
import { StartError } from '../lib/start-error.ts';
import { VERSION } from '../version.ts';
import { CliError, EXIT } from '../client/cli-error.ts';
import { checkCommand } from './check.ts';
import { clientsCommand } from './clients.ts';
import { alignCommand } from './align.ts';
import { doctorCommand } from './doctor.ts';
import { checkerCommand } from './checker.ts';
import { enginesCommand } from './engines.ts';
import { exportCommand } from './export.ts';
import { glossariesCommand } from './glossaries.ts';
import { keysCommand } from './keys.ts';
import { languagesCommand } from './languages.ts';
import { mcpCommand } from './mcp.ts';
import { modelsCommand } from './models.ts';
import { packageCommand } from './package.ts';
import { print } from './print.ts';
import { serveCommand } from './serve.ts';
import { addServiceChoice } from './service-choice.ts';
import { settingsCommand } from './settings.ts';
import { examineCommand } from './examine.ts';
import { termsCommand } from './terms.ts';
import { teamKeyCommand } from './team-key.ts';
import { translateCommand } from './translate.ts';
import { workerCommand } from './worker.ts';

/** Runs one command line to its end and returns the exit code. */
export async function runCli(argv: readonly string[]): Promise<number> {
  guardStandardError();
  const program = new Command('interlinear')
    .description('Translates documents on this machine.')
    .version(VERSION);
  const clients = [
    translateCommand(),
    examineCommand(),
    termsCommand(),
    alignCommand(),
    exportCommand(),
    checkCommand(),
    packageCommand(),
    languagesCommand(),
    enginesCommand(),
    checkerCommand(),
    keysCommand(),
    clientsCommand(),
    modelsCommand(),
    glossariesCommand(),
    settingsCommand(),
    mcpCommand(),
  ];
  for (const command of clients) program.addCommand(addServiceChoice(command));
  for (const command of [serveCommand(), doctorCommand(), workerCommand(), teamKeyCommand()]) {
    program.addCommand(command);
  }
  const help: string[] = [];
  takeOver(program, (text) => help.push(text));
  try {
    await program.parseAsync([...argv]);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return printHelp(help.join(''));
    return await report(error);
  }
}

/** Commander exits with 1 for a wrong command line, we with 2, and it misses failed writes of its help. */
function takeOver(command: Command, writeOut: (text: string) => void): void {
  command.exitOverride().configureOutput({ writeOut });
  for (const part of command.commands) takeOver(part, writeOut);
}

async function printHelp(text: string): Promise<number> {
  try {
    await print(text.trimEnd());
    return EXIT.ok;
  } catch (error) {
    return await report(error);
  }
}

async function report(error: unknown): Promise<number> {
  // Commander has already printed its message.
  if (error instanceof CommanderError) return EXIT.usage;
  if (error instanceof CliError) {
    if (error.message !== '') console.error(error.message);
    return error.exitCode;
  }
  // Loaded lazily: they bring the schemas along, which take as long to load as everything else here.
  const [{ ManifestError }, { isStorageFull }] = await Promise.all([
    import('../models/manifest.ts'),
    import('../lib/storage-error.ts'),
  ]);
  if (error instanceof ConfigError || error instanceof ManifestError) {
    console.error(error.message);
    return EXIT.usage;
  }
  if (error instanceof StartError || isStorageFull(error)) {
    console.error(error.message);
    return EXIT.failed;
  }
  console.error(error);
  return EXIT.failed;
}
