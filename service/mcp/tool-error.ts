/** Why a tool cannot do what was requested, and what to do next, in a sentence. */
export class ToolError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ToolError';
  }
}
