export const csvText = [
  'Text;Stop;Seconds',
  'Welcome to the harbour museum.;1;12',
  '"The lighthouse has more than two hundred years of history; its light is very important for the fishermen.";2;18',
  '"The sailors called the boat ""the old lady"".";3;15',
  'Our library has many books about the sea.;4;6',
  '1847;5;4',
  'Visit our website: https://museum.example/visit;6;9',
  '"The fishermen left the port at night.\nThey returned in the morning.";7;21',
  'You can buy the tickets on our website.;8;8',
  '',
].join('\r\n');

export const txtText = `Dear visitors,

Welcome to the harbour museum. The museum opens every day of the year.

    The visit begins at the lighthouse. You will see how the fishermen worked.
    The children do not pay.

You can write to us: hello@museum.example
Our library has more than 4,000 books about the sea.

Best wishes,
The team of the museum
`;
