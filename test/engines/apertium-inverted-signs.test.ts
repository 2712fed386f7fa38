import { expect, it } from 'vitest';
import { withInvertedSigns } from '../../service/engines/apertium/inverted-signs.ts';

it.each([
  ['Cuántos elementos?', '¿Cuántos elementos?'],
  ['<1>Qué</1> nota das? Y por qué?', '<1>¿Qué</1> nota das? ¿Y por qué?'],
  ['Es rojo. "Por qué?" Qué bien!', 'Es rojo. "¿Por qué?" ¡Qué bien!'],
  ['Tiempo de respuesta – cuánto espera?', 'Tiempo de respuesta – ¿cuánto espera?'],
  ['<1/> es aquí?', '¿<1/> es aquí?'],
  ['- <1/>Quién es?<2/> Por qué?', '- <1/>¿Quién es?<2/> ¿Por qué?'],
  [', es rojo?', ', ¿es rojo?'],
  ['<1/>, es rojo?', '<1/>, ¿es rojo?'],
  ['¿Cuántos? Dos.', '¿Cuántos? Dos.'],
  ['Un valor (?) y otro.', 'Un valor (?) y otro.'],
  ['5!', '5!'],
  ['Hace Fig. 3 lo asoma?', '¿Hace Fig. 3 lo asoma?'],
  ['Es St. Mary abierta hoy? Es J. K. Rowling?', '¿Es St. Mary abierta hoy? ¿Es J. K. Rowling?'],
  ['No. Por qué?', 'No. ¿Por qué?'],
  ['Es la No. 5 aquí?', '¿Es la No. 5 aquí?'],
  ['Es <1/>. K. Rowling aquí?', 'Es <1/>. K. Rowling aquí?'],
  ['Es rojo<1/>. Por qué?', 'Es rojo<1/>. ¿Por qué?'],
  ['Es esto el Núm. 1 respuesta?', '¿Es esto el Núm. 1 respuesta?'],
  ['Son gatos, perros, etc. dejados?', '¿Son gatos, perros, etc. dejados?'],
  ['Qué el gobierno de EE.UU. dice hoy?', '¿Qué el gobierno de EE.UU. dice hoy?'],
  ['Trabaja en Acme Inc. Por qué?', 'Trabaja en Acme Inc. Por qué?'],
  ['Es un PDF. Por qué? Sí. Cuándo?', 'Es un PDF. ¿Por qué? Sí. ¿Cuándo?'],
  ['El hombre (quién?) vino tarde.', 'El hombre (¿quién?) vino tarde.'],
  ['Dijo "Hola!"', 'Dijo "¡Hola!"'],
  ['Leer "Quién soy?" por Smith. Por qué?', 'Leer "¿Quién soy?" por Smith. ¿Por qué?'],
  ['Quién soy?" dijo.', 'Quién soy?" dijo.'],
  ['- Por qué?', '- ¿Por qué?'],
  ['• Por qué?', '• ¿Por qué?'],
  ['a) por qué?', 'a) ¿por qué?'],
  ['Por qué?Porque!', 'Por qué?Porque!'],
  ['a?b=c', 'a?b=c'],
])('Spanish questions and exclamations begin with their sign: %j', (coded, expected) => {
  expect(withInvertedSigns(coded, 'es')).toBe(expected);
});

it('is so in no language that has no such signs', () => {
  expect(withInvertedSigns('How many?', 'en')).toBe('How many?');
});
