import type { Guide } from './guide.ts'

export const rajasthan: Guide = {
  slug: 'rajasthan',
  opening:
    'A fort on every rock, a lake in every city that could dig one, and in the west the sand. Rajasthan is large: it rewards those who leave something out, and take the road between two cities as part of the journey.',
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
      time: 'A morning',
      text: 'The fort grows out of its rock 120 metres above the blue houses of the old town. Cannonball scars at the gates, cradles and howdahs inside, and an audio guide that is worth every minute.',
    },
    {
      name: 'Jaisalmer Fort',
      time: 'A day',
      text: 'Founded in 1156 and still lived in: shops, temples and families behind ninety-nine bastions of yellow sandstone.',
    },
    {
      name: 'The dunes at Sam and Khuri',
      time: 'A night',
      text: 'An hour from Jaisalmer. Camels at sunset, music at the fire, and then, if the camp is chosen well, nothing but stars.',
    },
    {
      name: 'City Palace and Lake Pichola, Udaipur',
      time: 'A day and an evening',
      text: 'Four centuries of palaces along one shore. See it from inside in the morning, and from a boat when the light goes.',
    },
    {
      name: 'Ranakpur',
      time: 'A stop of two hours',
      text: 'A Jain temple of the fifteenth century with 1,444 marble pillars, no two of them alike, between Udaipur and Jodhpur. Open to visitors from noon.',
    },
    {
      name: 'Kumbhalgarh',
      time: 'Half a day',
      text: 'A wall of 36 kilometres around a fort in the Aravalli hills, where Maharana Pratap was born.',
    },
  ],
  suits: [
    'Families and groups: there is room in a haveli for all of you',
    'Couples who like a palace for a night',
    'Photographers, and whoever reads history standing up',
  ],
  related: ['jaipur', 'manali'],
}
