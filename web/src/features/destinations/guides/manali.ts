import type { Guide } from './guide.ts'

export const manali: Guide = {
  slug: 'manali',
  opening:
    'A town at 2,000 metres where the Beas comes down between deodar woods, with snow to the north whatever the month. Come for the first snow of your life, for the tunnel to Lahaul, or for apples, rivers and doing little.',
  days: 6,
  months: [
    [11, -2, 'snow', 'good'],
    [12, -1, 'snow', 'good'],
    [17, 3, 'showers', 'best'],
    [22, 6, 'showers', 'best'],
    [25, 9, 'showers', 'best'],
    [27, 13, 'showers', 'best'],
    [26, 15, 'wet', 'hard'],
    [25, 15, 'wet', 'hard'],
    [24, 11, 'showers', 'best'],
    [21, 6, 'dry', 'best'],
    [17, 2, 'dry', 'good'],
    [13, 0, 'snow', 'good'],
  ],
  sights: [
    {
      name: 'The Atal Tunnel and Sissu',
      time: 'A day',
      text: 'Nine kilometres under the Pir Panjal range, and the world on the other side is another: bare, bright Lahaul, a waterfall above Sissu, and snow late into spring.',
    },
    {
      name: 'Solang valley',
      time: 'A day',
      text: 'A meadow under the peaks half an hour from town: skis and sledges in winter, paragliders and a ropeway for the rest of the year.',
    },
    {
      name: 'Hadimba temple',
      time: 'An hour at dawn',
      text: 'Wood and stone of 1553 under a roof of four tiers, in a grove of deodars. Before eight you share it with the crows.',
    },
    {
      name: 'Old Manali and Vashisht',
      time: 'An afternoon',
      text: 'Two villages above the town: cafés and slate roofs in one, hot springs beside an old temple in the other. Jogini falls are an easy walk from Vashisht.',
    },
    {
      name: 'Naggar',
      time: 'Half a day',
      text: 'The old capital of Kullu: a castle of stone and timber laid without mortar, and the house where Nicholas Roerich painted these mountains.',
    },
    {
      name: 'Rohtang pass',
      time: 'A day, in season',
      text: '3,978 metres, open roughly from May to November. Cars need a permit and there are only so many a day; your agent gets it beforehand.',
    },
  ],
  suits: [
    'Couples, in snow or in blossom',
    'Families with children old enough for a sledge',
    'Friends with a taste for roads, rivers and paragliders',
  ],
  related: ['jaipur', 'kerala'],
}
