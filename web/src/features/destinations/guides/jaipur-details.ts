import type { GuideDetails } from './guide.ts'

export const jaipurDetails: GuideDetails = {
  when: {
    best: 'Visit between November and February.',
    text: 'Bright days, cool evenings, and kites over the rooftops in mid-January. March and October are warm, but pleasant in the mornings and evenings. April to June is very hot. In the rains, from July to September, the hills around Amber turn green and hotels cost less.',
  },
  measuredAt: 'Jaipur',
  plan: {
    title: 'A long weekend',
    text: 'Three days, two nights, and short drives. Easy to combine with Agra, Ranthambore or the rest of Rajasthan.',
    days: [
      {
        title: 'Inside the walls',
        text: 'City Palace and Jantar Mantar after lunch, the bazaars in the evening, and a Rajasthani thali for dinner.',
        night: 'Jaipur',
      },
      {
        title: 'Amber and the sunset',
        text: 'Hawa Mahal at sunrise, Amber at 8 am, the stepwell, Jal Mahal on the way back, and Nahargarh in the evening.',
        night: 'Jaipur',
      },
      {
        title: 'Block prints and blue pottery',
        text: 'Try block printing at Sanganer or Bagru, pick up some blue pottery, and stop at the Albert Hall Museum before you head home.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Jaipur (JAI) has flights from most big cities. The airport is about 12 kilometres from the old city.',
    },
    {
      name: 'By train or road',
      text: 'Four to five hours from Delhi by fast train, and about the same by road. Agra is four hours away.',
    },
    {
      name: 'Getting around',
      text: 'A car with a driver for Amber and the forts. In the old city, walk or take an auto.',
    },
    {
      name: 'How long',
      text: 'Two nights for the city, three with a day at Bagru or Sambhar Lake, five with Ranthambore.',
    },
  ],
  notFor: 'Anyone looking for quiet: the old city never is. Stay outside its walls.',
}
