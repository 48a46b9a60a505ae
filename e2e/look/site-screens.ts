import { goToNextStep, openQuoteForm, sendQuote } from '../support/quote.ts'
import { boughtEnquiry } from './bought-enquiry.ts'
import type { Screen } from './screen.ts'

/** The public site, and the page on which a traveller sees an enquiry. */
export const siteScreens: readonly Screen[] = [
  { name: 'home', path: '/', heading: 'Where shall the road take you?' },
  {
    name: 'home search',
    path: '/',
    heading: 'Where shall the road take you?',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Where would you like to go?' }).fill('ker')
      await page.getByRole('option', { name: /^Kerala/ }).waitFor()
    },
  },
  { name: 'destinations', path: '/destinations', heading: 'Destinations' },
  { name: 'developers', path: '/developers', heading: 'For developers' },
  ...['Goa', 'Kerala', 'Rajasthan', 'Manali', 'Jaipur'].map((place) => ({
    name: `destination ${place}`,
    path: `/destinations/${place.toLowerCase()}`,
    heading: place,
  })),
  {
    name: 'quote form with errors',
    path: '/destinations/goa',
    heading: 'Goa',
    prepare: async (page) => {
      await goToNextStep(await openQuoteForm(page), 2)
      await page.getByRole('button', { name: 'Get my quote' }).click()
      await page.getByText('Name is required').waitFor()
    },
  },
  {
    name: 'quote form, people',
    path: '/destinations/goa',
    heading: 'Goa',
    prepare: async (page) => {
      await goToNextStep(await openQuoteForm(page))
      await page.getByRole('heading', { name: 'Who is travelling?' }).waitFor()
    },
  },
  {
    name: 'quote thanks',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
    },
  },
  {
    name: 'own enquiry',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByRole('button', { name: 'Correct it' }).waitFor()
    },
  },
  {
    name: 'own enquiry correction',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByRole('button', { name: 'Correct it' }).click()
      await page.getByRole('button', { name: 'Save' }).waitFor()
    },
  },
  {
    name: 'own enquiry withdrawal',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByRole('button', { name: 'Withdraw it' }).click()
      await page.getByRole('button', { name: 'Yes, withdraw it' }).waitFor()
    },
  },
  {
    name: 'own enquiry with its agent',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.route('**/api/enquiries/mine/*', async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        Object.assign(json.data, boughtEnquiry)
        await route.fulfill({ response, json })
      })
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByText('Your travel agent').waitFor()
    },
  },
  {
    name: 'own enquiry with a question',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.route('**/api/enquiries/mine/*', async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        const question = { answer: null, until: '2026-11-23T10:00:00.000Z' }
        Object.assign(json.data, boughtEnquiry, { question })
        await route.fulfill({ response, json })
      })
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByRole('button', { name: 'I am still planning' }).waitFor()
    },
  },
  {
    name: 'own enquiry with a wrong link',
    path: '/my-enquiry#cut',
    heading: 'Your enquiry',
    shows: (page) => page.getByText('This link does not open an enquiry'),
  },
  { name: 'about', path: '/about', heading: 'About us' },
  { name: 'for agents', path: '/agents', heading: 'For travel agents' },
  { name: 'contact', path: '/contact', heading: 'Contact us' },
  {
    name: 'contact with errors',
    path: '/contact',
    heading: 'Contact us',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByText('Name is required').waitFor()
    },
  },
]
