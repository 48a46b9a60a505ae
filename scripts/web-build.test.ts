import { expect, it } from 'vitest'
import { readConfig } from '../server/src/config/index.ts'
import { readPublicSettings } from '../server/src/config/public-values.ts'
import { buildSettings } from './build-settings.ts'
import { stampOfSources } from './web-build.ts'

const provider = {
  RAZORPAY_KEY_ID: 'rzp_live_A1b2C3d4E5f6G7',
  RAZORPAY_KEY_SECRET: 'hidden',
  RAZORPAY_WEBHOOK_SECRET: 'hidden',
  SELLER_NAME: 'Raahi Travel Leads Pvt Ltd',
  SELLER_ADDRESS: '14 Residency Road, Bengaluru 560025',
  SELLER_GSTIN: '29AAAAA0000A1ZY',
}
const settingsOf = (env: NodeJS.ProcessEnv) => buildSettings(readConfig(env))

it('a key that the server alone was given is built in, with the provider’s script', () => {
  expect(settingsOf(provider)).toEqual({
    VITE_RAZORPAY_KEY_ID: provider.RAZORPAY_KEY_ID,
    VITE_RAZORPAY_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
    // A provider key ends the trial, and with it the company of the demo.
    VITE_COMPANY: expect.stringContaining('"legalName":"Raahi"'),
  })
})

it('a site that is built apart from its server is the one that the server would build, and never a trial’s', () => {
  const deployed = { PUBLIC_URL: 'https://raahi.example' }
  const apart = (env: NodeJS.ProcessEnv) => buildSettings(readPublicSettings(env))
  expect(apart({ COMPANY_NAME: '' })).toEqual(settingsOf(deployed))
  expect(apart({}).VITE_COMPANY).toContain('"legalName":"Raahi"')
  const told = {
    RAZORPAY_KEY_ID: provider.RAZORPAY_KEY_ID,
    CONTACT_EMAIL: 'help@raahi.example',
    COMPANY_NAME: 'Raahi Travel Leads Pvt Ltd',
    COMPANY_SOCIAL: 'https://www.instagram.com/raahi',
  }
  expect(apart(told)).toEqual(settingsOf({ ...deployed, ...provider, ...told }))
  expect(() => apart({ RAZORPAY_KEY_ID: 'a key', COMPANY_PHONE: '12' })).toThrow(
    /RAZORPAY_KEY_ID must begin with[\s\S]*COMPANY_PHONE|COMPANY_PHONE[\s\S]*RAZORPAY_KEY_ID must/,
  )
})

it('another checkout or company is another build; the same one, or settings that are not built in, are not', async () => {
  const stamp = (env: NodeJS.ProcessEnv) => stampOfSources({ ...env, ...settingsOf(env) })
  const plain = await stamp({})
  expect(await stamp({ LOG_LEVEL: 'warn', VITE_RAZORPAY_KEY_ID: '' })).toBe(plain)
  const others = await Promise.all([
    stamp(provider),
    stamp({ ...provider, VITE_RAZORPAY_CHECKOUT_URL: 'https://pay.example/checkout.js' }),
    stamp({ ...provider, RAZORPAY_KEY_ID: 'rzp_live_another' }),
    stamp({ COMPANY_NAME: 'Raahi Travels' }),
  ])
  expect(new Set([plain, ...others]).size).toBe(5)
})
