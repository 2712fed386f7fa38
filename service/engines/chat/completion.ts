/** The answer of a server with OpenAI's API: the text, and whether it hit a length limit. */
export interface Completion {
  readonly content: string;
  readonly isCut: boolean;
}

/** Reads an answer of `/v1/chat/completions` or `/v1/completions`. */
export function readCompletion(answer: unknown): Completion {
  const { choices } = (answer ?? {}) as { choices?: unknown };
  const [choice] = (Array.isArray(choices) ? choices : []) as {
    message?: { content?: unknown };
    text?: unknown;
    finish_reason?: unknown;
  }[];
  if (!choice) return { content: '', isCut: false };
  return {
    content: textOf(choice.message?.content ?? choice.text),
    isCut: choice.finish_reason === 'length',
  };
}

/** Some servers answer in parts, with reasoning among them: `[{type: "text", text}]`. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { type?: unknown; text?: unknown } | null) =>
      part?.type === 'text' && typeof part.text === 'string' ? part.text : '',
    )
    .join('');
}

const THOUGHTS_END = '</think>';

/** Some servers put the reasoning's opening tag into the request, so look for the closing one only. */
export function withoutThoughts(content: string): string {
  const end = content.indexOf(THOUGHTS_END);
  return end < 0 ? content : content.slice(end + THOUGHTS_END.length);
}
