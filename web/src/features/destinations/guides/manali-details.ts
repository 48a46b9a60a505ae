import type { GuideDetails } from './guide.ts'

export const manaliDetails: GuideDetails = {
  when: {
    best: 'Come from March to June, or in September and October.',
    text: 'Spring and early summer bring blossom below and snow within an hour’s drive; autumn is clear and full of apples. From December to February it snows in town: beautiful, cold, and now and then a road is closed. In July and August rain and landslides make the valley road uncertain; we would not go then.',
  },
  measuredAt: 'Manali town',
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
  notFor: 'Whoever cannot sit in a car for a day: there is no short way up.',
}
