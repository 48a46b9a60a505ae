import type { GuideDetails } from './guide.ts'

export const keralaDetails: GuideDetails = {
  when: {
    best: 'Visit between December and March.',
    text: 'Dry days, a breeze on the backwaters and cool nights in the hills. September to November is green and quieter, with afternoon showers. From June to August the monsoon is in full force: a good time for Ayurveda, less so for houseboats.',
  },
  measuredAt: 'Kochi; Munnar is about 10 °C cooler',
  plan: {
    title: 'Seven days: harbour, hills and backwaters',
    text: 'The classic circuit from Kochi. The longest drive is four to five hours, and there is something to stop for on each.',
    days: [
      {
        title: 'Kochi: nets, spices, Kathakali',
        text: 'Settle into Fort Kochi, walk along the harbour in the late afternoon and watch a short Kathakali show in the evening.',
        night: 'Fort Kochi',
      },
      {
        title: 'Up to tea country',
        text: 'Four to five hours to Munnar, with the Cheeyappara and Valara waterfalls on the way.',
        night: 'Munnar',
      },
      {
        title: 'Above the clouds',
        text: 'Eravikulam before the queues build up, the tea museum, and a walk through a tea garden with a local guide.',
        night: 'Munnar',
      },
      {
        title: 'The spice road to Thekkady',
        text: 'Three to four hours through the Cardamom Hills. Periyar lake in the afternoon, kalaripayattu in the evening.',
        night: 'Thekkady',
      },
      {
        title: 'Down to the houseboat',
        text: 'Four hours to Alappuzha. Start early: houseboats set out around noon, with lunch on board.',
        night: 'Houseboat',
      },
      {
        title: 'A day at Marari',
        text: 'Breakfast on the boat, then half an hour by road to a quiet beach with fishing boats and hammocks.',
        night: 'Marari beach',
      },
      {
        title: 'Home from Kochi',
        text: 'About two hours to the airport, or on to Varkala if you have more time.',
      },
    ],
  },
  facts: [
    {
      name: 'By air',
      text: 'Kochi (COK) for this trip, Thiruvananthapuram (TRV) for Varkala and the south, Kozhikode or Kannur for Wayanad and the north.',
    },
    {
      name: 'By train',
      text: 'Ernakulam Junction for Kochi, Alappuzha for the houseboats. The coastal line is worth a window seat.',
    },
    {
      name: 'Getting around',
      text: 'Take a car with a driver for the whole trip. The hill roads are narrow and winding: if you get carsick, sit in front.',
    },
    {
      name: 'How long',
      text: 'Six nights for the full circuit, four for Kochi, Munnar and a houseboat, two more for Varkala or Wayanad.',
    },
  ],
  notFor:
    'Anyone with only three days: you would spend them in the car. Do just Kochi and a houseboat instead.',
}
