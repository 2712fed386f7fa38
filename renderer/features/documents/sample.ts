/** A short English text for a first try. Built here, because the window has no files of its own to fetch. */
const LINES = [
  'Welcome to the harbour museum',
  'The museum stands where ships were built for three hundred years. Take your time: the exhibition is on two floors, and the café has the best view of the lock.',
  'Opening hours: Tuesday to Sunday, 10 a.m. to 6 p.m. Closed on Mondays.',
  'Please leave large bags in the lockers by the entrance. You need a coin of 1 euro, which you get back.',
  'Guided tours start at 11 a.m. and 2 p.m. and take about 50 minutes.',
];

export function sampleFile(name: string): File {
  return new File([`${LINES.join('\n')}\n`], name, { type: 'text/plain' });
}
