import { describe, expect, test } from 'vitest'
import {
  countryOf,
  findPlace,
  fitsPlaceFilter,
  listedPlaces,
  placeMatch,
  placeTextsOf,
} from './places.ts'

describe('the list of places', () => {
  test('no name belongs to two places, and none is listed twice', () => {
    const names = listedPlaces.flatMap((place) => place.names)
    const repeated = names.filter((name, at) => name === '' || names.indexOf(name) !== at)
    expect(repeated).toEqual([])
  })

  test('contains 300 places in India and 100 abroad', () => {
    const count = (country: string) => listedPlaces.filter((p) => p.country === country).length
    expect(count('domestic')).toBeGreaterThanOrEqual(300)
    expect(count('international')).toBeGreaterThanOrEqual(100)
  })

  test('a filter by one place finds no place whose own name does not contain it', () => {
    const matches = listedPlaces.map(({ name }) => ({
      name,
      match: placeMatch(name).toLowerCase(),
    }))
    const wrong = listedPlaces.flatMap((place) => {
      const texts = placeTextsOf(place.name).map((text) => text.toLowerCase())
      return matches
        .filter(({ match }) => texts.some((text) => match.includes(text)))
        .filter(
          ({ name }) => !name.includes(place.name) && !name.includes(place.name.toLowerCase()),
        )
        .map(({ name }) => `${place.name} finds ${name}`)
    })
    expect(wrong).toEqual([])
  })
})

const spellings: Record<string, string[]> = {
  Bengaluru: [
    'Bangalore',
    'bengaluru',
    ' BANGALORE ',
    'Banglore',
    'Bangaluru',
    'Bengalūru',
    'Ｂａｎｇａｌｏｒｅ',
    'Ban\u200bgalore',
    'BLR',
    'ಬೆಂಗಳೂರು',
    'बेंगलुरु',
    'Bangalore city',
    'Bangalore, Karnataka',
    'Bengaluru (Karnataka), India',
  ],
  Mumbai: ['Bombay', 'मुंबई', 'मुम्बई', 'BOM', 'Bambai', 'Bombai'],
  Delhi: ['New Delhi', 'new-delhi', 'NCR', 'Delhi NCR', 'दिल्ली', 'Dilli', 'DEL'],
  Chennai: ['Madras', 'சென்னை', 'MAA'],
  Kolkata: ['Calcutta', 'কলকাতা', 'CCU'],
  Hyderabad: ['Hydrabad', 'HYD', 'హైదరాబాద్', 'Secunderabad'],
  Ahmedabad: ['Ahemdabad', 'Amdavad', 'અમદાવાદ'],
  Vadodara: ['Baroda', 'Vadodra'],
  Thiruvananthapuram: ['Trivandrum', 'TRV', 'Thiruvanandapuram'],
  Gujarat: ['GJ', 'Gujrat'],
  Assam: ['Asom', 'অসম'],
  Amarnath: ['Amarnath Yatra', 'अमरनाथ'],
  'Los Angeles': ['LA'],
  Italy: ['इटली'],
  Kozhikode: ['Calicut'],
  Kochi: ['Cochin', 'കൊച്ചി', 'Ernakulam'],
  Mysuru: ['Mysore', 'ಮೈಸೂರು'],
  Puducherry: ['Pondicherry', 'Pondy', 'புதுச்சேரி', 'Puducheri', 'पुदुच्चेरी'],
  Odisha: ['Orissa', 'ଓଡ଼ିଶା'],
  Guwahati: ['Gauhati'],
  Shimla: ['Simla', 'शिमला'],
  Pune: ['Poona', 'पुणे'],
  Kanpur: ['Cawnpore'],
  Prayagraj: ['Allahabad', 'इलाहाबाद'],
  Gurugram: ['Gurgaon', 'Gurgoan'],
  'Chhatrapati Sambhajinagar': ['Aurangabad', 'Sambhaji Nagar'],
  Varanasi: ['Benares', 'Banaras', 'Kashi', 'काशी'],
  Darjeeling: ['Darjiling', 'দার্জিলিং'],
  Kerala: ['Kerela', 'കേരളം', 'केरल', "God's Own Country", 'God’s own country'],
  Rajasthan: ['Rajsthan', 'राजस्थान'],
  'Jammu and Kashmir': ['J&K', 'J & K', 'j. & k.', 'JK', 'Kashmir', 'Jammu & Kashmir', 'कश्मीर'],
  'Uttar Pradesh': ['UP', 'U.P.', 'u p', 'उत्तर प्रदेश'],
  'Himachal Pradesh': ['HP', 'Himachal', 'H.P.'],
  'Madhya Pradesh': ['MP', 'M. P.'],
  'Tamil Nadu': ['TN', 'Tamilnadu', 'தமிழ்நாடு'],
  'Andhra Pradesh': ['AP', 'Andhra'],
  'West Bengal': ['WB', 'পশ্চিমবঙ্গ'],
  'Andaman and Nicobar Islands': ['A&N', 'A & N Islands', 'Andaman', 'Andaman & Nicobar'],
  Uttarakhand: ['Uttaranchal', 'उत्तराखण्ड'],
  'United Kingdom': ['UK', 'U.K.', 'Great Britain'],
  'United States': ['USA', 'U.S.A.', 'America'],
  'United Arab Emirates': ['UAE', 'u.a.e'],
  'Kuala Lumpur': ['KL'],
  'Sri Lanka': ['Srilanka', 'Ceylon', 'श्रीलंका'],
  Phuket: ['Puket', 'Phuket, Thailand'],
  Bali: ['Bali, Indonesia', 'बाली'],
}

