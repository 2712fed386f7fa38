/** Names for parts of the contract's answers that it only types as a whole. */
import type { GlossaryResource, Languages } from '../../service/contract/index.ts';

export type LanguagePair = Languages['pairs'][number];
export type GlossaryEntry = NonNullable<GlossaryResource['dictionaries'][number]['entries']>[number];
