import { describe, expect, it } from 'vitest';
import { matching } from '../../renderer/ui/combobox.ts';

const CHOICES = [
  { value: 'zh', label: 'Chinese', keywords: ['中文', 'zh'] },
  { value: 'fr', label: 'French', keywords: ['Français', 'fr'] },
  { value: 'de', label: 'German', keywords: ['Deutsch', 'de'] },
  { value: 'sw', label: 'Swahili', keywords: ['Kiswahili', 'sw'] },
  { value: 'pt-BR', label: 'Portuguese (Brazil)', keywords: ['Português (Brasil)', 'pt-BR'] },
];

function found(query: string): string[] {
  return matching(CHOICES, query).map((choice) => choice.value);
}

describe('searching a language', () => {
  it('shows all in their order without a query', () => {
    expect(found(' ')).toEqual(['zh', 'fr', 'de', 'sw', 'pt-BR']);
  });

  it('finds by English name, endonym and code, without regard to case and accents', () => {
    expect(found('GERM')).toEqual(['de']);
    expect(found('francais')).toEqual(['fr']);
    expect(found('中')).toEqual(['zh']);
    expect(found('pt-br')).toEqual(['pt-BR']);
  });

  it('puts what begins with the query before what only holds it', () => {
    expect(found('s')[0]).toBe('sw');
    expect(found('s')).toContain('zh');
  });

  it('finds nothing for an unknown name', () => {
    expect(found('klingon')).toEqual([]);
  });
});
