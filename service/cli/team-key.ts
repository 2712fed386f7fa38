import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { print } from './print.ts';

export function teamKeyCommand(): Command {
  return new Command('team-key')
    .description('Prints a new key for a team: give the same one to its host and all its workers.')
    .action(() => print(randomBytes(32).toString('base64url')));
}
