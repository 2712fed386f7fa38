/** Servers of other people's APIs, on this machine, that do what a test tells them to. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server got it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed JSON, or the fields of a form; undefined where there was none. */
  readonly body: unknown;
  /** How many requests of this method and path came before. */
  readonly nth: number;
}

export type Reply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; headers?: Record<string, string>; text: string }
  /** Writes, holds or breaks the answer itself. */
  | { raw: (response: ServerResponse) => void };

export interface RemoteServer {
  readonly url: string;
  readonly seen: Seen[];
  /** Requests of a path so far. */
  of(path: string): Seen[];
  close(): Promise<void>;
}

export async function startRemote(reply: (seen: Seen) => Reply | Promise<Reply>): Promise<RemoteServer> {
  const seen: Seen[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const method = request.method ?? '';
    const path = request.url ?? '';
    const nth = seen.filter((one) => one.method === method && one.path === path).length;
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const body: unknown =
      text === '' ? undefined : isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    const one = { method, path, headers: request.headers, body, nth };
    seen.push(one);
    const given = await reply(one);
    if ('raw' in given) {
      given.raw(response);
      return;
    }
    const isJson = 'json' in given;
    response.writeHead(given.status ?? 200, {
      'Content-Type': isJson ? 'application/json' : 'text/plain',
      ...given.headers,
    });
    response.end(isJson ? JSON.stringify(given.json) : given.text);
  };
  const server = createServer((request, response) => {
    // A client that hangs up in the middle of its request.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    of: (path) => seen.filter((one) => one.path === path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface ChatItem {
  id: number;
  text: string;
}

/** The items that a chat completion was asked to translate. */
export function chatItems({ body }: Seen): ChatItem[] {
  const { messages } = body as { messages: { content: string }[] };
  return (JSON.parse(messages.at(-1)!.content) as { items: ChatItem[] }).items;
}

export function systemMessage({ body }: Seen): string {
  return (body as { messages: { content: string }[] }).messages[0]!.content;
}

/** A "translation" in which all marks, tags and entities stay as they are. */
export function shout(text: string): string {
  return text.replace(/[⟦⦗⟬⁅][^⟧⦘⟭⁆]*[⟧⦘⟭⁆]|<[^>]*>|&\w+;|\p{L}+/gu, (part) =>
    /^[⟦⦗⟬⁅<&]/u.test(part) ? part : part.toUpperCase(),
  );
}

export function completion(content: string, finish = 'stop'): Reply {
  return {
    json: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    },
  };
}

/** A model that shouts; `change` makes it misbehave. */
export function chatReply(seen: Seen, change: (items: ChatItem[]) => unknown[] = (items) => items): Reply {
  if (seen.path === '/v1/models')
    return { json: { object: 'list', data: [{ id: 'loud', object: 'model' }] } };
  const items = chatItems(seen).map(({ id, text }) => ({ id, text: shout(text) }));
  return completion(JSON.stringify({ items: change(items) }));
}

/** The part of DeepL's API that the engine speaks (developers.deepl.com), shouting. */
export function deeplReply(seen: Seen): Reply {
  const { method, path, body } = seen;
  if (path === '/v3/languages?resource=translate_text') {
    const both = ['de', 'es'];
    const sources = [...both, 'en', 'pt', 'zh'];
    const targets = [...both, 'en-GB', 'en-US', 'pt-BR', 'pt-PT', 'zh-Hans'];
    return {
      json: [...new Set([...sources, ...targets])].map((lang) => ({
        lang,
        name: lang,
        usable_as_source: sources.includes(lang),
        usable_as_target: targets.includes(lang),
        status: 'stable',
        features: { formality: { status: 'stable' }, glossary: { status: 'stable' } },
      })),
    };
  }
  if (path === '/v3/glossaries' && method === 'GET') return { json: { glossaries: [] } };
  if (path === '/v3/glossaries')
    return { status: 201, json: { glossary_id: `glossary-${seen.nth}`, ...(body as object) } };
  if (path.startsWith('/v3/glossaries/') && method === 'DELETE') return { status: 204, text: '' };
  const { text } = body as { text: string[] };
  return {
    json: { translations: text.map((one) => ({ detected_source_language: 'EN', text: shout(one) })) },
  };
}

/**
 * The part of LibreTranslate's API that the engine speaks, shouting. As the real one it resolves entities.
 */
export function libreReply({ path, body }: Seen): Reply {
  if (path === '/languages') {
    return {
      json: [
        { code: 'en', name: 'English', targets: ['en', 'es', 'pb', 'zt'] },
        { code: 'es', name: 'Spanish', targets: ['en', 'es'] },
        { code: 'pb', name: 'Portuguese (Brazil)', targets: ['en'] },
        { code: 'zt', name: 'Chinese (traditional)', targets: ['en'] },
      ],
    };
  }
  const { q } = body as { q: string[] };
  const unescaped = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return { json: { translatedText: q.map((text) => unescaped(shout(text))) } };
}

/** A LanguageTool server's text, as it was asked to check it. */
export function grammarText({ body }: Seen): string {
  return (body as { text: string }).text;
}

/** A match of LanguageTool, with members that it has and we do not read. */
export function grammarMatch(offset: unknown, length: unknown, values: readonly string[] = [], id = 'TYPO') {
  return {
    message: 'Possible spelling mistake found.',
    shortMessage: 'Spelling mistake',
    ...{ offset, length, replacements: values.map((value) => ({ value })) },
    rule: {
      id,
      description: 'Possible spelling mistake',
      issueType: 'misspelling',
      category: { id: 'TYPOS' },
    },
  };
}

/** LanguageTool, which finds each “eror” or “errror”. */
export function grammarReply(seen: Seen): Reply {
  if (seen.path === '/v2/languages')
    return {
      json: [
        { name: 'English (US)', code: 'en', longCode: 'en-US' },
        { name: 'French', code: 'fr', longCode: 'fr' },
        { name: 'Spanish', code: 'es', longCode: 'es' },
      ],
    };
  const matches = [...grammarText(seen).matchAll(/err?r?or/g)].flatMap((found) =>
    found[0] === 'error' ? [] : [grammarMatch(found.index, found[0].length, ['error', 'terror'])],
  );
  return { json: { software: { name: 'LanguageTool' }, matches } };
}
