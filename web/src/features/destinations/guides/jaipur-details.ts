import type { GuideDetails } from './guide.ts'

export const jaipurDetails: GuideDetails = {
  when: {
    best: 'Come between November and February.',
    text: 'Bright days, cool evenings, and kites over every roof in mid-January. March and October are warm and still pleasant early and late. April to June is for the very brave. In the rains, from July to September, Amber stands among green hills and hotels cost less.',
  },
  measuredAt: 'Jaipur',
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
  notFor: 'Whoever wants quiet: the old town never is. Sleep outside its walls.',
}
