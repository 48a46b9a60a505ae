import type { GuideDetails } from './guide.ts'

export const goaDetails: GuideDetails = {
  when: {
    best: 'Come between late November and February.',
    text: 'The sea is calm, nights are cool enough to sit outside, and every shack is open. October and March are warmer, emptier and cheaper. From June to September it rains hard, shacks are taken down and the sea is closed for swimming, but the hills inland turn a green you will not forget.',
  },
  measuredAt: 'Panaji',
  plan: {
    title: 'Five days from north to south',
    text: 'One hotel in the north, one in the south, and no day with more than two hours in the car.',
    days: [
      {
        title: 'Arrive, and walk to the sea',
        text: 'Land at Mopa or Dabolim, check in near Ashvem or Morjim. Nothing planned but the beach and dinner with your feet in the sand.',
        night: 'North Goa',
      },
      {
        title: 'Forts and markets',
        text: 'A late breakfast, the cliffs of Vagator, Anjuna’s market if it is a Wednesday, and Chapora Fort for the sunset.',
        night: 'North Goa',
      },
      {
        title: 'Old Goa and Fontainhas',
        text: 'The churches early, then the Latin quarter of Panaji on foot. A ferry over the Mandovi to Divar island if there is time.',
        night: 'North Goa',
      },
      {
        title: 'Through the spice country to the south',
        text: 'Lunch at a farm near Ponda on the way to Palolem or Agonda. The rest of the day belongs to the bay.',
        night: 'South Goa',
      },
      {
        title: 'One more swim',
        text: 'A morning on the water, the fort at Cabo de Rama on the way, and the flight from Dabolim or the train from Madgaon.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Two airports: Dabolim (GOI) in the middle, handy for the south, and Mopa (GOX) in the north. Look at both before you book.',
    },
    {
      name: 'By train',
      text: 'The Konkan Railway stops at Thivim (north), Karmali (Panaji) and Madgaon (south). Mumbai is 8 to 12 hours away.',
    },
    {
      name: 'Getting about',
      text: 'Distances are short and roads slow: north to south is about two and a half hours. Agents arrange a car with a driver; a scooter needs a licence and a helmet.',
    },
    {
      name: 'How long',
      text: 'Four nights for both coasts, three for one of them, six or seven with Dudhsagar and Hampi.',
    },
  ],
  notFor:
    'Whoever wants an empty beach at Christmas: the last week of December is the busiest of the year.',
}
