import { refuse } from '../shared/refusals.ts';

export function copyingForbidden(): Error {
  return refuse(
    'copying_forbidden',
    'The author of this PDF forbids copying from it. If you have the right to translate it, say so with pdf.rights and send it again.',
  );
}

export function dynamicForm(): Error {
  return refuse(
    'dynamic_form',
    'This PDF is a dynamic form (XFA), whose text only the program that made it can show. Save it as an ordinary PDF in that program, and translate that.',
  );
}

export function textIsPicture(): Error {
  return refuse(
    'text_is_picture',
    'This PDF is pictures of pages (a scan): it has no letters. It needs text recognition first; run it through such a program and translate the result.',
  );
}

export function lettersUnreadable(): Error {
  return refuse(
    'letters_unreadable',
    'The fonts of this PDF do not say which letters they draw; copying from it gives nonsense in every program. Print it to a new PDF with text recognition, and translate that.',
  );
}
