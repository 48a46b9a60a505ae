import type { Guide } from './guide.ts'

export const kerala: Guide = {
  slug: 'kerala',
  opening:
    'From Kochi’s fishing nets the road climbs to tea gardens at 1,600 metres, comes down through pepper and cardamom country, and ends on the backwaters. Give it a week: Kerala is best taken slowly.',
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
      kind: 'backwater',
      time: 'A day and a night',
      text: 'A kettuvallam is a rice barge turned houseboat. It drifts past paddy fields that lie below the water level and moors at dusk, while the cook fries the day’s catch.',
    },
    {
      name: 'Munnar',
      kind: 'tea',
      time: 'Two nights',
      text: 'Tea gardens in every direction, covering whole hillsides. Mornings are usually clear; the mist rolls in after lunch.',
    },
    {
      name: 'Eravikulam National Park',
      kind: 'wildlife',
      time: 'Half a day',
      text: 'High grassland above Munnar and home to the Nilgiri tahr, a mountain goat that is not shy of visitors. Closed for some weeks early in the year, during the calving season.',
    },
    {
      name: 'Fort Kochi',
      kind: 'harbour',
      time: 'A day on foot',
      text: 'Chinese fishing nets at the harbour, a synagogue built in 1568, Dutch houses with courtyard cafés, and Kathakali in the evening. Come an hour early to watch the make-up being done.',
    },
    {
      name: 'Periyar, Thekkady',
      kind: 'lake',
      time: 'A morning',
      text: 'A forest lake where elephants come to drink. You see more on a walk with a ranger than from the big boats.',
    },
    {
      name: 'Varkala',
      kind: 'cliff',
      time: 'A day or two',
      text: 'A red cliff above the Arabian Sea with a walking path along its edge, and a beach shared by pilgrims and swimmers.',
    },
  ],
  suits: [
    'Couples, honeymooners above all',
    'Families with elderly parents: good food and an easy pace',
    'Anyone who wants rest more than a list of sights',
  ],
  related: ['goa', 'manali'],
}
