import { formatFacts } from '../service/contract/formats.ts';
import type { FileType, FormatFamily } from '../service/contract/formats.ts';
import type { LanguageCode } from './languages.ts';

const FAMILIES: Readonly<Record<LanguageCode, Readonly<Record<FormatFamily, string>>>> = {
  en: {
    word: 'Document',
    sheet: 'Spreadsheet',
    slides: 'Presentation',
    table: 'Table',
    text: 'Text',
    web: 'Web page',
    subtitles: 'Subtitles',
    strings: 'Translation file',
    book: 'E-book',
  },
  es: {
    word: 'Documento',
    sheet: 'Hoja de cálculo',
    slides: 'Presentación',
    table: 'Tabla',
    text: 'Texto',
    web: 'Página web',
    subtitles: 'Subtítulos',
    strings: 'Archivo de traducción',
    book: 'Libro electrónico',
  },
  de: {
    word: 'Dokument',
    sheet: 'Arbeitsmappe',
    slides: 'Präsentation',
    table: 'Tabelle',
    text: 'Text',
    web: 'Webseite',
    subtitles: 'Untertitel',
    strings: 'Übersetzungsdatei',
    book: 'E-Book',
  },
  fr: {
    word: 'Document',
    sheet: 'Classeur',
    slides: 'Présentation',
    table: 'Tableau',
    text: 'Texte',
    web: 'Page web',
    subtitles: 'Sous-titres',
    strings: 'Fichier de traduction',
    book: 'Livre numérique',
  },
  ar: {
    word: 'مستند',
    sheet: 'جدول بيانات',
    slides: 'عرض تقديمي',
    table: 'جدول',
    text: 'نص',
    web: 'صفحة ويب',
    subtitles: 'ترجمة مرئية',
    strings: 'ملف ترجمة',
    book: 'كتاب إلكتروني',
  },
};

/** "Document (DOCX)", in the language of the interface. */
export function formatName(language: LanguageCode, fileType: FileType): string {
  const { family, label } = formatFacts(fileType);
  return `${FAMILIES[language][family]} (${label})`;
}
