/** Says in a sentence why a tool cannot do what it was asked, and what to do next. */
export class ToolError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ToolError';
  }
}
