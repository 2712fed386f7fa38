/** Programs that serve language models on the machine they run on, and their documented ports. */
export const LOCAL_SERVER_PORTS = {
  ollama: 11_434,
  'lm-studio': 1_234,
  'llama.cpp': 8_080,
  vllm: 8_000,
} as const;

export type LocalServerKind = keyof typeof LOCAL_SERVER_PORTS;
export type LocalPorts = Readonly<Record<LocalServerKind, number>>;
