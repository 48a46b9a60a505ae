import type { Guide } from './guide.ts'

export const goa: Guide = {
  slug: 'goa',
  opening:
    'Goa is two trips in one. The north has the markets, the music and the long beaches; the south has small bays, old houses and quiet. Four nights are enough to try both, if somebody has thought about where you sleep.',
  when: {
    best: 'Come between late November and February.',
    text: 'The sea is calm, nights are cool enough to sit outside, and every shack is open. October and March are warmer, emptier and cheaper. From June to September it rains hard, shacks are taken down and the sea is closed for swimming, but the hills inland turn a green you will not forget.',
  },
  measuredAt: 'Panaji',
  months: [
    [32, 20, 'dry', 'best'],
    [32, 21, 'dry', 'best'],
    [33, 23, 'dry', 'good'],
    [33, 25, 'dry', 'hard'],
    [33, 26, 'showers', 'hard'],
    [30, 25, 'wet', 'hard'],
    [29, 24, 'wet', 'hard'],
    [29, 24, 'wet', 'hard'],
    [30, 24, 'wet', 'hard'],
    [32, 24, 'showers', 'good'],
    [33, 22, 'dry', 'best'],
    [33, 21, 'dry', 'best'],
  ],
  sights: [
    {
      name: 'Old Goa',
      time: 'Half a day',
      text: 'The capital of Portuguese India, left to its churches. In the Basilica of Bom Jesus lie the relics of St Francis Xavier; the Sé Cathedral across the lawn is among the largest churches in Asia. Go before ten.',
    },
    {
      name: 'Fontainhas, Panaji',
      time: 'A slow morning',
      text: 'The Latin quarter: ochre and indigo houses, tiled roofs, oyster-shell windows and a bakery that has not changed its recipe. Best on foot, with no plan at all.',
    },
    {
      name: 'Chapora Fort',
      time: 'Sunset',
      text: 'A ruin on a hill above Vagator. Ten minutes of climbing for a view along the whole northern coast.',
    },
    {
      name: 'Palolem and Agonda',
      time: 'As long as you can',
      text: 'Two bays of the far south: Palolem a crescent with calm water that children can swim in, Agonda long, straight and quiet, where turtles come to nest.',
    },
    {
      name: 'Dudhsagar Falls',
      time: 'A day',
      text: 'About 310 metres of white water in four steps, reached by jeep through the forest from Kulem when the monsoon is over, usually from October to May.',
    },
    {
      name: 'A spice farm near Ponda',
      time: 'Lunch',
      text: 'Pepper on the vine, cardamom at the root, and a Goan lunch on a banana leaf in the shade of the areca palms.',
    },
  ],
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
  suits: [
    'Friends who want beaches by day and music by night',
    'Couples: choose the south',
    'Families with small children: calm bays from November to March',
  ],
  notFor:
    'Whoever wants an empty beach at Christmas: the last week of December is the busiest of the year.',
  related: ['kerala', 'rajasthan'],
}
