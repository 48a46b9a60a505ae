import type { GuideDetails } from './guide.ts'

export const rajasthanDetails: GuideDetails = {
  when: {
    best: 'Come between November and February.',
    text: 'Days are warm and clear, nights cold enough for a fire, in the desert near freezing. October and March are hot at noon and fine otherwise. From April to June it is 40 °C and more. The rains from July to September are light, and fill the lakes of Udaipur.',
  },
  measuredAt: 'Jodhpur',
  plan: {
    title: 'Nine days from the Pink City to the dunes',
    text: 'Five cities and one line across the map, so that no road is driven twice. Fly into Jaipur, out of Jaisalmer or Jodhpur.',
    days: [
      {
        title: 'Jaipur: the bazaars',
        text: 'Arrive, walk Johari Bazaar when the shutters are up and the heat is down.',
        night: 'Jaipur',
      },
      {
        title: 'Amber and the City Palace',
        text: 'Amber Fort when it opens, the palace and the observatory after lunch, Nahargarh for the sunset.',
        night: 'Jaipur',
      },
      {
        title: 'Pushkar',
        text: 'Three hours to the holy lake with its ghats and one of the few temples of Brahma.',
        night: 'Pushkar',
      },
      {
        title: 'Across the Aravalli to Udaipur',
        text: 'The longest drive, about five hours. A boat on Lake Pichola in the evening makes up for it.',
        night: 'Udaipur',
      },
      {
        title: 'The lake city',
        text: 'City Palace, the lanes around Jagdish temple, miniature painters at work, dinner over the water.',
        night: 'Udaipur',
      },
      {
        title: 'Ranakpur on the way to Jodhpur',
        text: 'The marble temple at noon, the blue city by evening.',
        night: 'Jodhpur',
      },
      {
        title: 'Mehrangarh, and on to Jaisalmer',
        text: 'The fort in the morning, then five hours into the desert.',
        night: 'Jaisalmer',
      },
      {
        title: 'The golden fort and the dunes',
        text: 'Havelis and temples before it is hot, camels and a camp in the sand for the night.',
        night: 'A camp at Sam',
      },
      {
        title: 'Sunrise, and home',
        text: 'Tea on a dune, then the flight from Jaisalmer in season, or the night train to Jodhpur and Delhi.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Jaipur, Udaipur and Jodhpur all year; Jaisalmer mainly in winter. Flying in at one end and out at the other saves a day.',
    },
    {
      name: 'By train',
      text: 'Good night trains from Delhi to Jodhpur, Jaisalmer and Udaipur, and day trains between Jaipur and Jodhpur.',
    },
    {
      name: 'Getting about',
      text: 'A car with a driver is the usual way: 250 to 300 kilometres on the long days, on good roads.',
    },
    {
      name: 'How long',
      text: 'Eight nights for this line. With five choose Udaipur and Jodhpur, or Jodhpur and the desert.',
    },
  ],
  notFor: 'Whoever cannot take heat, from April to June; Mount Abu is the only cool place then.',
}
