import type { Command } from 'commander';
import { Option } from 'commander';

/** The service that a command works with: that of a data folder, or a server on the network. */
export interface ServiceChoice {
  dataDir?: string;
  server?: string;
  ca?: string;
}

/** Adds these options to a command or, if it has any, to its subcommands. */
export function addServiceChoice(command: Command): Command {
  if (command.commands.length > 0) {
    for (const part of command.commands) addServiceChoice(part);
    return command;
  }
  return command
    .addOption(new Option('--data-dir <folder>', 'the data folder of the service'))
    .addOption(
      new Option(
        '--server <address>',
        'a server on the network, such as https://team.example:4717; its key comes from INTERLINEAR_SERVER_KEY',
      ).conflicts('dataDir'),
    )
    .addOption(new Option('--ca <file>', "the authority of the server's certificate (PEM)"));
}
