import { baseLanguage, languageName } from '../../contract/index.ts';
import type { EnginePair } from '../../contract/index.ts';
import type { GlossaryEntry } from '../../text/glossary.ts';

/** A request to an OpenAI-compatible server, without the model's name. */
export interface PromptRequest {
  readonly path: '/v1/chat/completions' | '/v1/completions';
  readonly body: object;
}

export interface Prompt {
  readonly text: string;
  readonly pair: EnginePair;
  /** The glossary entries that occur in the text, for profiles with a glossary. */
  readonly terms: readonly GlossaryEntry[];
  /** For profiles with a context. */
  readonly context: string | undefined;
}

/** How to prompt a translation model that understands only one kind of prompt. */
export interface ModelProfile {
  readonly name: string;
  /** Tags of the languages the model was trained on. */
  readonly languages: readonly string[];
  readonly glossary: boolean;
  readonly context: boolean;
  readonly sampling: Readonly<Record<string, number>>;
  /**
   * The possible forms of the prompt, likeliest first: if a server refuses one, the next is sent. `owner`:
   * `owned_by` of the server's model list, which identifies the kind of server.
   */
  forms(prompt: Prompt, owner: string | undefined): readonly PromptRequest[];
}

const list = (tags: string): string[] => tags.split(' ');

/** Also in the model card of HY-MT1.5: 33 languages and 5 dialects. */
const HY_LANGUAGES = list(
  'zh en fr pt es ja tr ru ar ko th it de vi ms id tl fil hi zh-Hant pl cs nl km my fa gu ur te mr he bn ta uk bo kk mn ug yue',
);
/** WMT24++, on which its makers measured it. */
const TRANSLATE_GEMMA_LANGUAGES = list(
  'ar bg bn ca cs da de el en es et fa fi fil tl fr gu he hi hr hu id is it ja kn ko lt lv ml mr nl no nb pa pl pt ro ru sk sl sr sv sw ta te th tr uk ur vi zh zh-Hant zu',
);
const MILMMT_LANGUAGES = list(
  'ar az bg bn ca cs da de el en es fa fi fr he hi hr hu id it ja kk km ko lo ms my no nb nl pl pt ro ru sk sl sv ta th tl fil tr ur uz vi yue zh zh-Hant',
);
const SALAMANDRA_2B_LANGUAGES = list(
  'an ast bg ca cs da de el en es et eu fi fr ga gl hr hu it lt lv mt nl pl pt ro sk sl sv',
);
const SALAMANDRA_7B_LANGUAGES = [...SALAMANDRA_2B_LANGUAGES, ...list('cy nb nn oc ru sr uk')];

/** Without this, Hy-MT2 answers in Chinese whatever the target is. */
const hyMt2: ModelProfile = {
  name: 'Hy-MT2',
  languages: HY_LANGUAGES,
  glossary: true,
  context: true,
  // llama.cpp calls the last one `repeat_penalty`, vLLM `repetition_penalty`. Each ignores the other's name.
  sampling: { temperature: 0.7, top_p: 0.6, top_k: 20, repetition_penalty: 1.05, repeat_penalty: 1.05 },
  forms: (prompt) => [chat(hyPrompt(prompt))],
};

function hyPrompt({ text, pair, terms, context }: Prompt): string {
  // The model card has a Chinese template for directions with Chinese, and an English one for all others.
  const isChinese = [pair.from, pair.to].some((tag) => ['zh', 'yue'].includes(baseLanguage(tag)));
  const target = languageName(pair.to, isChinese ? 'zh' : 'en');
  const glossary = terms.map(({ term, translation }) =>
    isChinese ? `${term} 翻译成 ${translation}` : `${term} is translated as ${translation}`,
  );
  if (isChinese) {
    return [
      ...(context === undefined ? [] : [`${context}\n参考上面的信息，注意不需要翻译上文。\n`]),
      ...(glossary.length === 0 ? [] : [`参考下面的翻译：\n${glossary.join('\n')}\n`]),
      `将以下文本翻译为${target}，注意只需要输出翻译后的结果，不要额外解释：\n\n${text}`,
    ].join('\n');
  }
  return [
    ...(context === undefined
      ? []
      : [`${context}\nUse the information above as background, without translating it.\n`]),
    ...(glossary.length === 0 ? [] : [`Refer to the following translations:\n${glossary.join('\n')}\n`]),
    `Translate the following segment into ${target}, without additional explanation.\n\n${text}`,
  ].join('\n');
}

