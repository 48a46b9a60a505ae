import type { GuideDetails } from './guide.ts'

export const keralaDetails: GuideDetails = {
  when: {
    best: 'Come between December and March.',
    text: 'Dry days, a breeze on the backwaters and cool nights in the hills. September to November is green and quieter, with showers in the afternoon. From June to August the monsoon is in full force: the season for Ayurveda, not for houseboats.',
  },
  measuredAt: 'Kochi; Munnar is about 10 °C cooler',
  plan: {
    title: 'Seven days from the harbour to the hills and the water',
    text: 'The classic round from Kochi. The longest drive is about four and a half hours, and each has something to stop for.',
    days: [
      {
        title: 'Kochi: nets, spices, Kathakali',
        text: 'Settle into Fort Kochi, walk the harbour at four when the nets come up, and see a short Kathakali in the evening.',
        night: 'Fort Kochi',
      },
      {
        title: 'Up to the tea',
        text: 'Four to five hours to Munnar, with waterfalls at Cheeyappara and Valara on the way.',
        night: 'Munnar',
      },
      {
        title: 'Above the clouds',
        text: 'Eravikulam before the queue, the tea museum, and a walk through a garden with somebody who grew up in it.',
        night: 'Munnar',
      },
      {
        title: 'The spice road to Thekkady',
        text: 'Three hours along the cardamom hills. A plantation in the afternoon, kalaripayattu in the evening.',
        night: 'Thekkady',
      },
      {
        title: 'Down to the houseboat',
        text: 'After a morning at Periyar lake it is four hours to Alappuzha, where the boat is waiting with lunch if you start early.',
        night: 'On the water',
      },
      {
        title: 'Ashore at Marari',
        text: 'Breakfast among the kingfishers, then half an hour to a beach with fishermen, hammocks and nothing else.',
        night: 'Marari beach',
      },
      {
        title: 'Home from Kochi',
        text: 'An hour and a half to the airport, or on to Varkala if you can stay.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Kochi (COK) for this round; Thiruvananthapuram (TRV) for Varkala and the south, Kozhikode and Kannur for Wayanad and the north.',
    },
    {
      name: 'By train',
      text: 'Ernakulam Junction for Kochi, Alappuzha for the boats. The line down the coast is a sight of its own.',
    },
    {
      name: 'Getting about',
      text: 'A car with a driver for the whole round. Hill roads are narrow and winding: whoever gets carsick sits in front.',
    },
    {
      name: 'How long',
      text: 'Six nights for the round; four for Kochi, Munnar and a houseboat; two more for Varkala or Wayanad.',
    },
  ],
  notFor: 'Whoever has three days only: they would be spent in the car. Choose Kochi and the boat.',
}
