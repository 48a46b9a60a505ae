import type { GuideDetails } from './guide.ts'

export const manaliDetails: GuideDetails = {
  when: {
    best: 'Visit from March to June, or in September and October.',
    text: 'Spring and early summer bring blossom to the valley, with snow still a short drive away; autumn is clear and the apple season. From December to February it snows in town: beautiful and cold, and roads close now and then. In July and August rain and landslides can block the valley road, so we would not go then.',
  },
  measuredAt: 'Manali town',
  plan: {
    title: 'Six days in the hills',
    text: 'Two easy days first, so that everyone gets used to the altitude before going higher.',
    days: [
      {
        title: 'Up the valley',
        text: 'An hour and a half from Bhuntar airport, or a long day’s drive from Chandigarh. Chai by the river when you arrive.',
        night: 'Manali',
      },
      {
        title: 'The town and its villages',
        text: 'Hadimba early, Old Manali for lunch, and the Vashisht hot springs in the late afternoon.',
        night: 'Manali',
      },
      {
        title: 'Solang',
        text: 'Snow from December to March, meadows and paragliding after that. Go early to beat the traffic.',
        night: 'Manali',
      },
      {
        title: 'Through the tunnel to Lahaul',
        text: 'The Atal Tunnel, Sissu with its lake and waterfall, and Keylong if there is time.',
        night: 'Manali',
      },
      {
        title: 'Naggar',
        text: 'The castle, the Roerich house, apple orchards, and trout for dinner.',
        night: 'Naggar or Manali',
      },
      {
        title: 'Back down the valley',
        text: 'Pick up a shawl from the weavers of Kullu, then fly or drive home.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Bhuntar (KUU) is 50 kilometres away, but flights are few and depend on the weather. Chandigarh is the safer choice, seven to eight hours by road.',
    },
    {
      name: 'By road',
      text: 'Overnight Volvo buses from Delhi take 12 to 14 hours. With children, break the journey at Chandigarh or Mandi.',
    },
    {
      name: 'Altitude',
      text: 'The town is at about 2,050 metres, Sissu at 3,100 and Rohtang near 4,000. Drink plenty of water, and ask your doctor first if you have a heart or lung condition.',
    },
    {
      name: 'How long',
      text: 'Five nights. With three days, stay around Manali and Solang; with nine, go on to Spiti or Leh in summer.',
    },
  ],
  notFor: 'Anyone who cannot sit in a car for a whole day: there is no short way up.',
}
