import { createContactMessage } from '@raahi/contract/contact'
import {
  correctOwnEnquiry,
  createEnquiry,
  getOwnEnquiry,
  sendOwnLink,
  withdrawOwnEnquiry,
} from '@raahi/contract/enquiries'
import { expect, test } from 'vitest'
import { contactCall } from '../contact/send-contact-message.ts'
import { enquiryCalls } from './enquiry-calls.ts'

test('the calls of the public forms have the addresses and the access of the contract', () => {
  const calls = { ...enquiryCalls, createContactMessage: contactCall }
  const contract = {
    createEnquiry,
    getOwnEnquiry,
    correctOwnEnquiry,
    withdrawOwnEnquiry,
    sendOwnLink,
    createContactMessage,
  }
  for (const [key, { name, method, path, access }] of Object.entries(contract)) {
    expect(calls[key as keyof typeof calls]).toEqual({ name, method, path, access })
  }
})
