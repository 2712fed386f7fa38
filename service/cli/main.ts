#!/usr/bin/env node
import { runCli } from './run.ts';

process.exit(await runCli(process.argv));
