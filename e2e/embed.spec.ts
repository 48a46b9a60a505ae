import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { embedMinHeight } from '../contract/src/embed-page.ts'
import { publicPages } from '../web/src/features/site/public-pages.ts'
import { type Api, admin } from './support/api.ts'
import { findChip, goToNextStep, newPhone } from './support/quote.ts'
import { expect, test } from './support/test.ts'
import { uniqueText } from './support/unique-text.ts'

const maxScriptBytes = 5000

/** A website on another origin, whose page has this HTML between a text above and a text below. */
async function startWebsite(content: () => string): Promise<{ host: string; close: () => void }> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><head><title>Partner</title><link rel="icon" href="data:,"></head><body><h1>Partner</h1><p>Above</p>${content()}<p>Below</p></body></html>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

async function makeForm(api: Api): Promise<string> {
  const form = { name: `Partner ${uniqueText()}`, kind: 'embed' }
  return (await api.asAdmin<{ _id: string }>('post', '/api/sources', form)).data._id
}

const refusalsOf = (page: Page) => {
  const refusals: string[] = []
  page.on('console', (message) => {
    if (/frame-ancestors/.test(message.text())) refusals.push(message.text())
  })
  return refusals
}

test('a website shows the form of its source, and what is sent there arrives', async ({
  page,
  browser,
  baseURL,
  api,
  signIn,
  request,
}) => {
  let snippet = ''
  const website = await startWebsite(() => snippet)
  const id = await makeForm(api)
  await signIn(admin)
  await page.goto(`/dashboard/sources/${id}`)
  const settings = page.getByRole('form', { name: 'Settings' })
  await settings.getByLabel('Websites').fill(`*.example.com\n${website.host}`)
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByText('‘*.example.com’ is not a website')).toBeVisible()
  await settings.getByLabel('Websites').fill(`http://${website.host}/contact`)
  await settings.getByLabel('Consent text').fill('Please call me about my trip.')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`These websites can show the form: ${website.host}.`)).toBeVisible()
  await page.getByLabel('Colour of the buttons').fill('#0a7d5a')
  snippet = await page.getByLabel('Code for the website', { exact: true }).inputValue()
  expect(snippet).toContain('data-accent="#0a7d5a"')
  const preview = page.frameLocator('iframe[title="Preview of the form"]')
  await expect(preview.getByRole('button', { name: 'Next' })).toHaveCSS(
    'background-color',
    'rgb(10, 125, 90)',
  )

  const visitor = await browser.newPage()
  const refusals = refusalsOf(visitor)
  await visitor.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        const { value, hadRecentInput } = shift as unknown as Record<string, number>
        if (!hadRecentInput) document.title = `moved by ${value}`
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.goto(`http://${website.host}/`)
  const frame = visitor.frameLocator('iframe[title="Get a quote"]')
  const form = frame.locator('form[action="/enquiries"]')
  const isReady = () => frame.locator('form[action="/enquiries"][novalidate]').waitFor()
  await isReady()
  await expect(visitor).toHaveTitle('Partner')
  await visitor.setViewportSize({ width: 1280, height: 800 })
  await visitor.reload()
  await isReady()
  const sent = frame.getByRole('heading', { name: /^Thank you/ })
  await form.getByLabel('Destination').fill('Goa')
  await goToNextStep(form)
  await findChip(form, 'Kind of trip', 'Couple').check()
  await goToNextStep(form)
  await form.getByLabel('Full name').fill('Meera Nair')
  const phone = newPhone()
  await form.getByLabel('Phone', { exact: true }).fill(phone)
  await form.getByText('Please call me about my trip.').click()
  // The frame has the height of the form, and the website has moved on no screen by itself.
  const heights = await frame
    .locator('html')
    .evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])
  expect(heights[0]).toBe(heights[1])
  await expect(visitor).toHaveTitle('Partner')
  const stored = await frame
    .locator('html')
    .evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])
  expect(stored).toEqual(['', 0, 0])
  expect(await visitor.context().cookies()).toEqual([])
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(sent).toBeVisible()
  expect(refusals).toEqual([])

  const arrivals = page.getByRole('list', { name: 'Last arrivals' }).getByRole('listitem')
  await expect(arrivals).toHaveText([/Received.*RQ-/])
  await arrivals.getByRole('link', { name: /^RQ-/ }).click()
  await expect(page.getByRole('article')).toContainText('Please call me about my trip.')

  const script = await request.get('/embed.js')
  expect(await script.text()).toContain(`'${embedMinHeight}'`)
  expect((await script.body()).length).toBeLessThanOrEqual(maxScriptBytes)
  expect(baseURL).not.toContain(website.host)
  await visitor.close()
  website.close()
})

test('a browser shows the form on no other website, and no other page on any', async ({
  page,
  api,
  request,
  allowConsole,
}) => {
  allowConsole(/frame-ancestors/)
  const id = await makeForm(api)
  await api.asAdmin('put', `/api/sources/${id}`, { domains: ['www.partner.example'] })
  const origin = new URL((await request.get('/embed.js')).url()).origin
  const website = await startWebsite(
    () =>
      `<script async src="${origin}/embed.js" data-source="${id}"></script><iframe title="Login" src="${origin}/auth/login"></iframe><iframe title="Home" src="${origin}/"></iframe>`,
  )
  const refusals = refusalsOf(page)
  await page.goto(`http://${website.host}/`)
  await expect.poll(() => refusals.length).toBe(3)
  for (const title of ['Get a quote', 'Login', 'Home']) {
    await expect(page.frameLocator(`iframe[title="${title}"]`).locator('form')).toHaveCount(0)
  }
  website.close()

  const paths = publicPages.map(({ path }) => path).filter((path) => path !== '/page-not-found')
  for (const path of [...paths, '/auth/login', '/dashboard', '/unknown', '/enquiries/sent']) {
    const { 'content-security-policy': policy } = (
      await request.get(path, { headers: { accept: 'text/html' } })
    ).headers()
    expect(policy, path).toContain("frame-ancestors 'none'")
  }
})
