import type { Guide } from './guide.ts'

export const rajasthan: Guide = {
  slug: 'rajasthan',
  opening:
    'Forts on the hilltops, lakes in the cities and sand dunes in the west. Rajasthan is large: you will enjoy it more if you leave something out and treat the road between cities as part of the trip.',
  days: 9,
  months: [
    [25, 10, 'dry', 'best'],
    [28, 12, 'dry', 'best'],
    [33, 18, 'dry', 'good'],
    [38, 23, 'dry', 'hard'],
    [41, 27, 'dry', 'hard'],
    [40, 28, 'showers', 'hard'],
    [36, 27, 'showers', 'hard'],
    [34, 25, 'showers', 'good'],
    [35, 24, 'showers', 'good'],
    [36, 20, 'dry', 'good'],
    [31, 15, 'dry', 'best'],
    [27, 11, 'dry', 'best'],
  ],
  sights: [
    {
      name: 'Mehrangarh, Jodhpur',
      kind: 'fort',
      time: 'A morning',
      text: 'The fort rises about 120 metres above the blue houses of the old city. Cannonball marks at the gates, royal cradles and howdahs inside, and an audio guide worth taking.',
    },
    {
      name: 'Jaisalmer Fort',
      kind: 'fort',
      time: 'A day',
      text: 'Founded in 1156 and still lived in: shops, temples and homes behind 99 bastions of yellow sandstone.',
    },
    {
      name: 'The dunes at Sam and Khuri',
      kind: 'dunes',
      time: 'A night',
      text: 'An hour from Jaisalmer. Camels at sunset, folk music by the fire and, if you pick a quiet camp, a sky full of stars.',
    },
    {
      name: 'City Palace and Lake Pichola, Udaipur',
      kind: 'lake-palace',
      time: 'A day and an evening',
      text: 'Four centuries of palaces along one lakeshore. See the inside in the morning, and take a boat at sunset.',
    },
    {
      name: 'Ranakpur',
      kind: 'temple',
      time: 'Two hours',
      text: 'A 15th-century Jain temple with 1,444 marble pillars, each carved differently, between Udaipur and Jodhpur. Open to visitors from noon.',
    },
    {
      name: 'Kumbhalgarh',
      kind: 'wall',
      time: 'Half a day',
      text: 'A fort in the Aravalli hills, ringed by a 36-kilometre wall. Maharana Pratap was born here.',
    },
  ],
  suits: [
    'Families and groups: a haveli has room for all of you',
    'Couples who want a night in a palace',
    'Photographers and history lovers',
  ],
  related: ['jaipur', 'manali'],
}
