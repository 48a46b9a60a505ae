import type { Guide } from './guide.ts'

export const kerala: Guide = {
  slug: 'kerala',
  opening:
    'From the fishing nets of Kochi the road climbs to tea gardens at 1,600 metres, comes down through pepper and cardamom, and ends on the water. A week does it without hurry, and hurry is the one thing Kerala does not do well.',
  days: 7,
  months: [
    [32, 22, 'dry', 'best'],
    [32, 24, 'dry', 'best'],
    [33, 25, 'showers', 'best'],
    [33, 26, 'showers', 'good'],
    [33, 26, 'wet', 'hard'],
    [30, 24, 'wet', 'hard'],
    [30, 24, 'wet', 'hard'],
    [30, 24, 'wet', 'hard'],
    [30, 24, 'wet', 'good'],
    [31, 24, 'wet', 'good'],
    [31, 24, 'wet', 'good'],
    [32, 23, 'showers', 'best'],
  ],
  sights: [
    {
      name: 'The backwaters of Alappuzha',
      time: 'A day and a night',
      text: 'A kettuvallam is a rice barge with bedrooms: it moves at walking pace past paddy fields that lie lower than the water, and moors at dusk while the cook fries the day’s fish.',
    },
    {
      name: 'Munnar',
      time: 'Two nights',
      text: 'Tea in every direction, clipped like a lawn over whole mountains. Mornings are clear, afternoons come in with mist.',
    },
    {
      name: 'Eravikulam National Park',
      time: 'Half a day',
      text: 'High grassland above Munnar and home of the Nilgiri tahr, a mountain goat that lets you come close. Closed for some weeks early in the year, when the young are born.',
    },
    {
      name: 'Fort Kochi',
      time: 'A day on foot',
      text: 'Chinese nets at the harbour mouth, a synagogue of 1568, Dutch houses with cafés in their yards, and Kathakali in the evening. Come an hour early to watch the faces being painted.',
    },
    {
      name: 'Periyar, Thekkady',
      time: 'A morning',
      text: 'A lake in the forest where elephants come to drink. Walks with rangers see more than the big boats do.',
    },
    {
      name: 'Varkala',
      time: 'A lazy end',
      text: 'A red cliff over the Arabian Sea with a path along its edge, and a beach that pilgrims and swimmers share.',
    },
  ],
  suits: [
    'Couples, and above all honeymooners',
    'Families with parents along: good roads, good food, short days',
    'Whoever needs a rest more than a list of sights',
  ],
  related: ['goa', 'manali'],
}
