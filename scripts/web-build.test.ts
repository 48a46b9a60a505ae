import { expect, it } from 'vitest'
import { readConfig } from '../server/src/config/index.ts'
import { readPublicSettings } from '../server/src/config/public-values.ts'
import { buildSettings } from './build-settings.ts'
import { stampOfSite } from './web-build.ts'

const provider = {
  RAZORPAY_KEY_ID: 'rzp_live_A1b2C3d4E5f6G7',
  RAZORPAY_KEY_SECRET: 'hidden',
  RAZORPAY_WEBHOOK_SECRET: 'hidden',
  SELLER_NAME: 'Raahi Travel Leads Pvt Ltd',
  SELLER_ADDRESS: '14 Residency Road, Bengaluru 560025',
  SELLER_GSTIN: '29AAAAA0000A1ZY',
}
const settingsOf = (env: NodeJS.ProcessEnv) => buildSettings(readConfig(env))

it("builds in a key that is set only on the server, with the provider's script", () => {
  expect(settingsOf(provider)).toEqual({
    VITE_RAZORPAY_KEY_ID: provider.RAZORPAY_KEY_ID,
    VITE_RAZORPAY_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
    // A provider key ends the trial, and with it the demo's company.
    VITE_COMPANY: expect.stringContaining('"legalName":"Raahi"'),
  })
})

it('builds the same site without a server as the server does, never as a trial', () => {
  const deployed = { PUBLIC_URL: 'https://raahi.example' }
  const buildWithoutServer = (env: NodeJS.ProcessEnv) => buildSettings(readPublicSettings(env))
  expect(buildWithoutServer({ COMPANY_NAME: '' })).toEqual(settingsOf(deployed))
  expect(buildWithoutServer({}).VITE_COMPANY).toContain('"legalName":"Raahi"')
  const settings = {
    RAZORPAY_KEY_ID: provider.RAZORPAY_KEY_ID,
    CONTACT_EMAIL: 'help@raahi.example',
    COMPANY_NAME: 'Raahi Travel Leads Pvt Ltd',
    COMPANY_SOCIAL: 'https://www.instagram.com/raahi',
  }
  expect(buildWithoutServer(settings)).toEqual(
    settingsOf({ ...deployed, ...provider, ...settings }),
  )
  expect(() => buildWithoutServer({ RAZORPAY_KEY_ID: 'a key', COMPANY_PHONE: '12' })).toThrow(
    /RAZORPAY_KEY_ID must begin with[\s\S]*COMPANY_PHONE|COMPANY_PHONE[\s\S]*RAZORPAY_KEY_ID must/,
  )
})

it('rebuilds after a change of checkout or company, and for no other setting', async () => {
  const stamp = (env: NodeJS.ProcessEnv) => stampOfSite({ ...env, ...settingsOf(env) })
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
