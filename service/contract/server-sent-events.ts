export interface ServerSentEvent {
  event: string;
  data: string;
}

/**
 * Reads a stream of Server-Sent Events (HTML Standard §9.2.6): fields by line, an empty line ends an event,
 * `:` is a comment. Lines end with LF or CR LF; the standard's lone CR is not supported, as nobody sends it.
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

/** Whole lines; text after the last line break belongs to a truncated event and is dropped. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let parts: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A long line arrives in many chunks: they are joined once, at its end.
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
