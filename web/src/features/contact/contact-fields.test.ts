import { contactForm, createContactMessage, messageLength } from '@raahi/contract/contact'
import { describe, expect, test } from 'vitest'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { contactErrors, MESSAGE_LENGTH } from './contact-fields.ts'
import { contactCall } from './send-contact-message.ts'

const good = {
  name: 'Meera Iyer',
  email: 'meera@mail.example',
  message: 'Is March too hot for Jaipur?',
}

describe('the contact form checks what the contract checks', () => {
  test.each([
    ['everything filled in', good],
    ['nothing filled in', { name: '', email: '', message: '' }],
    ['blanks alone', { name: '  ', email: ' ', message: '\n ' }],
    ['blanks around', { name: ' Meera ', email: ' meera@mail.example ', message: ' Hello\n' }],
    ['an email without @', { ...good, email: 'meera.mail.example' }],
    ['an email without a dotted domain', { ...good, email: 'meera@mail' }],
    ['an email with a blank inside', { ...good, email: 'mee ra@mail.example' }],
    ['an email that is too long', { ...good, email: `${'m'.repeat(250)}@mail.example` }],
    ['a name of the greatest length', { ...good, name: 'm'.repeat(120) }],
    ['a name that is too long', { ...good, name: 'm'.repeat(121) }],
    ['a web address for a name', { ...good, name: 'Win at evil.com/now' }],
    ['a name with dots', { ...good, name: 'Dr.A.Kumar' }],
    ['a message of the greatest length', { ...good, message: 'm'.repeat(messageLength) }],
    ['a message that is too long', { ...good, message: 'm'.repeat(messageLength + 1) }],
  ])('%s', (_name, values) => {
    expect(contactErrors(values)).toEqual(fieldErrorsOf(contactForm, values))
  })

  test('and is sent where the contract says', () => {
    expect(MESSAGE_LENGTH).toBe(messageLength)
    const { name, method, path, access } = createContactMessage
    expect(contactCall).toMatchObject({ name, method, path, access })
  })
})
