import type { Guide } from './guide.ts'

export const manali: Guide = {
  slug: 'manali',
  opening:
    'A town at about 2,000 metres, where the Beas runs between deodar forests and there are snow peaks to the north. Come to see your first snow, to drive through the tunnel to Lahaul, or just to do very little.',
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
      kind: 'tunnel',
      time: 'A day',
      text: 'Nine kilometres under the Pir Panjal range, and you come out in another world: the bare, bright valley of Lahaul, a waterfall above Sissu, and snow late into spring.',
    },
    {
      name: 'Solang valley',
      kind: 'meadow',
      time: 'A day',
      text: 'A meadow below the peaks, half an hour from town: skiing and sledging in winter, paragliding and a ropeway the rest of the year.',
    },
    {
      name: 'Hadimba temple',
      kind: 'pagoda',
      time: 'An hour, early',
      text: 'A temple of wood and stone built in 1553, with a four-tier roof, in a deodar grove. Go early, before the crowds.',
    },
    {
      name: 'Old Manali and Vashisht',
      kind: 'village',
      time: 'An afternoon',
      text: 'Two villages above the town: cafés and slate roofs in one, hot springs beside an old temple in the other. Jogini Falls is an easy walk from Vashisht.',
    },
    {
      name: 'Naggar',
      kind: 'castle',
      time: 'Half a day',
      text: 'The old capital of Kullu: a castle of stone and timber built without mortar, and the house where Nicholas Roerich painted these mountains.',
    },
    {
      name: 'Rohtang pass',
      kind: 'pass',
      time: 'A day, in season',
      text: 'At 3,978 metres, open roughly from May to November. Cars need a permit and the number per day is limited, so ask your agent in advance.',
    },
  ],
  suits: [
    'Couples, in snow or in apple blossom',
    'Families with children old enough for a sledge',
    'Friends who like road trips, rafting and paragliding',
  ],
  related: ['jaipur', 'kerala'],
}
