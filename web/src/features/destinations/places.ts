import { destinations } from './destinations.ts'

/** What the search can find: a place with a page of its own, or one to ask a quote for. */
export interface Place {
  name: string
  region: string
  slug?: string
}

/** Places that agents arrange trips to beyond those with a page: `region: names`. */
const others: Record<string, string> = {
  Rajasthan: 'Udaipur,Jodhpur,Jaisalmer,Pushkar,Mount Abu,Ranthambore,Bikaner,Chittorgarh',
  Kerala: 'Munnar,Alleppey,Kochi,Thekkady,Wayanad,Varkala,Kovalam,Kumarakom',
  Goa: 'North Goa,South Goa',
  'Himachal Pradesh': 'Shimla,Dharamshala,Dalhousie,Kasol,Spiti Valley,Kullu,Bir Billing',
  'Jammu and Kashmir': 'Srinagar,Gulmarg,Pahalgam,Sonamarg,Vaishno Devi',
  Ladakh: 'Leh,Nubra Valley,Pangong Lake',
  Uttarakhand:
    'Rishikesh,Haridwar,Nainital,Mussoorie,Auli,Jim Corbett,Kedarnath,Badrinath,Valley of Flowers',
  Punjab: 'Amritsar',
  Delhi: 'Delhi',
  'Uttar Pradesh': 'Agra,Varanasi,Ayodhya,Mathura and Vrindavan,Lucknow',
  'Madhya Pradesh': 'Khajuraho,Ujjain,Kanha,Bandhavgarh,Orchha',
  Gujarat: 'Rann of Kutch,Gir,Dwarka,Somnath,Statue of Unity,Ahmedabad',
  Maharashtra: 'Mumbai,Lonavala,Mahabaleshwar,Ajanta and Ellora,Shirdi,Alibaug,Tadoba',
  Karnataka: 'Coorg,Mysuru,Hampi,Gokarna,Chikmagalur,Bengaluru,Kabini',
  'Tamil Nadu': 'Ooty,Kodaikanal,Madurai,Rameswaram,Kanyakumari,Mahabalipuram,Chennai',
  Puducherry: 'Puducherry',
  'Andhra Pradesh': 'Tirupati,Araku Valley,Visakhapatnam',
  Telangana: 'Hyderabad',
  Odisha: 'Puri,Bhubaneswar,Konark,Chilika Lake',
  'West Bengal': 'Darjeeling,Kolkata,Sundarbans,Kalimpong',
  Sikkim: 'Gangtok,Pelling,Lachung',
  Assam: 'Kaziranga,Guwahati,Majuli',
  Meghalaya: 'Shillong,Cherrapunji,Dawki',
  'Arunachal Pradesh': 'Tawang',
  'Andaman and Nicobar Islands': 'Port Blair,Havelock Island,Neil Island',
  Lakshadweep: 'Lakshadweep',
  Abroad:
    'Dubai,Bali,Maldives,Thailand,Singapore,Sri Lanka,Nepal,Bhutan,Malaysia,Vietnam,Mauritius,Switzerland,Paris,London,Turkey,Japan',
}

/** Every place that can be asked for, those with a page first. */
export const places: readonly Place[] = [
  ...destinations.map(({ slug, name, region }) => ({ slug, name, region })),
  ...Object.entries(others).flatMap(([region, names]) =>
    names.split(',').map((name) => ({ name, region })),
  ),
]
