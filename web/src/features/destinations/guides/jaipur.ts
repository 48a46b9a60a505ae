import type { Guide } from './guide.ts'

export const jaipur: Guide = {
  slug: 'jaipur',
  opening:
    'In 1727 a king who loved astronomy laid out a city in nine squares; in 1876 it was painted pink for a royal guest, and it has kept the colour. Behind the façades people still cut stones, dye cloth and fry kachori, and a long weekend is enough to see how.',
  when: {
    best: 'Come between November and February.',
    text: 'Bright days, cool evenings, and kites over every roof in mid-January. March and October are warm and still pleasant early and late. April to June is for the very brave. In the rains, from July to September, Amber stands among green hills and hotels cost less.',
  },
  measuredAt: 'Jaipur',
  months: [
    [22, 8, 'dry', 'best'],
    [26, 11, 'dry', 'best'],
    [31, 16, 'dry', 'good'],
    [37, 22, 'dry', 'hard'],
    [40, 26, 'dry', 'hard'],
    [39, 28, 'showers', 'hard'],
    [34, 26, 'wet', 'good'],
    [32, 25, 'wet', 'good'],
    [33, 23, 'showers', 'good'],
    [33, 19, 'dry', 'good'],
    [29, 14, 'dry', 'best'],
    [24, 9, 'dry', 'best'],
  ],
  sights: [
    {
      name: 'Amber Fort',
      time: 'At eight, for three hours',
      text: 'Courtyard behind courtyard up the hill, and the Sheesh Mahal at the top, where a thousand mirrors turn one lamp into a night sky. Walk up or take a jeep, and see the stepwell Panna Meena ka Kund below.',
    },
    {
      name: 'Hawa Mahal',
      time: 'Sunrise',
      text: 'The Palace of Winds of 1799: five storeys, 953 small windows, and behind them no more than corridors, from which the ladies of the court watched the street. The sun is on it early.',
    },
    {
      name: 'Jantar Mantar',
      time: 'An hour with a guide',
      text: 'An observatory of stone, with a sundial 27 metres high that shows the time to two seconds. Without somebody to explain it is a strange garden; with somebody it is a marvel.',
    },
    {
      name: 'City Palace',
      time: 'Two hours',
      text: 'Part museum, part home of the former royal family. Four painted gates in one courtyard, one for each season.',
    },
    {
      name: 'The bazaars',
      time: 'Late afternoon',
      text: 'Johari for stones and silver, Bapu for juttis and quilts, Tripolia for brass and lac bangles. Many shops close on Sundays.',
    },
    {
      name: 'Nahargarh',
      time: 'Sunset',
      text: 'A fort on the ridge over the city. The lights come on one square after the other, as the king drew them.',
    },
  ],
  plan: {
    title: 'A long weekend',
    text: 'Three days, two nights, everything within half an hour. Easy to join to Agra, Ranthambore or the rest of Rajasthan.',
    days: [
      {
        title: 'Inside the walls',
        text: 'City Palace and Jantar Mantar after lunch, the bazaars when they fill, thali for dinner.',
        night: 'Jaipur',
      },
      {
        title: 'Amber, water and sunset',
        text: 'Hawa Mahal at sunrise, Amber at eight, the stepwell, Jal Mahal in its lake on the way back, Nahargarh in the evening.',
        night: 'Jaipur',
      },
      {
        title: 'Blocks and blue pottery',
        text: 'Print a scarf with the block printers of Sanganer or Bagru, look in at the Albert Hall, and go home with ink on your hands.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Jaipur (JAI) has flights from all large cities; the airport is about 12 kilometres from the old town.',
    },
    {
      name: 'By train or road',
      text: 'Four to five hours from Delhi by the fast trains, about the same by road; Agra is four hours away.',
    },
    {
      name: 'Getting about',
      text: 'A car with a driver for Amber and the forts, an auto-rickshaw or your feet in the old town.',
    },
    {
      name: 'How long',
      text: 'Two nights for the city, three with a day in Bagru or at Sambhar lake, five with Ranthambore.',
    },
  ],
  suits: [
    'A first journey to Rajasthan',
    'Families: short ways, much to touch, and kites in January',
    'Groups that want to shop and see in equal parts',
  ],
  notFor: 'Whoever wants quiet: the old town never is. Sleep outside its walls.',
  related: ['rajasthan', 'goa'],
}
