import { describe, expect, it } from 'vitest';
import type { FileType } from '../../service/contract/index.ts';
import { withSyntaxes } from '../../service/text/protected/evidence.ts';

const activeIn = (texts: readonly string[], format?: FileType) =>
  withSyntaxes(
    texts.map((text) => ({ text })),
    { format },
  ).active;
const prose = (count: number) => Array.from({ length: count }, (_, n) => `House ${n} is red.`);

describe('a syntax that could be prose counts', () => {
  it('where three texts of the job have it', () => {
    const texts = ['Hi :name', 'The :count cars', 'A :place'];
    expect(activeIn([...prose(100), ...texts])).toEqual(['laravel']);
    expect(activeIn([...prose(100), ...texts.slice(1)])).toEqual([]);
  });

  it('not for three slips in a book', () => {
    expect(activeIn([...prose(1_000), 'Hi :name', 'The :count cars', 'A :place'])).toEqual([]);
  });

  it('in a few texts where half of them have it, and not once', () => {
    expect(activeIn(['Change the house of :name', ':name has a car and :count houses'])).toEqual(['laravel']);
    expect(activeIn(['Meet me at :noon'])).toEqual([]);
    expect(activeIn(['Hi :name, you have :count houses'])).toEqual(['laravel']);
  });

  it('where one text has a form that nothing else has', () => {
    expect(activeIn([...prose(100), '#if($a)The car', '#else The house#end'])).toContain('velocity-word');
    expect(activeIn([...prose(100), 'The :house_name'])).toEqual(['laravel']);
  });

  it('in files of messages, whose format has it', () => {
    expect(activeIn(['Hi :name'], 'json')).toContain('laravel');
    expect(activeIn(['Hi !name'], 'po')).toContain('bang-word');
    expect(activeIn(['Hi :name'], 'docx')).toEqual([]);
  });

  it('where the job chooses it, and no other does', () => {
    const segments = [{ text: 'Hi :name, $name' }, { text: 'No one' }];
    expect(withSyntaxes(segments, { format: 'json', option: ['dollar-word'] })).toEqual({
      active: ['dollar-word'],
      segments: [{ text: 'Hi :name, $name', syntaxes: ['dollar-word'] }, { text: 'No one' }],
    });
    expect(withSyntaxes(segments, { format: 'json', option: [] }).segments).toEqual(segments);
  });

  it('in a segment whose format says so', () => {
    const segments = [{ text: 'It is %-5s', syntaxes: ['c-format'] }];
    expect(withSyntaxes(segments).segments).toEqual(segments);
  });
});
