import type { Guide } from './guide.ts'

export const goa: Guide = {
  slug: 'goa',
  opening:
    'Goa is two trips in one. The north has markets, music and long beaches; the south has small bays, old houses and quiet. Four nights are enough for both, if you choose your hotels well.',
  days: 5,
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
      kind: 'church',
      time: 'Half a day',
      text: 'Once the capital of Portuguese India, now a town of churches. The Basilica of Bom Jesus holds the relics of St Francis Xavier; the Sé Cathedral across the road is among the largest churches in Asia. Go before 10 am.',
    },
    {
      name: 'Fontainhas, Panaji',
      kind: 'old-town',
      time: 'A morning',
      text: 'Panaji’s Latin quarter: ochre and indigo houses, tiled roofs, oyster-shell windows and small bakeries. Best explored on foot, with no fixed plan.',
    },
    {
      name: 'Chapora Fort',
      kind: 'fort',
      time: 'Sunset',
      text: 'A ruined fort on a hill above Vagator. A ten-minute climb gets you a long view of the northern coast.',
    },
    {
      name: 'Palolem and Agonda',
      kind: 'beach',
      time: 'A day or more',
      text: 'Two bays in the far south. Palolem is a crescent with calm, shallow water that families like; Agonda is long, straight and quiet, and turtles nest there.',
    },
    {
      name: 'Dudhsagar Falls',
      kind: 'waterfall',
      time: 'A day',
      text: 'A four-tier waterfall about 310 metres high, reached by jeep through the forest from Kulem once the monsoon is over, usually October to May.',
    },
    {
      name: 'A spice farm near Ponda',
      kind: 'spices',
      time: 'Half a day',
      text: 'See pepper, cardamom and vanilla as they grow, then sit down to a Goan lunch on a banana leaf under the areca palms.',
    },
  ],
  suits: [
    'Friends who want beaches by day and music by night',
    'Couples, especially in the quieter south',
    'Families with small children: the bays are calm from November to March',
  ],
  related: ['kerala', 'rajasthan'],
}
