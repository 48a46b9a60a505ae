import type { Guide } from './guide.ts'

export const jaipur: Guide = {
  slug: 'jaipur',
  opening:
    'In 1727 a king who loved astronomy laid out a city in nine squares. In 1876 it was painted pink for a royal guest, and the colour stayed. Behind the façades people still cut gemstones, dye cloth and fry kachoris. A long weekend is enough to see it all.',
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
      kind: 'fort',
      time: 'Three hours, from 8 am',
      text: 'Courtyard after courtyard up the hill, and the Sheesh Mahal, where mirrors turn a single lamp into a night sky. Walk up or take a jeep, and see the Panna Meena ka Kund stepwell below.',
    },
    {
      name: 'Hawa Mahal',
      kind: 'palace',
      time: 'Sunrise',
      text: 'The Palace of Winds, built in 1799: five storeys and 953 small windows, from which the royal women watched the street. It catches the early morning sun.',
    },
    {
      name: 'Jantar Mantar',
      kind: 'observatory',
      time: 'An hour with a guide',
      text: 'An 18th-century stone observatory with a sundial 27 metres high, accurate to about two seconds. Take a guide: the instruments make sense only when someone explains them.',
    },
    {
      name: 'City Palace',
      kind: 'courtyard',
      time: 'Two hours',
      text: 'Part museum, part home of the former royal family. Look for the courtyard with four painted gates, one for each season.',
    },
    {
      name: 'The bazaars',
      kind: 'market',
      time: 'Late afternoon',
      text: 'Johari Bazaar for gems and silver, Bapu Bazaar for juttis and quilts, Tripolia for brass and lac bangles. Many shops are closed on Sundays.',
    },
    {
      name: 'Nahargarh',
      kind: 'lights',
      time: 'Sunset',
      text: 'A fort on the ridge above the city. Stay till the lights come on below.',
    },
  ],
  suits: [
    'A first trip to Rajasthan',
    'Families: short distances, lots to do, and kites in January',
    'Groups who like shopping as much as sightseeing',
  ],
  related: ['rajasthan', 'goa'],
}
