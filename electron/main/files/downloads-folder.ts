import type { Source } from './download.ts';

/**
 * The folder that the user's settings name for translated files, where dialogs begin. Empty where they name none, or cannot be had: then
 * the system's dialog begins where it was left.
 */
export async function downloadsFolder({ baseUrl, key }: Source): Promise<string> {
  try {
    const response = await fetch(`${baseUrl}/v1/settings`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await response.json()) as { data?: { downloads_folder?: string | null } };
    return data?.downloads_folder ?? '';
  } catch {
    return '';
  }
}
