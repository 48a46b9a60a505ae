import type { LeadType } from '@raahi/contract/leads'

export interface Destination {
  name: string
  leadType: LeadType
  /** Relative number of enquiries. */
  weight: number
  /** Minimum and maximum number of nights. */
  nights: readonly [number, number]
}

const at =
  (leadType: LeadType) =>
  (name: string, weight: number, from: number, to: number): Destination => ({
    name,
    leadType,
    weight,
    nights: [from, to],
  })
const home = at('domestic')
const abroad = at('international')

export const destinations: readonly Destination[] = [
  home('Goa', 16, 3, 5),
  home('Kerala', 14, 4, 7),
  home('Rajasthan', 12, 5, 8),
  home('Manali', 10, 3, 6),
  home('Kashmir', 9, 4, 7),
  home('Jaipur', 7, 2, 4),
  home('Andaman Islands', 7, 4, 6),
  home('Ladakh', 6, 5, 8),
  home('Sikkim', 5, 4, 7),
  home('Udaipur', 5, 2, 4),
  home('Rishikesh', 4, 2, 4),
  home('Darjeeling', 4, 3, 5),
  home('Coorg', 4, 2, 3),
  home('Meghalaya', 4, 4, 6),
  home('Varanasi', 3, 2, 3),
  home('Ooty', 3, 2, 4),
  home('Lakshadweep', 2, 3, 5),
  home('Spiti Valley', 2, 6, 8),
  abroad('Dubai', 12, 4, 6),
  abroad('Bali', 11, 5, 7),
  abroad('Thailand', 11, 4, 7),
  abroad('Singapore', 8, 4, 5),
  abroad('Maldives', 8, 3, 5),
  abroad('Vietnam', 7, 5, 8),
  abroad('Sri Lanka', 5, 4, 6),
  abroad('Switzerland', 5, 6, 9),
  abroad('Bhutan', 4, 4, 7),
  abroad('Mauritius', 4, 5, 7),
  abroad('Paris', 4, 5, 8),
  abroad('Nepal', 3, 4, 6),
  abroad('Turkey', 3, 6, 9),
  abroad('Japan', 3, 7, 10),
  abroad('Azerbaijan', 3, 4, 6),
  abroad('Kenya', 2, 5, 7),
]

/** Cities where travellers live. */
export const cities: readonly { name: string; weight: number }[] = [
  { name: 'Mumbai', weight: 16 },
  { name: 'Delhi', weight: 15 },
  { name: 'Bengaluru', weight: 14 },
  { name: 'Pune', weight: 10 },
  { name: 'Hyderabad', weight: 9 },
  { name: 'Chennai', weight: 8 },
  { name: 'Ahmedabad', weight: 7 },
  { name: 'Kolkata', weight: 7 },
  { name: 'Jaipur', weight: 4 },
  { name: 'Lucknow', weight: 4 },
  { name: 'Kochi', weight: 3 },
  { name: 'Chandigarh', weight: 3 },
  { name: 'Indore', weight: 3 },
  { name: 'Surat', weight: 3 },
  { name: 'Nagpur', weight: 2 },
  { name: 'Coimbatore', weight: 2 },
  { name: 'Bhopal', weight: 2 },
  { name: 'Visakhapatnam', weight: 2 },
  { name: 'Guwahati', weight: 1 },
  { name: 'Bhubaneswar', weight: 1 },
]
