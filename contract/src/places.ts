// Places that travellers ask for, and the country of each. Without zod, so that public pages can use it.

/** Whether a trip stays within India. */
type Country = 'domestic' | 'international'

/** Places by Indian state or territory, beside the state itself. */
const indianPlaces: Record<string, string> = {
  Rajasthan: 'Jaipur,Udaipur,Jodhpur,Jaisalmer,Pushkar,Mount Abu,Ranthambore,Bikaner,Chittorgarh',
  Kerala: 'Munnar,Alleppey,Kochi,Thekkady,Wayanad,Varkala,Kovalam,Kumarakom',
  Goa: 'North Goa,South Goa',
  'Himachal Pradesh': 'Manali,Shimla,Dharamshala,Dalhousie,Kasol,Spiti Valley,Kullu,Bir Billing',
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
}

const foreignPlaces =
  'Dubai,Bali,Maldives,Thailand,Singapore,Sri Lanka,Nepal,Bhutan,Malaysia,Vietnam,Mauritius,Switzerland,Paris,London,Turkey,Japan'

/** Region of the places outside India. */
const abroadRegion = 'Abroad'

interface ListedPlace {
  name: string
  region: string
}

/** Every place that the search offers, by region. */
export const listedPlaces: readonly ListedPlace[] = [
  ...Object.entries(indianPlaces),
  [abroadRegion, foreignPlaces] as const,
].flatMap(([region, names]) => names.split(',').map((name) => ({ name, region })))

/** Other names of the same place, in plain form. */
export const placeAliases: Record<string, string> = {
  bombay: 'mumbai',
  calcutta: 'kolkata',
  madras: 'chennai',
  bangalore: 'bengaluru',
  mysore: 'mysuru',
  pondicherry: 'puducherry',
  cochin: 'kochi',
  alappuzha: 'alleppey',
  benares: 'varanasi',
  kashi: 'varanasi',
  'pink city': 'jaipur',
  kutch: 'rann of kutch',
}

/** Names of a part of a listed place or region, or of the country around it, in plain form. */
export const containingPlaces: Record<string, string> = {
  kashmir: 'jammu and kashmir',
  andaman: 'andaman and nicobar islands',
  andamans: 'andaman and nicobar islands',
  'andaman and nicobar': 'andaman and nicobar islands',
  phuket: 'thailand',
  bangkok: 'thailand',
  pattaya: 'thailand',
  krabi: 'thailand',
}

const alsoIndian = ['india', 'himachal']
const alsoForeign = [
  'abu dhabi',
  'uae',
  'united arab emirates',
  'indonesia',
  'france',
  'uk',
  'united kingdom',
  'england',
  'europe',
  'usa',
  'america',
  'australia',
  'kathmandu',
  'colombo',
  'kuala lumpur',
  'hanoi',
  'tokyo',
  'istanbul',
]

/** Lower case, without accents and with single spaces. */
export function plainName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const countries = new Map<string, Country>([
  ...alsoForeign.map((name) => [name, 'international'] as const),
  ...alsoIndian.map((name) => [name, 'domestic'] as const),
  ...listedPlaces.flatMap(({ name, region }) => {
    const country = region === abroadRegion ? 'international' : 'domestic'
    return [
      [plainName(name), country],
      [plainName(region), country],
    ] as const
  }),
])
for (const [name, place] of Object.entries({ ...placeAliases, ...containingPlaces })) {
  const country = countries.get(place)
  if (country) countries.set(name, country)
}

/**
 * Whether a destination, as a traveller wrote it, is in India or abroad.
 * @returns null if the list of places does not know each place in it, or they are on both sides
 */
export function countryOf(destination: string | null | undefined): Country | null {
  const whole = plainName(destination ?? '')
  if (whole === '') return null
  const known = countries.get(whole)
  if (known) return known
  const parts = (destination ?? '')
    .split(/[,/+&;()-]|\s(?:and|to|or|via)\s/i)
    .map(plainName)
    .filter((part) => part !== '')
  const found = new Set(parts.map((part) => countries.get(part) ?? null))
  const [only] = found
  return found.size === 1 ? (only ?? null) : null
}
