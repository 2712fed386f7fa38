import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { Client } from '../client/client.ts';
import type { AssistantJobs } from './assistant-jobs.ts';
import type { Folders } from './folders.ts';

/** A tool call's context besides its arguments. */
export interface Call {
  readonly service: Client;
  readonly folders: Folders;
  readonly jobs: AssistantJobs;
  /** Aborts when the assistant cancels the call. */
  readonly signal: AbortSignal;
  /** Reports progress in segments; does nothing if the assistant did not request it. */
  progress(done: number, total: number, message: string): Promise<void>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  run(args: unknown, call: Call): Promise<Answer>;
}

export interface Answer {
  readonly value: Record<string, unknown>;
  /** The same as a line for people. */
  readonly line: string;
  /** Jobs that the answer concerns: the assistant gets them as resources. */
  readonly links?: readonly string[];
}

interface ToolSpec<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  /** `reads`: changes nothing. `adds`: only adds. `replaces`: may replace; idempotent. */
  effect: 'reads' | 'adds' | 'replaces';
  run(
    args: z.output<I>,
    call: Call,
  ): Promise<{ value: z.output<O>; line: string; links?: readonly string[] }>;
}

/** A tool whose arguments and answer are typed by its schemas. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(spec: ToolSpec<I, O>): Tool {
  const { effect, ...described } = spec;
  return {
    ...described,
    annotations: {
      title: spec.title,
      readOnlyHint: effect === 'reads',
      ...(effect === 'reads'
        ? {}
        : { destructiveHint: effect === 'replaces', idempotentHint: effect === 'replaces' }),
    },
    run: async (args, call) => spec.run(args as z.output<I>, call),
  };
}
