import { describe, expect, it } from 'vitest'
import { guessFields } from './guess-columns.ts'
import { type ReadingRules, type RowAnswers, readRow } from './read-row.ts'

const today = '2026-11-29'

describe('the field of a heading', () => {
  it.each([
    ['Full_Name', 'name'],
    ['Sender Mobile', 'phone'],
    ['E-mail ID', 'email'],
    ['Travel Date (DD/MM/YYYY)*', 'travelDate'],
    ['travelDate', 'travelDate'],
    ['No. of Pax', 'adult'],
    ['DESTINATION', 'destination'],
    ['Departure City', 'city'],
    ['फ़ोन नंबर', 'phone'],
    ['नाम', 'name'],
    ['गंतव्य', 'destination'],
    ['शहर', 'city'],
    ['यात्रा की तारीख', 'travelDate'],
    ['Date', null],
    ['Created at', null],
  ])('%s is %s', (heading, field) => {
    expect(guessFields([heading])).toEqual([field])
  })

  it('belongs to the first heading, except that first and last name are one name', () => {
    expect(guessFields(['First Name', 'Last Name', 'Phone', 'Mobile'])).toEqual([
      'name',
      'name',
      'phone',
      null,
    ])
  })
})

/** Reads a row with these cells by their fields. */
function read(
  cells: Record<string, string>,
  rules: Partial<ReadingRules> = {},
  answers: RowAnswers = {},
) {
  const given = { name: 'Asha Rao', phone: '98450 00001', ...cells }
  return readRow(Object.values(given), answers, {
    fields: Object.keys(given) as ReadingRules['fields'],
    dateOrder: null,
    repairPhones: false,
    leadType: null,
    tripType: null,
    today,
    ...rules,
  })
}

describe('a phone', () => {
  it.each(['9.19E+11', '9.19845E+11', '9,19845e11', '919845000000'])(
    '%s, which a spreadsheet has shortened, is a question without a suggestion, whatever else is answered',
    (phone) => {
      expect(read({ phone }, { repairPhones: true })).toMatchObject({
        question: { field: 'phone', suggestions: [] },
      })
    },
  )

  it.each([
    ['2226543210', '+912226543210'],
    ['447911123456', '+447911123456'],
  ])('%s, which lost its beginning, is a question that names %s', (phone, suggestion) => {
    expect(read({ phone })).toMatchObject({
      question: { field: 'phone', suggestions: [suggestion] },
    })
    expect(read({ phone }, { repairPhones: true })).toMatchObject({ fields: { phone: suggestion } })
  })

  it.each([
    ['919845000001', '+919845000001'],
    ['9845000001.0', '+919845000001'],
    ['p:+919845000001', '+919845000001'],
    ['022 2654 3210', '+912226543210'],
    ['९८४५० ००००१', '+919845000001'],
  ])('%s is %s', (phone, stored) => {
    expect(read({ phone })).toMatchObject({ fields: { phone: stored } })
  })

  it('that is answered is the answer, which is checked like a typed one', () => {
    const answer = (phone: string) => read({ phone: '9.19E+11' }, {}, { phone })
    expect(answer('98450 00002')).toMatchObject({ fields: { phone: '+919845000002' } })
    expect(answer('9.19E+11')).toMatchObject({ refusal: expect.stringContaining('Phone: ') })
  })
})

describe('a travel date', () => {
  it.each([
    ['03/04/2027', ['2027-03-04', '2027-04-03']],
    ['3-4-2027', ['2027-03-04', '2027-04-03']],
    ['03.04.27', ['2003-04-27', '2027-03-04', '2027-04-03']],
    ['25/12/26', ['2025-12-26', '2026-12-25']],
    ['27-Apr-28', ['2027-04-28', '2028-04-27']],
  ])('%s is a question', (travelDate, suggestions) => {
    expect(read({ travelDate })).toMatchObject({ question: { field: 'travelDate', suggestions } })
  })

  it.each([
    ['2027-04-03', '2027-04-03'],
    ['2027-04-03 00:00:00', '2027-04-03'],
    ['2027-04-03T20:30:00.000', '2027-04-03'],
    ['2027-04-03T18:29:59Z', '2027-04-03'],
    ['2027-04-03T18:30:00.000Z', '2027-04-04'],
    ['25/12/2026', '2026-12-25'],
    ['12/25/2026', '2026-12-25'],
    ['03/03/2027', '2027-03-03'],
    ['3 Apr 2027', '2027-04-03'],
    ['Sat, April 3rd, 2027', '2027-04-03'],
    ['3 अप्रैल 2027', '2027-04-03'],
  ])('%s is one day', (travelDate, day) => {
    expect(read({ travelDate })).toMatchObject({ fields: { travelDate: day } })
  })

  it.each([
    ['dmy', '2027-04-03'],
    ['mdy', '2027-03-04'],
  ] as const)('is read in the order %s that an admin has answered', (dateOrder, day) => {
    expect(read({ travelDate: '03/04/2027' }, { dateOrder })).toMatchObject({
      fields: { travelDate: day },
    })
  })

  it.each([
    ['April', 'April'],
    ['April 2027', 'April'],
    ['Dec', 'December'],
  ])('%s is the month %s', (travelDate, travelMonth) => {
    expect(read({ travelDate })).toMatchObject({ fields: { travelDate: null, travelMonth } })
  })

  it.each(['31/02/2027', 'next week', 'April 2028', '46000', 'Apr-27', '03/04/20277'])(
    '%s is refused',
    (travelDate) => {
      expect(read({ travelDate })).toMatchObject({
        refusal: expect.stringContaining('Travel date: '),
      })
    },
  )

  it('in the past is refused', () => {
    expect(read({ travelDate: '2020-01-01' })).toEqual({
      refusal: 'Travel date: Choose today or a later date.',
    })
  })

  it.each(['', '-', 'N/A', 'Not decided'])('%j is open', (travelDate) => {
    expect(read({ travelDate })).toMatchObject({ fields: { travelDate: null } })
  })
})

describe('a row', () => {
  it('has what is written in other ways', () => {
    const row = {
      email: 'Asha@Example.org',
      destination: 'Goa',
      adult: '2 adults',
      travelDays: '5.0',
      tripType: 'Honeymoon',
      budgetPerPerson: '₹ 25,000/-',
      message: 'With a pool,\nplease',
    }
    expect(read(row)).toMatchObject({
      fields: {
        email: 'asha@example.org',
        adult: 2,
        travelDays: 5,
        tripType: 'Couples',
        leadType: 'domestic',
        budgetPerPerson: '15000-30000',
        message: 'With a pool,\nplease',
      },
    })
  })

  it('has the lead type of its column, else of its destination, else of its source', () => {
    const leadType = (cells: Record<string, string>, ofSource: ReadingRules['leadType'] = null) =>
      read(cells, { leadType: ofSource })
    expect(leadType({ destination: 'Bali' }, 'domestic')).toMatchObject({
      fields: { leadType: 'international' },
    })
    expect(leadType({ destination: 'Anywhere' }, 'international')).toMatchObject({
      fields: { leadType: 'international' },
    })
    expect(leadType({ destination: 'Bali', leadType: 'Domestic' })).toMatchObject({
      refusal: expect.stringContaining('Lead type: Bali is outside India'),
    })
  })

  it('is refused with every reason, also if it has a question', () => {
    expect(read({ name: '', phone: '9.19E+11', email: 'asha@', adult: 'two' })).toEqual({
      refusal:
        'Name: Name is required; Email: Invalid email format; Adults: Adults must be a whole number.',
    })
  })
})
