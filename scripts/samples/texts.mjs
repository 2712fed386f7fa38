export const csvText = [
  'Text;Stop;Seconds',
  'Welcome to the harbour museum.;1;12',
  '"This lighthouse is more than two hundred years old; it still works every night.";2;18',
  '"The sailors called this boat ""the old lady"".";3;15',
  'Please do not touch the glass.;4;6',
  '1847;5;4',
  'Visit our website: https://museum.example/visit;6;9',
  '"The fishermen left the port before the sun.\nThey returned with the tide.";7;21',
  'Thank you for your visit.;8;8',
  '',
].join('\r\n');

export const txtText = `Dear visitors,

Welcome to the harbour museum. We open every day at nine in the morning.

    The tour starts at the lighthouse and ends in the old boat house.
    Children under twelve years do not pay.

You can write to us: hello@museum.example
The library has more than 4,000 books about the sea.

With kind regards,
The team of the museum
`;
