import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type {
  CallToolResult,
  ProgressToken,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { EngineResource, Languages } from '../contract/index.ts';
import { VERSION } from '../version.ts';
import { CliError, ServiceGoneError, ServiceRefusalError } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { createAssistantJobs } from './assistant-jobs.ts';
import type { Folders } from './folders.ts';
import { viewOf } from './job-view.ts';
import { nearestLanguages } from './languages.ts';
import { pageText } from './page-text.ts';
import { ToolError } from './tool-error.ts';
import type { Call, Tool } from './tool.ts';
import { cancel, estimate, exportDocument, jobStatus, translateDocument } from './tools/documents.ts';
import { addGlossaryTerm, addToMemory, searchMemory } from './tools/glossary-and-memory.ts';
import { listLanguages } from './tools/languages.ts';
import { checkQuality, listSegments, setTranslation } from './tools/segments.ts';
import { translateText } from './tools/text.ts';

const TOOLS: readonly Tool[] = [
  translateText,
  translateDocument,
  estimate,
  listLanguages,
  jobStatus,
  cancel,
  listSegments,
  setTranslation,
  checkQuality,
  exportDocument,
  addGlossaryTerm,
  addToMemory,
  searchMemory,
];
/** Tools whose text may leave this machine, if a remote engine serves. */
const TRANSLATING = new Set([translateText.name, translateDocument.name]);
const JOB_ADDRESS = /^interlinear:\/\/jobs\/([0-9a-f-]{36})(\/content|\/page)?$/;

interface McpOptions {
  /** Resolves to the service once it answers. */
  service: () => Promise<Client>;
  /** The folders open to the assistant, or a function that finds them for a server about to be connected. */
  folders: Folders | ((mcp: McpServer) => Folders);
  /** Whether assistants may also access the window's jobs. */
  allJobs: boolean;
  /** Called when the service stopped answering. */
  onGone: () => void;
  /** Called with errors that no assistant can fix. */
  report: (error: unknown) => void;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Our tools and jobs as an MCP server (specification 2025-11-25), to be connected to a transport. */
export function createMcpServer({ service, allJobs, onGone, report, ...options }: McpOptions): McpServer {
  const mcp = new McpServer({ name: 'interlinear', title: 'Interlinear', version: VERSION });
  const { server } = mcp;
  server.registerCapabilities({ tools: {}, resources: {} });

  const folders = typeof options.folders === 'function' ? options.folders(mcp) : options.folders;

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const isOpenWorld = await servesElsewhere(await service());
    return {
      tools: TOOLS.map(({ name, title, description, input, output, annotations }) => ({
        name,
        title,
        description,
        inputSchema: jsonSchema(input, 'input'),
        outputSchema: jsonSchema(output, 'output'),
        annotations: { ...annotations, openWorldHint: isOpenWorld && TRANSLATING.has(name) },
      })),
    };
  });

  server.setRequestHandler(CallToolRequestSchema, async (request, extra): Promise<CallToolResult> => {
    const { name, arguments: args = {} } = request.params;
    const tool = TOOLS.find((one) => one.name === name);
    if (!tool) {
      return failed(`There is no tool ${name}. There are: ${TOOLS.map((one) => one.name).join(', ')}.`);
    }
    const parsed = tool.input.safeParse(args);
    if (!parsed.success) return failed(argumentsWrong(tool, args, parsed.error));
    const client = await service();
    try {
      const { value, line, links = [] } = await tool.run(parsed.data, callOf(client, extra));
      return {
        structuredContent: value,
        content: [
          { type: 'text', text: line },
          ...links.map((id) => ({
            type: 'resource_link' as const,
            uri: `interlinear://jobs/${id}`,
            name: `Job ${id}`,
            mimeType: 'application/json',
          })),
        ],
      };
    } catch (error) {
      if (error instanceof ServiceGoneError || (error as Error).cause instanceof ServiceGoneError) onGone();
      return failed(await sentenceOf(error, client, parsed.data, report));
    }
  });

  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const jobs = await createAssistantJobs(await service(), allJobs).list();
    return {
      resources: jobs.map((job) => ({
        uri: `interlinear://jobs/${job.id}`,
        name: job.file_name ?? job.id,
        description: `${job.from} to ${job.to}, ${job.status}`,
        mimeType: 'application/json',
      })),
    };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: 'interlinear://jobs/{job_id}',
        name: 'A job of an assistant',
        mimeType: 'application/json',
      },
      { uriTemplate: 'interlinear://jobs/{job_id}/content', name: 'Its translated document' },
      {
        uriTemplate: 'interlinear://jobs/{job_id}/page',
        name: 'The text of its translated file, if it is a text, with the number of the segment before each text',
        mimeType: 'text/plain',
      },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const [, id, part] = JOB_ADDRESS.exec(uri) ?? [];
    const client = await service();
    const job =
      id === undefined
        ? undefined
        : await createAssistantJobs(client, allJobs)
            .find(id)
            .catch(() => undefined);
    if (!job) throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}.`);
    if (part === '/page')
      return { contents: [{ uri, mimeType: 'text/plain', text: await pageText(client, job, uri) }] };
    if (part === undefined) {
      const text = JSON.stringify(viewOf(job), null, 2);
      return { contents: [{ uri, mimeType: 'application/json', text }] };
    }
    if (job.status !== 'done')
      throw new McpError(ErrorCode.InvalidParams, `${uri}: the job is ${job.status}.`);
    const answer = await client.fetch(`/v1/translate/documents/${job.id}/content`);
    return { contents: [{ uri, blob: (await buffer(answer)).toString('base64') }] };
  });

  const jobsOf = new WeakMap<Client, Call['jobs']>();
  function callOf(client: Client, extra: Extra): Call {
    const jobs = jobsOf.get(client) ?? createAssistantJobs(client, allJobs);
    jobsOf.set(client, jobs);
    return { service: client, folders, jobs, signal: extra.signal, progress: progressOf(extra) };
  }
  return mcp;
}

/** Reports only rising numbers, as the specification requires, and nothing without a token. */
function progressOf(extra: Extra): Call['progress'] {
  const token: ProgressToken | undefined = extra._meta?.progressToken;
  let latest = -1;
  return async (done, total, message) => {
    if (token === undefined || done <= latest || extra.signal.aborted) return;
    latest = done;
    await extra.sendNotification({
      method: 'notifications/progress',
      params: { progressToken: token, progress: done, total, message },
    });
  };
}

async function servesElsewhere(client: Client): Promise<boolean> {
  const { engines } = await client.json<{ engines: EngineResource[] }>('/v1/engines');
  return engines.some(({ kind, enabled, order }) => kind === 'remote' && enabled && order !== undefined);
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, target: 'draft-7' }) as { type: 'object'; [name: string]: unknown };
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** The missing argument with its description; otherwise the SDK's message for tools that it checks itself. */
function argumentsWrong({ name, input }: Tool, args: object, { issues }: z.ZodError): string {
  const missing = Object.entries<z.ZodType>(input.shape).filter(
    ([key, schema]) => Reflect.get(args, key) === undefined && !schema.safeParse(undefined).success,
  );
  if (missing.length > 0)
    return `${name} needs ${missing.map(([key, { description = '' }]) => `${key} (${description.replace(/\.$/, '')})`).join(' and ')}.`;
  const faults = issues.map(({ message, path }) =>
    path.length === 0 ? message : `${message} at ${path.join('.')}`,
  );
  return `Invalid arguments for tool ${name}: ${faults.join('; ')}`;
}

/** The problem, and what to do next. */
async function sentenceOf(
  error: unknown,
  client: Client,
  args: Record<string, unknown>,
  report: McpOptions['report'],
): Promise<string> {
  if (error instanceof ServiceGoneError)
    return 'The service stopped and is started again. Call the tool once more.';
  if (error instanceof ServiceRefusalError) return refusal(error, client, args);
  if (error instanceof ToolError || error instanceof CliError) return error.message;
  if (error instanceof Error && error.name === 'AbortError') return 'The call was cancelled.';
  report(error);
  return 'Unexpected error in Interlinear. Its log has more.';
}

async function refusal(
  error: ServiceRefusalError,
  client: Client,
  args: Record<string, unknown>,
): Promise<string> {
  const field = error.errors.find(({ code }) => code === 'unknown_language' || code === 'unsupported_pair');
  if (!field) return error.message;
  const message = error.message.replaceAll(/ ?List what can be translated with: interlinear languages/g, '');
  const asked = args[field.field];
  const near =
    field.code === 'unknown_language' && typeof asked === 'string'
      ? ` The nearest are ${nearestLanguages(await client.json<Languages>('/v1/languages'), asked)}.`
      : '';
  return `${message}${near} list_languages shows what can be translated.`;
}
