import type { Guide } from './guide.ts'

export const rajasthan: Guide = {
  slug: 'rajasthan',
  opening:
    'A fort on every rock, a lake in every city that could dig one, and in the west the sand. Rajasthan is large: it rewards those who leave something out, and take the road between two cities as part of the journey.',
  when: {
    best: 'Come between November and February.',
    text: 'Days are warm and clear, nights cold enough for a fire, in the desert near freezing. October and March are hot at noon and fine otherwise. From April to June it is 40 °C and more. The rains from July to September are light, and fill the lakes of Udaipur.',
  },
  measuredAt: 'Jodhpur',
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
  suits: [
    'Families and groups: there is room in a haveli for all of you',
    'Couples who like a palace for a night',
    'Photographers, and whoever reads history standing up',
  ],
  notFor: 'Whoever cannot take heat, from April to June; Mount Abu is the only cool place then.',
  related: ['jaipur', 'manali'],
}
