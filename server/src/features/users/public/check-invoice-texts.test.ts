import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { checkInvoiceTexts } from './check-invoice-texts.ts'

function errorsOf(...args: Parameters<typeof checkInvoiceTexts>) {
  try {
    checkInvoiceTexts(...args)
    return undefined
  } catch (error) {
    return error instanceof ApiFailure ? error.fieldErrors : error
  }
}

describe('the texts of a user that an invoice shows', () => {
  it.each([
    'Raahi & Söhne – “Travels” ₹',
    'श्री यात्रा',
    'தமிழ் பயணம்',
    'తెలుగు యాత్ర',
    'ಕನ್ನಡ ಪ್ರವಾಸ',
    'മലയാളം യാത്ര',
    'বাংলা ভ্রমণ',
    'ગુજરાતી પ્રવાસ',
    'ਪੰਜਾਬੀ ਯਾਤਰਾ',
    'ଓଡ଼ିଆ ଯାତ୍ରା',
  ])('may be in any script of the fonts: %s', (text) => {
    const texts = { name: text, companyName: text, city: text, billingAddress: `${text}\n${text}` }
    expect(errorsOf(texts)).toBeUndefined()
  })

  it.each([
    ['Goa Trips 🌴', '“🌴” (U+1F334)'],
    ['旅行', '“旅” (U+65C5), “行” (U+884C)'],
    ['رحلة', '“ر” (U+0631)'],
  ])('are refused with the characters that no font has: %s', (text, named) => {
    const texts = { name: text, companyName: text, city: text, billingAddress: text }
    const errors = errorsOf(texts) as Record<string, string>
    expect(Object.keys(errors)).toEqual(Object.keys(texts))
    for (const error of Object.values(errors)) expect(error).toContain(named)
  })

  it('are checked when they change, so that earlier accounts can still be edited', () => {
    const present = { name: '旅', companyName: 'Raahi' }
    expect(errorsOf({ name: '旅', companyName: 'Raahi Tours' }, present)).toBeUndefined()
    expect(errorsOf({ name: '旅', companyName: '行' }, present)).toEqual({
      companyName: expect.stringContaining('“行”'),
    })
  })
})