/** `owned_by` of Ollama, llama.cpp and LM Studio, whose templates take plain text only. */
const PLAIN_TEXT_SERVERS = new Set(['library', 'llamacpp', 'organization_owner']);

const translateGemma: ModelProfile = {
  name: 'TranslateGemma',
  languages: TRANSLATE_GEMMA_LANGUAGES,
  glossary: false,
  context: false,
  sampling: { temperature: 0 },
  forms({ text, pair: { from, to } }, owner) {
    // The makers' template accepts exactly this, and fails on anything else.
    const structured = chat([{ type: 'text', source_lang_code: from, target_lang_code: to, text }]);
    const [source, target] = [nameOf(from), nameOf(to)];
    const plain = chat(
      `You are a professional ${source} (${from}) to ${target} (${to}) translator. Your goal is to accurately convey the meaning and nuances of the original ${source} text while adhering to ${target} grammar, vocabulary, and cultural sensitivities.\n` +
        `Produce only the ${target} translation, without any additional explanations or commentary. Please translate the following ${source} text into ${target}:\n\n\n${text}`,
    );
    return owner !== undefined && PLAIN_TEXT_SERVERS.has(owner) ? [plain, structured] : [structured, plain];
  },
};

/** Follows no instructions: use a raw completion. */
const milmmt: ModelProfile = {
  name: 'MiLMMT-46',
  languages: MILMMT_LANGUAGES,
  glossary: false,
  context: false,
  sampling: { temperature: 0 },
  forms({ text, pair: { from, to } }) {
    const prompt = `Translate this from ${nameOf(from)} to ${nameOf(to)}:\n${nameOf(from)}: ${text}\n${nameOf(to)}:`;
    // Without a stop it may go on with further examples.
    const stop = text.includes('\n') ? {} : { stop: ['\n'] };
    return [{ path: '/v1/completions', body: { prompt, ...stop } }];
  },
};

function salamandra(name: string, languages: readonly string[]): ModelProfile {
  return {
    name,
    languages,
    glossary: false,
    context: false,
    sampling: { temperature: 0 },
    forms: ({ text, pair: { from, to } }) => [
      chat(
        `Translate the following text from ${nameOf(from)} into ${nameOf(to)}.\n${nameOf(from)}: ${text} \n${nameOf(to)}:`,
      ),
    ],
  };
}

const salamandra2b = salamandra('SalamandraTA 2B', SALAMANDRA_2B_LANGUAGES);
const salamandra7b = salamandra('SalamandraTA 7B', SALAMANDRA_7B_LANGUAGES);

/** By the names under which models are shared: `hf.co/tencent/Hy-MT2-7B-GGUF:Q4_K_M`, `translategemma:4b`. */
const PROFILES: readonly (readonly [name: RegExp, profile: ModelProfile])[] = [
  // Not HY-MT1.5, which has another licence and other prompts.
  [/\bhy[-_ ]?mt[-_ ]?2(?![.\d])/i, hyMt2],
  [/translate[-_ ]?gemma/i, translateGemma],
  [/milmmt[-_ ]?46/i, milmmt],
  [/salamandra[-_ ]?ta.*7b/i, salamandra7b],
  [/salamandra[-_ ]?ta/i, salamandra2b],
];

/** The profile of a translation model, by the model's name; undefined for a general model. */
export function profileOf(model: string): ModelProfile | undefined {
  return PROFILES.find(([name]) => name.test(model))?.[1];
}

/** Turns off Gemma 4's reasoning: Ollama and vLLM have different switches. */
export function withoutThinking(model: string): object {
  return /gemma[-_ ]?4(?![\d.]|b\b)/i.test(model)
    ? { reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false } }
    : {};
}

function chat(content: string | readonly object[]): PromptRequest {
  return { path: '/v1/chat/completions', body: { messages: [{ role: 'user', content }] } };
}

function nameOf(tag: string): string {
  return languageName(tag, 'en');
}
