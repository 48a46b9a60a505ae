import { describe, expect, it } from 'vitest'
import { isEmail, nameField, normalisePhone, pageLimit, pageNumber, pageOf } from './fields.ts'

describe('phone numbers', () => {
  it.each([
    ['9876543210', '+919876543210'],
    ['098765 43210', '+919876543210'],
    ['(98765)-43210', '+919876543210'],
    ['+91 98765-43210', '+919876543210'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['+4930123456', '+4930123456'],
    ['0091 98765 43210', '+919876543210'],
    ['919876543210', '+919876543210'],
    ['98765\u201143210', '+919876543210'],
    ['\u202a+91 98765 43210\u202c', '+919876543210'],
    ['9876543210\u200b', '+919876543210'],
    ['+९१ ९८७६५ ४३२१०', '+919876543210'],
    ['৯৮৭৬৫৪৩২১০', '+919876543210'],
    ['੯੮੭੬੫੪੩੨੧੦', '+919876543210'],
    ['૯૮૭૬૫૪૩૨૧૦', '+919876543210'],
    ['୯୮୭୬୫୪୩୨୧୦', '+919876543210'],
    ['௯௮௭௬௫௪௩௨௧௦', '+919876543210'],
    ['౯౮౭౬౫౪౩౨౧౦', '+919876543210'],
    ['೯೮೭೬೫೪೩೨೧೦', '+919876543210'],
    ['൯൮൭൬൫൪൩൨൧൦', '+919876543210'],
  ])('%s reads as %s', (typed, normal) => {
    expect(normalisePhone(typed)).toBe(normal)
  })

  it.each([
    '',
    '12345',
    '98765432101',
    '+1234567',
    '+1234567890123456',
    '98765x3210',
    '915876543210',
    '00',
    '++919876543210',
  ])('rejects %j', (typed) => {
    expect(normalisePhone(typed)).toBeNull()
  })
})

describe('email addresses', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.in', "o'neil@example.com"])(
    'accepts %s',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  it.each(['', 'a', 'a@b', '@b.co', 'a b@c.de', 'a@b..co', 'a@b@c.de', 'a@.co', '<a@b.co>'])(
    'rejects %j',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )
})

describe('names', () => {
  const isName = (text: string) => nameField('Name is required').safeParse(text).success

  it.each([
    'St. John',
    'A.K. Travels',
    'Dr.Rao',
    'Dr.A.Kumar',
    'Rao & Co.',
    'M/s Shah',
    '24/7 Trips',
    'J.R.D. Tata',
  ])('accepts %s', (name) => expect(isName(name)).toBe(true))

  it.each([
    'https://evil.example',
    'www.evil',
    'Win at evil.example/now',
    'Prize: EVIL.COM',
    'evil.xyz!',
    'पुरस्कार evil.co.in',
  ])('rejects %s', (name) => expect(isName(name)).toBe(false))

  it('rejects a web address before and after other text', () => {
    const texts = ['', 'Asha ', 'आशा ', '(', '"', 'Dr. ', '₹']
    const addresses = ['http://a.b', 'www.a', 'win-now.com', 'a.example/x', 'xn--p1ai.RU']
    for (const before of texts) {
      for (const address of addresses) {
        for (const after of [' Rao', ')', '!', ' "']) {
          expect(isName(`${before}${address}${after}`), `${before}${address}${after}`).toBe(false)
        }
      }
      expect(isName(`${before}Rao`)).toBe(true)
    }
  })
})

describe('paging', () => {
  it('reduces a page size to 50 and rejects sizes below 1', () => {
    const limit = pageLimit(10)
    expect(limit.parse(undefined)).toBe(10)
    expect(limit.parse('500')).toBe(50)
    expect(limit.safeParse('0').success).toBe(false)
    expect(limit.safeParse('ten').success).toBe(false)
    expect(pageNumber.safeParse('0').success).toBe(false)
    expect(pageNumber.parse('3')).toBe(3)
  })

  it('has the numbers of the previous and the next page', () => {
    expect(pageOf([1], 21, 3, 10)).toMatchObject({
      totalPages: 3,
      hasPrevPage: true,
      hasNextPage: false,
      prevPage: 2,
      nextPage: null,
    })
    expect(pageOf([], 0, 1, 10)).toMatchObject({
      totalPages: 1,
      hasNextPage: false,
      prevPage: null,
    })
  })
})
