import type { GuideDetails } from './guide.ts'

export const goaDetails: GuideDetails = {
  when: {
    best: 'Visit between late November and February.',
    text: 'The sea is calm, the evenings are pleasant and every beach shack is open. October and March are warmer, less crowded and cheaper. From June to September it rains hard, the shacks come down and the sea is unsafe for swimming, but inland Goa is at its greenest.',
  },
  measuredAt: 'Panaji',
  plan: {
    title: 'Five days from north to south',
    text: 'One hotel in the north, one in the south, and no long drives in between.',
    days: [
      {
        title: 'Arrive and head to the beach',
        text: 'Land at Mopa or Dabolim and check in near Ashwem or Morjim. Nothing to do but the beach, and dinner with your feet in the sand.',
        night: 'North Goa',
      },
      {
        title: 'Forts and markets',
        text: 'A late breakfast, the cliffs at Vagator, Anjuna’s flea market if it is a Wednesday, and Chapora Fort at sunset.',
        night: 'North Goa',
      },
      {
        title: 'Old Goa and Fontainhas',
        text: 'The churches early, then Panaji’s Latin quarter on foot. If there is time, take the ferry across the Mandovi to Divar island.',
        night: 'North Goa',
      },
      {
        title: 'South through spice country',
        text: 'Lunch at a spice farm near Ponda on the way to Palolem or Agonda. The rest of the day is for the beach.',
        night: 'South Goa',
      },
      {
        title: 'One last swim',
        text: 'A morning at the beach, a stop at Cabo de Rama fort, and then your flight from Dabolim or train from Madgaon.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Goa has two airports: Dabolim (GOI), closer to the south, and Mopa (GOX) in the north. Compare both before you book.',
    },
    {
      name: 'By train',
      text: 'Konkan Railway trains stop at Thivim (north), Karmali (for Panaji) and Madgaon (south). Mumbai is 8 to 12 hours away.',
    },
    {
      name: 'Getting around',
      text: 'Distances are short but the roads are slow: north to south takes about two and a half hours. Your agent can arrange a car with a driver. To ride a scooter you need a licence and a helmet.',
    },
    {
      name: 'How long',
      text: 'Four nights for north and south, three for one of them, six or seven if you add Dudhsagar and Hampi.',
    },
  ],
  notFor:
    'Anyone hoping for an empty beach at Christmas: the last week of December is the busiest of the year.',
}
