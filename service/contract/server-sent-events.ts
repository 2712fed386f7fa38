export interface ServerSentEvent {
  event: string;
  data: string;
}

/**
 * Reads a stream of Server-Sent Events (HTML Standard §9.2.6): fields by line, an empty line ends an event,
 * `:` is a comment. Lines end with LF or CR LF; a lone CR, which the standard allows too, nobody sends.
 */
export async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
}

/** Whole lines; what follows the last line break belongs to an event that was cut off. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let parts: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A long line comes in many chunks: they are joined once, when it ends.
      const [first = '', ...others] = value.split('\n');
      parts.push(first);
      for (const piece of others) {
        yield parts.join('').replace(/\r$/, '');
        parts = [piece];
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
