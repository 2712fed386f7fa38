/** The client whose glossaries and memories the window's pages show: a request that names none gets General's. */
let chosen = 'general';

export function showClient(id: string): void {
  chosen = id;
}

/** The member of a request for the chosen client; none for General. */
export function clientIn(id = chosen): { client_id?: string } {
  return id === 'general' ? {} : { client_id: id };
}

/** As `clientIn`, for an address with or without a query. */
export function inClient(path: string): string {
  const query = new URLSearchParams(clientIn()).toString();
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
