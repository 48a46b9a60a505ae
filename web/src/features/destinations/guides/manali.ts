import type { Guide } from './guide.ts'

export const manali: Guide = {
  slug: 'manali',
  opening:
    'A town at 2,000 metres where the Beas comes down between deodar woods, with snow to the north whatever the month. Come for the first snow of your life, for the tunnel to Lahaul, or for apples, rivers and doing little.',
  when: {
    best: 'Come from March to June, or in September and October.',
    text: 'Spring and early summer bring blossom below and snow within an hour’s drive; autumn is clear and full of apples. From December to February it snows in town: beautiful, cold, and now and then a road is closed. In July and August rain and landslides make the valley road uncertain; we would not go then.',
  },
  measuredAt: 'Manali town',
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
  plan: {
    title: 'Six days in the hills',
    text: 'Two unhurried days first, so that everybody is used to the height before it gets higher.',
    days: [
      {
        title: 'Up the valley',
        text: 'From Bhuntar airport it is an hour and a half, from Chandigarh a long day through the Kiratpur tunnels. Tea by the river.',
        night: 'Manali',
      },
      {
        title: 'The town and its villages',
        text: 'Hadimba early, Old Manali for lunch, the hot springs of Vashisht when the sun is low.',
        night: 'Manali',
      },
      {
        title: 'Solang',
        text: 'Snow from December to March, meadows and paragliders after that. Go early: the road fills by eleven.',
        night: 'Manali',
      },
      {
        title: 'Through the mountain to Lahaul',
        text: 'The Atal Tunnel, Sissu with its lake and waterfall, Keylong if there is time.',
        night: 'Manali',
      },
      {
        title: 'Naggar',
        text: 'The castle, the Roerich house, apple orchards, and trout for dinner.',
        night: 'Naggar or Manali',
      },
      {
        title: 'Down again',
        text: 'A shawl from the weavers of Kullu on the way, then the flight or the road home.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Bhuntar (KUU) is 50 kilometres away; its few flights depend on the weather. Chandigarh is the safer airport, seven to eight hours by road.',
    },
    {
      name: 'By road',
      text: 'Night coaches from Delhi take 12 to 14 hours. With children, break the journey at Chandigarh or Mandi.',
    },
    {
      name: 'The height',
      text: 'The town lies at about 2,050 metres, Sissu at 3,100, Rohtang near 4,000. Drink water, and tell your agent about heart or lung trouble.',
    },
    {
      name: 'How long',
      text: 'Five nights. With three days, stay around Manali and Solang; with nine, go on to Spiti or Leh in summer.',
    },
  ],
  suits: [
    'Couples, in snow or in blossom',
    'Families with children old enough for a sledge',
    'Friends with a taste for roads, rivers and paragliders',
  ],
  notFor: 'Whoever cannot sit in a car for a day: there is no short way up.',
  related: ['jaipur', 'kerala'],
}
