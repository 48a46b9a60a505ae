import { describe, expect, it } from 'vitest'
import { isEmail, nameField, pageLimit, pageNumber, pageOf } from './fields.ts'

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
