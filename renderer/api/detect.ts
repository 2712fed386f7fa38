import { ask } from './client.ts';

export interface DetectedLanguage {
  code: string;
  /** 0 to 1. */
  confidence: number;
}

/** The likely languages of a text, best first. The first call loads a table, which takes a second. */
export async function detectLanguage(text: string, signal: AbortSignal): Promise<DetectedLanguage[]> {
  return (
    await ask<{ languages: DetectedLanguage[] }>('/v1/detect', { method: 'POST', body: { text }, signal })
  ).data.languages;
}
