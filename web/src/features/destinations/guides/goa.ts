import type { Guide } from './guide.ts'

export const goa: Guide = {
  slug: 'goa',
  opening:
    'Goa is two trips in one. The north has the markets, the music and the long beaches; the south has small bays, old houses and quiet. Four nights are enough to try both, if somebody has thought about where you sleep.',
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
  suits: [
    'Friends who want beaches by day and music by night',
    'Couples: choose the south',
    'Families with small children: calm bays from November to March',
  ],
  related: ['kerala', 'rajasthan'],
}