test.each(
  Object.entries(spellings).flatMap(([name, all]) => all.map((spelling) => [spelling, name])),
)('%j is %s', (spelling, name) => {
  expect(findPlace(spelling)?.name).toBe(name)
  // Each of the names is found by each other one.
  for (const other of spellings[name] ?? []) expect(fitsPlaceFilter(spelling, other)).toBe(true)
})

describe('the filter of places', () => {
  test.each([
    ['Delhi, Agra and Jaipur', 'Agra', true],
    ['Delhi, Agra and Jaipur', 'New Delhi', true],
    ['Bombay-Goa', 'Mumbai', true],
    ['Goa & Kerela', 'Kerala', true],
    ['Family trip to Bangalore in May', 'Bengaluru', true],
    ['UP and MP', 'Uttar Pradesh', true],
    ['a trip up north', 'UP', false],
    ['Udupi', 'UP', false],
    ['Tirupati', 'UP', false],
    ['Bengaluru', 'bang', true],
    ['Bangalore', 'Beng', true],
    ['Bangalore', 'galor', true],
    ['Ooty', 'Udhaga', true],
    ['Goa', 'Bang', false],
    ['Kashmir Valley', 'J&K', true],
    ['North Goa', 'goa', true],
    ['Zanskar trek', 'zansk', true],
    ['Nowhere', 'nowh', true],
    ['Nowhere', 'Goa', false],
    ['Kerela', 'Goa, Kerala', true],
    ['Alleppey', 'Munnar, Kerala', false],
    [null, 'Goa', false],
  ])('%j fits the filter %j: %j', (typed, filter, fits) => {
    expect(fitsPlaceFilter(typed, filter)).toBe(fits)
  })

  test('other texts have another match, so that a match never belongs to an earlier text', () => {
    const texts = ['Bengaluru', 'bengaluru', 'Bengaluru ', 'Bangalore', 'Nowhere', 'nowhere']
    expect(new Set(texts.map(placeMatch)).size).toBe(texts.length)
  })
})

test.each([
  ['Goa', 'domestic'],
  ['  jaípur ', 'domestic'],
  ['Andaman', 'domestic'],
  ['Andaman & Nicobar Islands', 'domestic'],
  ['Ajanta and Ellora', 'domestic'],
  ['Munnar, Alleppey and Kochi', 'domestic'],
  ['Kerala (India)', 'domestic'],
  ['India', 'domestic'],
  ['J&K', 'domestic'],
  ['Banglore / Mysore', 'domestic'],
  ['UK', 'international'],
  ['थाईलैंड', 'international'],
  ['Bali', 'international'],
  ['Dubai / Abu Dhabi', 'international'],
  ['Phuket, Thailand', 'international'],
  ['Delhi to Kathmandu', null],
  ['Goa or Bali', null],
  ['London, Ontario', null],
  ['Bali honeymoon', null],
  ['hills', null],
  [' , ', null],
  ['', null],
  [null, null],
])('the country of %j is %j', (destination, country) => {
  expect(countryOf(destination)).toBe(country)
})
