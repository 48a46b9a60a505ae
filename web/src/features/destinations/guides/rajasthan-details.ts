import type { GuideDetails } from './guide.ts'

export const rajasthanDetails: GuideDetails = {
  when: {
    best: 'Visit between November and February.',
    text: 'Days are warm and clear, nights are cold, and in the desert close to freezing. October and March are hot at noon and comfortable otherwise. From April to June it crosses 40 °C. The rains from July to September are light, and good for Udaipur’s lakes.',
  },
  measuredAt: 'Jodhpur',
  plan: {
    title: 'Nine days from the Pink City to the dunes',
    text: 'Five stops in one line across the map, so you never drive the same road twice. Fly into Jaipur and out of Jaisalmer or Jodhpur.',
    days: [
      {
        title: 'Jaipur: the bazaars',
        text: 'Arrive, and walk through Johari Bazaar in the evening, when it is cooler.',
        night: 'Jaipur',
      },
      {
        title: 'Amber and the City Palace',
        text: 'Amber Fort when it opens, the City Palace and Jantar Mantar after lunch, Nahargarh at sunset.',
        night: 'Jaipur',
      },
      {
        title: 'Pushkar',
        text: 'Three hours to the holy lake with its ghats, and one of the country’s few Brahma temples.',
        night: 'Pushkar',
      },
      {
        title: 'Across the Aravalli to Udaipur',
        text: 'A long drive of about five hours. A boat ride on Lake Pichola in the evening makes up for it.',
        night: 'Udaipur',
      },
      {
        title: 'The lake city',
        text: 'City Palace, the lanes around Jagdish temple, miniature painters at work, and dinner by the lake.',
        night: 'Udaipur',
      },
      {
        title: 'Ranakpur on the way to Jodhpur',
        text: 'The marble temple at noon, the Blue City by evening.',
        night: 'Jodhpur',
      },
      {
        title: 'Mehrangarh, and on to Jaisalmer',
        text: 'The fort in the morning, then five hours’ drive into the desert.',
        night: 'Jaisalmer',
      },
      {
        title: 'The golden fort and the dunes',
        text: 'Havelis and temples before it gets hot, then camels and a night in a desert camp.',
        night: 'Desert camp at Sam',
      },
      {
        title: 'Sunrise and home',
        text: 'Chai on a dune, then a flight from Jaisalmer in season, or the night train to Jodhpur and Delhi.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Jaipur, Udaipur and Jodhpur have flights all year, Jaisalmer mainly in winter. Fly in at one end and out at the other to save a day.',
    },
    {
      name: 'By train',
      text: 'Overnight trains run from Delhi to Jodhpur, Jaisalmer and Udaipur, and day trains between Jaipur and Jodhpur.',
    },
    {
      name: 'Getting around',
      text: 'Most people take a car with a driver. Long days are 250 to 300 kilometres, on good roads.',
    },
    {
      name: 'How long',
      text: 'Eight nights for this route. With five, choose Udaipur and Jodhpur, or Jodhpur and the desert.',
    },
  ],
  notFor:
    'Anyone who feels the heat should avoid April to June. Mount Abu, the state’s hill station, is the cooler choice then.',
}
