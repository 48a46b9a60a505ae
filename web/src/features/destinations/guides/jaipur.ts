import type { Guide } from './guide.ts'

export const jaipur: Guide = {
  slug: 'jaipur',
  opening:
    'In 1727 a king who loved astronomy laid out a city in nine squares; in 1876 it was painted pink for a royal guest, and it has kept the colour. Behind the façades people still cut stones, dye cloth and fry kachori, and a long weekend is enough to see how.',
  days: 3,
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
  suits: [
    'A first journey to Rajasthan',
    'Families: short ways, much to touch, and kites in January',
    'Groups that want to shop and see in equal parts',
  ],
  related: ['rajasthan', 'goa'],
}
